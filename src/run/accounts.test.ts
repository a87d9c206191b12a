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

  it('that have a client of their own are what they are alone', async () => {
    const [, , outra] = await keys(text)
    const credentials = { accessToken: 'x', refreshToken: null, clientId: 'other', clientSecret: null }
    expect(outra).toBe(
      accountKey('https://a.example', { ...credentials, tokenCommand: null, tokenUrl: null }),
    )
  })
})
