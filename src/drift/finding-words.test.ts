import { describe, expect, it } from 'vitest'
import type { Exchange } from '../exchange/exchange.js'
import { type DriftCode, judgeDrift } from '../rules/drift/index.js'
import type { Finding } from '../rules/finding.js'
import { fill, langs, loadCatalogue } from '../words/catalogue.js'
import en from '../words/en.json' with { type: 'json' }
import { createOpenApiContract } from './openapi/contract.js'
import { documentOf } from './openapi/sample.fixture.js'

const codes = Object.keys(en.findings)

const driftFindings = () => {
  const evidence = { before: { present: 9, of: 9 }, now: { present: 0, of: 9 } }
  const place = { route: 'GET /a', status: 200, path: '$.a', before: 'integer', now: 'string' }
  const drift = codes.filter((code): code is DriftCode => code.startsWith('drift/'))
  return judgeDrift(drift.map((code) => ({ code, ...place, evidence })))
}

const properties = {
  type: { type: 'integer' },
  value: { type: 'string', enum: ['A'] },
  bound: { type: 'string', maxLength: 1 },
  format: { type: 'string', format: 'date' },
  none: { type: 'string' },
  open: { type: 'string' },
}
const loop = { allOf: [{ $ref: '#/components/schemas/Loop' }] }
const schemas = { Loop: { allOf: [{ $ref: '#/components/schemas/Back' }] }, Back: loop }
const schema = { type: 'object', required: ['missing'], properties: { ...properties, missing: {} } }
const respond = (schema: object) => ({
  get: { responses: { '200': { content: { 'application/json': { schema } } } } },
})
const paths = { '/a': respond(schema), '/loop': respond(loop) }

const contractFindings = async () => {
  const open = [{ route: 'GET /a', path: '$.open' }]
  const document = await documentOf({ openapi: '3.0.0', paths, components: { schemas } })
  const contract = await createOpenApiContract(document, {
    baseUrl: 'https://service.example',
    openPlaces: open,
  })
  const body = { type: 'x', value: 'B', bound: 'xx', format: 'x', none: null, open: 1, more: 1 }
  const responded = (path: string, status: number): Exchange => ({
    id: 'e1',
    source: 'run',
    channel: 'service',
    session: null,
    step: null,
    request: { method: 'GET', url: `https://service.example${path}`, headers: [], body: null },
    response: { status, headers: [], body: { text: JSON.stringify(body), sizeBytes: 0, flaw: null } },
    failure: null,
    startedAt: '2026-01-01T00:00:00.000Z',
    sentAtMs: 0,
    respondedAtMs: 1,
    gaps: [],
  })
  return [responded('/a', 200), responded('/a', 206), responded('/b', 200), responded('/loop', 200)].flatMap(
    (one) => contract.observe(one),
  )
}

describe('the findings of drift and of the document', () => {
  it('are all spoken of: no code of the catalogue without a finding', async () => {
    const seen = new Set([...driftFindings(), ...(await contractFindings())].map(({ code }) => code))
    expect(
      codes.filter((code) => /^(drift|openapi)\//.test(code) && !seen.has(code as Finding['code'])),
    ).toEqual([])
  })

  it.each(langs)('have evidence for each word in %s', async (lang) => {
    const words = await loadCatalogue(lang)
    for (const { code, values } of [...driftFindings(), ...(await contractFindings())]) {
      for (const sentence of Object.values(words.findings[code])) {
        expect(fill(sentence, values, lang), code).not.toMatch(/\{\w+\}/)
      }
    }
  })
})

it('names a form of text in the language of its reader', async () => {
  const sentence = (await loadCatalogue('pt-BR')).findings['drift/values:format'].message
  const told = fill(sentence, { path: '$.a', before: 'digits', now: 'text' }, 'pt-BR')
  expect(told).toBe('Os textos de `$.a` têm outra forma: dígitos virou texto.')
})
