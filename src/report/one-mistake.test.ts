import { describe, expect, it } from 'vitest'
import { loadCatalogue } from '../words/catalogue.js'
import { buildReport, buildReportOfRuns } from './build-report.js'
import { renderJunit } from './junit.js'
import { finding, judgements, meta } from './sample-run.fixture.js'

const words = { catalogue: await loadCatalogue('en'), lang: 'en' as const }

function lost(step: number, more: Parameters<typeof finding>[0] = {}) {
  return finding({
    requirement: 'homologation/hash-carried',
    code: 'homologation/hash-carried:missing',
    values: { step, header: 'x-own-hash' },
    step: `homologation/${step}`,
    route: `PUT /homologacao/produtos/${step}`,
    exchange: `e${step}`,
    fingerprint: `lost${step}`,
    ...more,
  })
}

function judged(...findings: ReturnType<typeof finding>[]) {
  return { ...judgements.fail, cause: findings[0] ?? null, findings }
}

describe('one mistake is one finding', () => {
  it('merges the same mistake in several steps and tells each occurrence with its own evidence', () => {
    const { findings } = buildReport(meta, judged(lost(2), lost(3), lost(5)), words)
    expect(findings).toHaveLength(1)
    const places = findings[0]?.occurrences?.map(({ step, exchange }) => [step, exchange])
    expect(places).toEqual([
      ['homologation/2', 'e2'],
      ['homologation/3', 'e3'],
      ['homologation/5', 'e5'],
    ])
    const messages = findings[0]?.occurrences?.map(({ message }) => message)
    expect(messages).toEqual([2, 3, 5].map((step) => expect.stringContaining(`Step ${step}`)))
  })

  it('merges the same mistake over runs and names the run of each occurrence', () => {
    const runs = [lost(2), lost(4)].map((one) => ({ judgement: judged(one), session: null }))
    const { findings } = buildReportOfRuns(meta, runs, words)
    expect(findings.map(({ occurrences }) => occurrences?.map(({ run, step }) => [run, step]))).toEqual([
      [
        [1, 'homologation/2'],
        [2, 'homologation/4'],
      ],
    ])
  })

  it('keeps apart what is fixed in different places: another field, another kind, a consequence', () => {
    const field = (path: string) => lost(2, { values: { path }, fingerprint: path })
    const other = lost(2, { code: 'homologation/hash-carried:older', fingerprint: 'older' })
    const follows = lost(4, { requirement: 'homologation/complete', consequenceOf: 'lost2' })
    const { findings } = buildReport(meta, judged(lost(2), field('$.a'), field('$.b'), other, follows), words)
    expect(findings).toHaveLength(5)
  })

  it('calls a repetition what the rules tie to the first time, and keeps consequences tied to the merged finding', () => {
    const again = lost(3, { consequenceOf: 'lost2' })
    const follows = finding({
      requirement: 'homologation/complete',
      consequenceOf: 'lost2',
      fingerprint: 'c',
    })
    const { findings } = buildReport(meta, judged(lost(2), again, follows), words)
    expect(findings.map(({ occurrences }) => occurrences?.length)).toEqual([2, 1])
    expect(findings[1]?.consequenceOf).toBe(findings[0]?.fingerprint)
  })

  it('calls a repetition what this run did of its own before, though the rules tie it to another mistake', () => {
    const token = finding({
      requirement: 'homologation/token-renewed',
      code: 'homologation/token-renewed:same-token',
      fingerprint: 'token',
    })
    const again = lost(4, { consequenceOf: 'token' })
    const { findings } = buildReport(meta, judged(lost(2), token, again), words)
    expect(findings.map(({ code, occurrences }) => [code, occurrences?.length])).toEqual([
      ['homologation/hash-carried:missing', 2],
      ['homologation/token-renewed:same-token', 1],
    ])
  })

  it('keeps as a consequence what the run did not do of its own before', () => {
    const later = lost(5)
    const token = finding({ requirement: 'homologation/token-renewed', fingerprint: 'token' })
    const first = lost(4, { consequenceOf: 'token' })
    const { findings } = buildReport(meta, judged(token, first, later), words)
    expect(findings.map(({ consequenceOf }) => consequenceOf)).toEqual([null, 'token', null])
  })

  it('fails in junit.xml each step that shows it, with the route, exchange and evidence of that step', () => {
    const report = buildReport(meta, judged(lost(2), lost(3)), words)
    const cases = renderJunit(report, words.catalogue).split('<testcase')
    const third =
      cases.find((one) => one.includes('"homologation/3 ') || one.includes('homologation/3 PUT')) ?? ''
    expect(third).toContain('Exchange: e3')
    expect(third).toContain('Route: PUT /homologacao/produtos/3')
    expect(third).toContain('Step 3')
    expect(third).not.toContain('Exchange: e2')
  })
})
