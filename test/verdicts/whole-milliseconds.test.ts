import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { judge } from '../../src/app/library/judge.js'
import { harWith } from './asked.js'

/** Recordings of whole milliseconds, in which a read may seem to begin before the write ended: each response takes 31 ms. */

const dir = mkdtempSync(join(tmpdir(), 'homologa-whole-ms-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))

const headers = { authorization: 'Bearer 7c1e5f0ab3d94c2f8e61' }
const base = 'https://api.bling.com.br/Api/v3'
const kinds = {
  PUT: {
    requirement: 'records/replaced',
    url: `${base}/depositos/5001`,
    write: { descricao: 'Novo nome', situacao: 1, padrao: false, desconsiderarSaldo: false },
    shown: { id: 5001, descricao: 'Velho nome', situacao: 1, padrao: false, desconsiderarSaldo: false },
  },
  PATCH: {
    requirement: 'records/patched',
    url: `${base}/produtos/fornecedores/7001`,
    write: { codigo: 'NOVO-9' },
    shown: { id: 7001, codigo: 'VELHO-1', descricao: 'Fornecedor', precoCusto: 3.5, padrao: true },
  },
} as const

async function judged(method: keyof typeof kinds, afterMs: number) {
  const { requirement, url, write, shown } = kinds[method]
  const read = { ask: url, headers, response: { data: shown } }
  const file = join(dir, 'recording.har')
  const asked = [read, { ask: `${method} ${url}`, headers, body: write, status: 204 }, { ...read, afterMs }]
  writeFileSync(file, JSON.stringify(harWith(asked)))
  const { findings, coverage } = (await judge(file, { profile: 'bling' })).report
  const { tested, untested } = coverage.requirements
  return {
    found: findings.filter((one) => one.requirement === requirement).map(({ severity }) => severity),
    isTested: tested.includes(requirement),
    reason: untested.find(({ id }) => id === requirement)?.reason ?? null,
  }
}

describe.each(['PUT', 'PATCH'] as const)('a %s that changes nothing', (method) => {
  it.each([31, 32, 130, 5_000])('is found by a read that begins %d ms after it', async (afterMs) => {
    expect(await judged(method, afterMs)).toEqual({ found: ['error'], isTested: true, reason: null })
  })

  it.each([0, 1, 20, 30])(
    'is untested with a reason by a read that begins after %d ms, which may have overtaken it',
    async (afterMs) => {
      const { found, isTested, reason } = await judged(method, afterMs)
      expect({ found, isTested }).toEqual({ found: [], isTested: false })
      expect(reason).toMatch(/\w/)
    },
  )
})
