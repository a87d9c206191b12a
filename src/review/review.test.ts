import { expect, it } from 'vitest'
import type { Finding, Judgement } from '../rules/finding.js'
import type { ApplicationState } from '../specification/states.js'
import { loadCatalogue } from '../words/catalogue.js'
import type { RecordedRun } from './recorded-run.js'
import { describeReview } from './render-review.js'
import { combine, findMissingRun, type ReviewOutcome } from './review.js'

const judged = (verdict: Judgement['verdict']) =>
  ({ verdict, cause: null, steps: [], findings: [], readings: [] }) as unknown as Judgement
const run = (verdict: Judgement['verdict'], isOurOwn = false): RecordedRun => ({
  path: 'journal.ndjson',
  isOurOwn,
  profileName: null,
  judgement: {
    ...judged(verdict),
    coverage: { requirements: { tested: [], untested: [] }, routes: { exercised: [], notExercised: [] } },
  },
})

it.each([
  [null, ['no-run']],
  [run('pass', true), ['run-by-homologa']],
  [run('incomplete'), ['run-incomplete']],
  [run('fail'), []],
  [run('pass'), []],
])('%# names what is missing of the five steps', (recorded, codes) => {
  expect(findMissingRun(recorded).map(({ code }) => code)).toEqual(codes)
})

it('names the root of an application’s faults, not what follows from it', () => {
  const follows = { severity: 'error', consequenceOf: 'f', fingerprint: 'g' } as Finding
  const root = { severity: 'error', consequenceOf: null, fingerprint: 'f' } as Finding
  const application = { findings: [follows, root], open: [], tested: [] }
  const { cause, verdict } = combine(application, run('fail', true), [])
  expect([verdict, cause]).toEqual(['fail', root])
  expect(combine({ ...application, findings: [] }, run('fail', true), []).verdict).toBe('pass')
})

it.each<[ApplicationState | null, string]>([
  [null, 'Press "request review" now.'],
  ['em-desenvolvimento', 'Press "request review" now.'],
  ['rejeitado', 'Press "request review" now.'],
  ['em-revisao', 'There is nothing to press'],
])('says what to press where the application stands at %s', async (situation, words) => {
  const outcome = {
    verdict: 'pass',
    judgement: judged('pass'),
    open: [],
    run: null,
  } as unknown as ReviewOutcome
  const { sections } = describeReview(outcome, situation, {
    catalogue: await loadCatalogue('en'),
    lang: 'en',
    cwd: '.',
  })
  expect(sections[0]?.title).toContain(words)
})

it('says once what several warnings in a row advise', async () => {
  const warned = (code: string) => ({ code, values: {}, severity: 'warning', consequenceOf: null })
  const findings = ['homepage', 'manual', 'video'].map((name) =>
    warned(`application/${name}-link:this-machine`),
  )
  const other = warned('application/redirect-error:state-constant')
  const outcome = {
    verdict: 'pass',
    open: [],
    run: null,
    judgement: { ...judged('pass'), findings: [...findings, other] },
  } as unknown as ReviewOutcome
  const words = { catalogue: await loadCatalogue('en'), lang: 'en', cwd: '.' } as const
  const { sections } = describeReview(outcome, null, words)
  const advised = sections.find(({ lines }) => lines.length === 4)?.lines.map((line) => line.includes('→'))
  expect(advised).toEqual([false, false, true, true])
})
