import { homologation } from '../../suites/homologation.js'
import { createMasker, record } from '../exchange/masking.js'
import { judgeOwnRun } from '../judging/judge-recording.js'
import type { Judgement } from '../rules/finding.js'
import type { InvalidateAt } from '../service/settings.js'
import { loadShapes } from '../specification/shapes.js'
import { userAgent } from '../version.js'
import { fill } from '../words/catalogue.js'
import type { Invocation } from './command.js'
import { faultsOf } from './embedded.js'

/** Runs the steps many times in virtual time; whether every run passed. */
export async function rehearseFirst(
  invocation: Invocation,
  runs: number,
  invalidateAt: InvalidateAt | undefined,
): Promise<boolean> {
  const [{ rehearse }, { createService }] = await Promise.all([
    import('../run/rehearsal/rehearse.js'),
    import('../service/service.js'),
  ])
  const { settings, options, io, catalogue, lang } = invocation
  const { profile } = settings
  const faults = await faultsOf(options.fault)
  const seed = typeof options.seed === 'string' ? options.seed : Math.random().toString(36).slice(2, 8)
  const margins = new Map<string, number[]>()
  const masker = { current: createMasker() }
  let passed = 0
  io.err(`${fill(catalogue.ui['cli.rehearsal'], { runs, seed }, lang)}\n`)
  const rehearsal = rehearse({
    suite: homologation,
    profile,
    runs,
    seed,
    userAgent,
    timeoutMs: settings.timeoutMs,
    service: (own) =>
      createService({
        profile,
        enforce: true,
        seed: own,
        ...faults,
        ...(invalidateAt === undefined ? {} : { invalidateAt }),
      }),
    onSecret: (kind, value) => masker.current.register(kind, value),
  })
  const shapes = await loadShapes(['homologacao'])
  for await (const one of rehearsal) {
    const exchanges = one.exchanges.map((raw) => record(raw, masker.current))
    masker.current = createMasker()
    const facts = { profile, baseUrl: 'http://localhost/Api/v3', tokenUrl: null, toleranceMs: 0 }
    const judgement = judgeOwnRun(exchanges, { ...facts, source: 'run' }, null, shapes)
    collect(judgement, margins)
    if (judgement.verdict === 'pass') passed++
    else tellFailure(invocation, one.number, one.seed, judgement)
    if (io.signal.aborted) break
  }
  tellMargins(invocation, runs, passed, margins)
  return passed === runs
}

function collect(judgement: Judgement, margins: Map<string, number[]>): void {
  for (const { id, marginMs, inForce } of judgement.readings) {
    if (!inForce || marginMs === null || !Number.isFinite(marginMs)) continue
    const known = margins.get(id) ?? []
    known.push(marginMs)
    margins.set(id, known)
  }
}

function tellFailure(
  { io, catalogue, lang }: Invocation,
  number: number,
  seed: string,
  judgement: Judgement,
): void {
  const { cause } = judgement
  const sentence = cause
    ? fill(catalogue.findings[cause.code].message, cause.values, lang)
    : judgement.verdict
  io.err(`  ✗ ${fill(catalogue.ui['cli.rehearsal.failed'], { number, seed, cause: sentence }, lang)}\n`)
}

function tellMargins(
  { io, catalogue, lang }: Invocation,
  runs: number,
  passed: number,
  margins: ReadonlyMap<string, readonly number[]>,
): void {
  io.err(`  ${fill(catalogue.ui['cli.rehearsal.passed'], { passed, runs }, lang)}\n`)
  for (const [reading, values] of margins) {
    const sorted = [...values].sort((a, b) => a - b)
    const at = (part: number) => Math.round((sorted[Math.floor(part * (sorted.length - 1))] ?? 0) * 10) / 10
    const shown = { reading, least: at(0), median: at(0.5), most: at(1) }
    io.err(`  ${fill(catalogue.ui['cli.rehearsal.margin'], shown, lang)}\n`)
  }
}
