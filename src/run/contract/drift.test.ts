import { expect, it } from 'vitest'
import type { Exchange } from '../../exchange/exchange.js'
import { driftRules } from '../../rules/drift/index.js'
import { watchDrift } from './drift.js'

const baseUrl = 'https://api.exemplo.invalid/Api/v3'

const responded = (data: object, url = `${baseUrl}/contatos/7`): Exchange => ({
  id: 'e1',
  source: 'run',
  channel: 'service',
  session: null,
  step: null,
  failure: null,
  gaps: [],
  request: { method: 'GET', url, headers: [], body: null },
  response: { status: 200, headers: [], body: { text: JSON.stringify({ data }), sizeBytes: 9, flaw: null } },
  startedAt: '2026-05-04T10:00:00.000Z',
  sentAtMs: 0,
  respondedAtMs: 1,
})

function watch(accepted: string | null, ...data: object[]) {
  const drift = watchDrift(accepted === null ? null : { text: accepted, file: 'baseline.yaml' }, baseUrl)
  for (const one of data) for (let i = 0; i < 9; i++) drift.learn(responded(one))
  return drift
}

it('says nothing where nothing was accepted yet, and accepts what it saw', () => {
  const drift = watch(null, { id: 7, nome: 'x' })
  expect(drift.findings()).toEqual({ findings: [], tested: [], notCompared: [] })
  expect(drift.updated().routes).toBe(1)
  expect(drift.updated().text).toContain('$.data.nome: string 9/9')
})

it('holds what it saw against what was accepted, and goes on from there', () => {
  const accepted = watch(null, { id: 7, nome: 'x' }).updated().text
  expect(watch(accepted, { id: 7, nome: 'y' }).findings()).toMatchObject({ findings: [], notCompared: [] })
  const drift = watch(accepted, { id: 'a', nome: 'x' })
  expect(drift.findings().findings.map(({ code, route }) => `${code} ${route}`)).toEqual([
    'drift/type:changed GET /contatos/{idContato}',
  ])
  expect(drift.findings().tested).toEqual(Object.keys(driftRules))
  expect(drift.updated().text).toContain('$.data.id: string 9/9')
  expect(watch(accepted).findings()).toMatchObject({
    findings: [],
    notCompared: ['GET /contatos/{idContato}'],
  })
  expect(watch(accepted).updated()).toEqual({ text: accepted, routes: 1, isChanged: false })
})

it.each([
  ['with the line ends of another system', (text: string) => text.replaceAll('\n', '\r\n')],
  ['with a byte order mark', (text: string) => `\ufeff${text}`],
  ['with remarks of somebody', (text: string) => text.replace('    200:', '    # ours\n    200:')],
])('leaves a file %s as it is while it holds, and writes its own way what changed', (_, edited) => {
  const accepted = edited(watch(null, { id: 7, nome: 'x' }).updated().text)
  expect(watch(accepted, { id: 8, nome: 'y' }).updated()).toEqual({
    text: accepted,
    routes: 1,
    isChanged: false,
  })
  expect(watch(accepted, { id: 'a', nome: 'x' }).updated()).toEqual({
    text: watch(null, { id: 'a', nome: 'x' }).updated().text,
    routes: 1,
    isChanged: true,
  })
})

it('learns nothing of another address, and refuses what is no baseline', () => {
  const drift = watch(null)
  drift.learn(responded({ id: 7 }, 'https://outro.invalid/Api/v3/contatos/7'))
  expect(drift.updated().routes).toBe(0)
  expect(() => watch('nothing')).toThrow(expect.objectContaining({ file: 'baseline.yaml' }))
})
