import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { said } from '../words/said.fixture.js'
import { readAccounts } from './accounts.js'
import { ContractInputError } from './input-error.js'
import { loadUserSuites, readSamples } from './user-files.js'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'homologa-user-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function file(name: string, text: string): string {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

describe('a suite of a user’s own', () => {
  it('needs an id and steps, and gets the rest', async () => {
    const path = file(
      'own.mjs',
      `export default { id: 'own', steps: [{ id: 'list', method: 'GET', path: '/produtos', query: { nome: 'x' } }] }`,
    )
    const [suite] = await loadUserSuites(path)
    expect(suite).toMatchObject({
      id: 'own',
      title: 'own',
      onLimit: 'repeats-step',
      withoutSuccess: 'goes-on',
    })
    expect(suite?.steps[0]).toMatchObject({ id: 'own/list', title: 'GET /produtos', tags: ['read'] })
  })

  it.each([
    ['none.mjs', 'export const x = 1', 'default export'],
    [
      'no-route.mjs',
      `export default { id: 'x', steps: [{ id: 'a', method: 'GET', path: '/x' }], shapes: { 'GET /nada': {} } }`,
      '"GET /nada" in the shapes of suite "x" is no route',
    ],
    [
      'no-schema.mjs',
      `export default { id: 'x', steps: [{ id: 'a', method: 'GET', path: '/x' }], shapes: { 'produtos/read': { data: {} } } }`,
      'each a zod 4 schema',
    ],
    ['broken.mjs', 'export default {', 'cannot be loaded'],
    ['no-steps.mjs', `export default { id: 'a', steps: [] }`, 'needs "steps"'],
    ['no-id.mjs', 'export default { steps: [{}] }', 'needs an "id"'],
    ['method.mjs', `export default { id: 'a', steps: [{ id: 'x', method: 'GO', path: '/' }] }`, '"method"'],
    ['path.mjs', `export default { id: 'a', steps: [{ id: 'x', method: 'GET', path: 'x' }] }`, '"path"'],
    [
      'twice.mjs',
      `const s = { id: 'x', method: 'GET', path: '/' }; export default { id: 'a', steps: [s, s] }`,
      'two steps',
    ],
  ])('%s is refused with what is wrong', async (name, text, wrong) => {
    const path = file(name, text)
    await expect(loadUserSuites(path)).rejects.toThrow(ContractInputError)
    expect(await said(loadUserSuites(path))).toContain(wrong)
  })
})

describe('bodies of a user’s own', () => {
  it('are named by route or by id', async () => {
    const captures = await readSamples(
      'POST /contatos:\n  nome: Eu\nprodutos/create: { nome: Meu }\n',
      's.yaml',
    )
    expect(captures['sample contatos/create']?.value).toEqual({ nome: 'Eu' })
    expect(captures['sample produtos/create']?.value).toEqual({ nome: 'Meu' })
  })

  it('may hold values of the shared query parameters', async () => {
    const captures = await readSamples('query: { tipoIntegracao: Minha, idLojaQuery: 42 }', 's.yaml')
    expect(captures['query tipoIntegracao']).toEqual({ text: '"Minha"', value: 'Minha' })
    expect(captures['query idLojaQuery']).toEqual({ text: '42', value: 42 })
  })

  it.each([
    ['- 1', 'expected an object'],
    ['POST /nada: {}', 'no route'],
    ['POST /contatos: 7', 'no object'],
    ['query: 7', 'no object'],
    ['query: { limite: 7 }', 'none of tipoIntegracao, idLojaQuery'],
    ['query: { idLojaQuery: [7] }', 'neither text nor number'],
  ])('%s is refused', async (text, wrong) => {
    expect(await said(readSamples(text, 's.yaml'))).toContain(wrong)
  })
})

describe('a file of accounts', () => {
  const env = { A: 'token-a', B: 'token-b' }
  it('takes secrets from the environment alone', async () => {
    const text = 'accounts:\n  - name: one\n    accessToken: $A\n    account: Modelo\n  - accessToken: $B\n'
    const accounts = await readAccounts(text, 'a.yaml', env, null)
    expect(accounts.map(({ name, account }) => [name, account])).toEqual([
      ['one', 'Modelo'],
      ['account-2', null],
    ])
    expect(accounts.map(({ credentials }) => credentials.accessToken)).toEqual(['token-a', 'token-b'])
  })

  it.each([
    ['accounts: []', 'at least one'],
    ['accounts:\n  - accessToken: eyJhbGciOi', 'must name a variable'],
    ['accounts:\n  - accessToken: $C', 'C is not set'],
    ['accounts:\n  - name: one', 'has none of'],
    ['accounts:\n  - accessToken: $A\n    password: x', 'the key "password" is not known'],
    ['accounts:\n  - {name: x, accessToken: $A}\n  - {name: x, accessToken: $B}', 'two accounts'],
  ])('%s is refused, and no secret is shown', async (text, wrong) => {
    expect(await said(readAccounts(text, 'a.yaml', env, null))).toContain(wrong)
    await expect(readAccounts(text, 'a.yaml', env, null)).rejects.not.toThrow('eyJ')
  })
})
