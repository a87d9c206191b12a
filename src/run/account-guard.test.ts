import { describe, expect, it } from 'vitest'
import type { Account } from './account.js'
import { guardAccount } from './account-guard.js'

type HttpResponse = { readonly status: number; readonly body: unknown } | 'failed' | undefined

/** An account whose service responds to these paths. */
function accountOf(responses: Readonly<Record<string, HttpResponse>>): { account: Account; asked: string[] } {
  const asked: string[] = []
  const account = {
    run: async (suite, options) => {
      const path = suite.steps[0]?.path ?? ''
      asked.push(path)
      const given = responses[path]
      const bytes = Buffer.from(typeof given === 'object' ? JSON.stringify(given.body) : '')
      const exchange =
        given === undefined || given === 'failed'
          ? { response: { status: 200, headers: [], body: null }, failure: { kind: 'reset', message: 'x' } }
          : {
              response: {
                status: given.status,
                headers: [],
                body: { bytes, sizeBytes: bytes.length, flaw: null },
              },
              failure: null,
            }
      options?.onEvent?.({ kind: 'sending', step: 'account/company' })
      options?.onEvent?.({ kind: 'responded', step: 'account/company', exchange: exchange as never })
      return { stopped: null, repeats: 0, succeeded: [], captures: {} }
    },
  } satisfies Pick<Account, 'run'>
  return { account: account as unknown as Account, asked }
}

const first = '/empresas/me/dados-basicos'
const second = '/empresas'
const company = { id: 42, nome: 'Comércio Modelo Ltda', cnpj: '11.222.333/0001-81', fantasia: 'Modelo' }
const ok = (data: unknown): HttpResponse => ({ status: 200, body: { data } })
const guard = (responses: Record<string, HttpResponse>, wanted: string) =>
  guardAccount(accountOf(responses).account, wanted)

describe('the guard of an account', () => {
  it.each([
    'Comércio Modelo Ltda',
    'comercio  modelo ltda ',
    'COMÉRCIO MODELO LTDA',
    'Modelo',
    '42',
    '11222333000181',
    '11.222.333/0001-81',
  ])('knows the company by %s', async (wanted) => {
    expect(await guard({ [first]: ok(company) }, wanted)).toEqual({ kind: 'match' })
  })

  it.each(['Comércio', 'Outra Ltda', '43', '11222333000182', ''])(
    'takes it for another by %s',
    async (wanted) => {
      expect(await guard({ [first]: ok(company) }, wanted)).toEqual({
        kind: 'mismatch',
        found: 'Comércio Modelo Ltda',
      })
    },
  )

  it('goes by the name where no CNPJ is shown', async () => {
    const { cnpj: _, ...bare } = company
    expect(await guard({ [first]: ok({ ...bare, nome: '11222333000181' }) }, '11222333000181')).toEqual({
      kind: 'match',
    })
    expect(await guard({ [first]: ok({ ...bare, razaoSocial: 'Razão' }) }, 'razao')).toEqual({
      kind: 'match',
    })
    expect(await guard({ [first]: ok({ nome: null, id: 7 }) }, 'null')).toEqual({
      kind: 'mismatch',
      found: '7',
    })
    expect(await guard({ [first]: ok({ nome: null }) }, 'x')).toEqual({ kind: 'mismatch', found: '?' })
  })

  it('looks where the specification names companies, once the other place shows none', async () => {
    const { account, asked } = accountOf({
      [first]: { status: 404, body: { data: company } },
      [second]: ok([{ nome: 'Outra' }, company]),
    })
    expect(await guardAccount(account, 'Modelo')).toEqual({ kind: 'match' })
    expect(asked).toEqual([first, second])
    const known = accountOf({ [first]: ok(company) })
    await guardAccount(known.account, 'x')
    expect(known.asked).toEqual([first])
  })

  it('names all companies that it found', async () => {
    expect(
      await guard({ [second]: ok([{ nome: 'Uma' }, { cnpj: '1', id: 5 }, { outro: 1 }, 'x']) }, 'Modelo'),
    ).toEqual({
      kind: 'mismatch',
      found: 'Uma, 5',
    })
    expect(await guard({ [second]: ok({ nome: 'x'.repeat(99) }) }, 'Modelo')).toEqual({
      kind: 'mismatch',
      found: 'x'.repeat(80),
    })
  })

  it.each<[string, HttpResponse]>([
    ['nothing', undefined],
    ['a broken answer', 'failed'],
    ['no data', { status: 200, body: { nome: 'Modelo' } }],
    ['records that are no companies', ok([{ id: 1, descricao: 'Modelo' }])],
    ['a refusal', { status: 403, body: { data: company } }],
  ])('is told of no company by %s', async (_what, response) => {
    expect(await guard({ [first]: response, [second]: response }, 'Modelo')).toEqual({ kind: 'not-shown' })
  })
})
