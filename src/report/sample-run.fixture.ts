import type { Exchange } from '../exchange/exchange.js'
import type { RunHeader } from '../exchange/journal.js'
import type { Finding, Judgement, StepJudgement } from '../rules/finding.js'
import { homologationSteps, routeOf } from '../specification/homologation.js'
import { spec } from '../specification/profile.js'
import type { ReportMeta } from './build-report.js'

/** A text by which a service could break a report: it must stay text, in every format. */
export const HOSTILE =
  '\u001b[31m\u001b]0;owned\u0007 \u009b2J | `tick` ``two`` ]]> <script>alert(1)</script> <!-- & "q" \'s\' \u0000\u202e\ufffe \ud800 [x](javascript:1) @all #1 **b**\r\n# h\n| a | b |'

export const meta: ReportMeta = {
  id: '20260301-020000-abcd',
  command: 'check',
  startedAt: '2026-03-01T02:00:00.000Z',
  durationMs: 8123.4,
  version: '0.1.0',
  profile: spec,
  baseUrl: 'http://127.0.0.1:4000/Api/v3',
  embedded: true,
  repeats: 0,
  seed: 'seed-1',
}

export const header: RunHeader = {
  id: meta.id,
  command: meta.command,
  startedAt: meta.startedAt,
  tool: { name: 'homologa', version: meta.version },
  profile: spec,
  baseUrl: meta.baseUrl,
  tokenUrl: null,
  embedded: true,
  toleranceMs: 5,
  seed: meta.seed,
  source: 'run',
}

export function finding(changes: Partial<Finding> = {}): Finding {
  return {
    requirement: 'homologation/order',
    code: 'homologation/order:left-out',
    values: { left: 4, step: 5, before: 3 },
    severity: 'error',
    blame: 'application',
    step: 'homologation/5',
    route: 'DELETE /homologacao/produtos/{idProduto}',
    exchange: 'e5',
    consequenceOf: null,
    fingerprint: 'f1',
    ...changes,
  }
}

export function exchange(id: string, text = '{"data":{"nome":"Copo"}}'): Exchange {
  const number = Number(id.slice(1))
  return {
    id,
    source: 'run',
    channel: 'service',
    session: null,
    step: `homologation/${number}`,
    request: {
      method: 'PUT',
      url: 'http://127.0.0.1:4000/Api/v3/homologacao/produtos/16234567890?t=[access_token%231]',
      headers: [
        ['Authorization', 'Bearer [access_token#1]'],
        ['x-service-homologacao', 'd41d8cd98f00b204'],
      ],
      body: { text, sizeBytes: text.length, flaw: null },
    },
    response: {
      status: 200,
      headers: [['x-service-homologacao', 'e3b0c44298fc1c14']],
      body: { text, sizeBytes: text.length, flaw: null },
    },
    failure: null,
    startedAt: '2026-03-01T02:00:00.000Z',
    sentAtMs: number * 2001,
    respondedAtMs: number * 2001 + 12.25,
    gaps: [],
  }
}

function steps(verdicts: readonly StepJudgement['verdict'][]): StepJudgement[] {
  return homologationSteps.map((step, i) => ({
    id: step.id,
    number: step.number,
    route: routeOf(step),
    verdict: verdicts[i] ?? 'pass',
    gapMs: i === 0 ? null : 2001.04,
    durationMs: 12.25,
    exchanges: verdicts[i] === 'not-reached' ? [] : [`e${step.number}`],
  }))
}

const coverage: Judgement['coverage'] = {
  requirements: { tested: ['homologation/order'], untested: [{ id: 'auth/https', reason: 'loopback only' }] },
  routes: {
    exercised: ['GET /homologacao/produtos'],
    notExercised: [{ route: 'GET /anuncios', reason: 'not part of this run' }],
  },
}

const readings: Judgement['readings'] = [
  {
    id: 'spacing/at-least',
    verdict: 'pass',
    inForce: true,
    because: { code: 'spacing', values: {} },
    marginMs: 1.04,
  },
  {
    id: 'spacing/at-most',
    verdict: 'fail',
    inForce: false,
    because: { code: 'x', values: {} },
    marginMs: -2001.04,
  },
]

const root = finding({ step: 'homologation/3', exchange: 'e3' })
const consequence = finding({
  requirement: 'homologation/complete',
  step: null,
  exchange: 'e4',
  consequenceOf: 'f1',
  fingerprint: 'f2',
})
const warning = finding({ severity: 'warning', step: 'homologation/2', exchange: 'e2', fingerprint: 'f3' })
const hostile = finding({
  values: { left: HOSTILE, step: HOSTILE, before: HOSTILE },
  route: HOSTILE,
  fingerprint: HOSTILE,
})

/** A judgement for each verdict, and one with hostile texts. */
export const judgements = {
  pass: { verdict: 'pass', cause: null, steps: steps([]), findings: [], readings, coverage },
  fail: {
    verdict: 'fail',
    cause: root,
    steps: steps(['pass', 'pass', 'fail', 'not-reached', 'not-reached']),
    findings: [warning, consequence, root],
    readings,
    coverage,
  },
  incomplete: {
    verdict: 'incomplete',
    cause: null,
    steps: steps(['not-reached', 'not-reached', 'not-reached', 'not-reached', 'not-reached']),
    findings: [],
    readings: [],
    coverage,
  },
  hostile: {
    verdict: 'fail',
    cause: hostile,
    steps: steps(['pass', 'pass', 'pass', 'pass', 'fail']),
    findings: [
      hostile,
      { ...hostile, step: null, fingerprint: 'f9' },
      { ...hostile, severity: 'info', fingerprint: 'f8' },
    ],
    readings,
    coverage,
  },
} as const satisfies Record<string, Judgement>

export const exchanges: readonly Exchange[] = ['e1', 'e2', 'e3', 'e4']
  .map((id) => exchange(id))
  .concat(exchange('e5', HOSTILE))
