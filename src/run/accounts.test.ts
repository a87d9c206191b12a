import { describe, expect, it } from 'vitest'
import { accountKey } from '../client/tokens.js'
import { readAccounts } from './accounts.js'

const env = { T1: 't1', T2: 't2', T3: 't3', C: 'client', D: 'other' }
const text = `accounts:
  - {name: matriz, accessToken: $T1, clientId: $C}
  - {name: filial, accessToken: $T2, clientId: $C}
  - {name: outra, accessToken: $T3, clientId: $D}
`
const keys = async (file: string) => {
  const accounts = await readAccounts(file, 'a.yaml', env, null)
  return accounts.map(({ credentials }) => accountKey('https://a.example', credentials))
}

describe('accounts of one file', () => {
  it('that share a client are told apart, so that they share no lock, no tokens and no ledger', async () => {
    const [matriz, filial, outra] = await keys(text)
    expect(new Set([matriz, filial, outra]).size).toBe(3)
    const [alone] = await keys(text.replace(/.*filial.*\n/, ''))
    expect(alone).not.toBe(matriz)
  })

  it.each([
    ['the same token and no client', '{name: um, accessToken: $T1}', '{name: dois, accessToken: $T1}'],
    ['the same command', '{name: um, tokenCommand: $C}', '{name: dois, tokenCommand: $C}'],
    ['a refresh token alone', '{name: um, refreshToken: $T1}', '{name: dois, refreshToken: $T2}'],
  ])(
    'are refused where nothing tells two apart, which would wait for one another: %s',
    async (_, um, dois) => {
      const other = '{name: outra, accessToken: $T3}'
      const file = `accounts:\n  - ${other}\n  - ${um}\n  - ${dois}\n`
      await expect(keys(file)).rejects.toMatchObject({
        values: { problem: { key: 'accounts.same', values: { name: 'um', other: 'dois' } } },
      })
    },
  )

  it.each([
    ['accounts:\n  - {name: um, acessToken: $T1}', 'a.yaml:2:28', 'accounts.unknown-key'],
    ['accounts:\n  - name: um\n    accessToken: abc', 'a.yaml:3:18', 'accounts.no-variable'],
    ['accounts:\n  - {name: um, accessToken: $NONE}', 'a.yaml:2:29', 'accounts.unset'],
    ['- {name: um}', 'a.yaml:1:3', 'accounts.no-token'],
    [
      `${text}  - {name: um, accessToken: $T1}\n  - {name: um, accessToken: $T2}\n`,
      'a.yaml:6:5',
      'accounts.twice',
    ],
    ['accounts: []', 'a.yaml:1:11', 'accounts.list'],
    ['', 'a.yaml', 'accounts.list'],
  ])('are refused with the place of what is wrong: %s', async (file, path, key) => {
    await expect(keys(file)).rejects.toMatchObject({ values: { path, problem: { key } } })
  })

  it('that have a client of their own are what they are alone', async () => {
    const [, , outra] = await keys(text)
    const credentials = { accessToken: 'x', refreshToken: null, clientId: 'other', clientSecret: null }
    expect(outra).toBe(
      accountKey('https://a.example', { ...credentials, tokenCommand: null, tokenUrl: null }),
    )
  })
})
