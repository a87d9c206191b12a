import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { judge } from '../../src/app/library/judge.js'
import { judgeBlob } from '../../src/page/judge/judge-blob.js'
import { noFacts } from '../../src/page/judge/protocol.js'
import type { Report } from '../../src/report/report.js'
import { loadCatalogue } from '../../src/words/catalogue.js'
import { harOf, product, rightRun, type Sent, shapes } from './tool-shapes.js'

const dir = mkdtempSync(join(tmpdir(), 'homologa-tools-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))
const words = { en: await loadCatalogue('en'), 'pt-BR': await loadCatalogue('pt-BR') }

/** One fault each, and what it alone breaks. */
const faults: readonly (readonly [requirement: string, (run: Sent[]) => unknown])[] = [
  ['homologation/hash-carried', ([, , , , put]) => delete put?.request['x-service-homologacao']],
  ['homologation/same-product', (run) => renamed(run[5])],
  ['homologation/situation', (run) => Object.assign(run[5] ?? {}, { body: '{"situation":"I"}' })],
  ['homologation/complete', (run) => run.pop()],
  ['homologation/answer-status', (run) => Object.assign(run[6] ?? {}, { status: 500, response: '{}' })],
  ['homologation/spacing', (run) => Object.assign(run[6] ?? {}, { atMs: (run[5]?.atMs ?? 0) + 1500 })],
  ['homologation/put-change', (run) => [run[2], run[4]].map((put) => unchanged(put))],
]

function renamed(sent: Sent | undefined): void {
  if (sent) sent.url = sent.url.replace('16842', '16843')
}

function unchanged(sent: Sent | undefined): void {
  if (sent) sent.body = JSON.stringify(product)
}

function told({ verdict, cause, findings, steps, readings, coverage, notices }: Report) {
  return { verdict, cause, findings, steps, readings, coverage, notices }
}

/** By the library and by the page, which must not differ. */
async function judged(text: string): Promise<Report> {
  const file = join(dir, 'session.har')
  writeFileSync(file, text)
  const order = { name: file, profile: null, facts: noFacts, askedAt: '2026-11-20T15:00:00.000Z', words }
  const { reports } = await judgeBlob({ ...order, recording: new Blob([text]) }, () => undefined)
  const { report } = await judge(file)
  expect(told(reports.en)).toEqual(told(report))
  return report
}

it.each(Object.entries(shapes))(
  'a HAR of %s shows a right run, and the one fault of another',
  async (_, shape) => {
    const right = await judged(harOf(shape, rightRun()))
    expect([right.verdict, right.findings.filter(({ severity }) => severity === 'error')]).toEqual([
      'pass',
      [],
    ])
    for (const [requirement, spoil] of faults) {
      const run = rightRun()
      spoil(run)
      const { findings } = await judged(harOf(shape, run))
      const roots = findings.filter(
        ({ severity, consequenceOf }) => severity === 'error' && consequenceOf === null,
      )
      expect([requirement, roots.map((one) => one.requirement)]).toEqual([requirement, [requirement]])
    }
  },
)
