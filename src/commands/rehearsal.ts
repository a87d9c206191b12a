import { homologation } from '../../suites/homologation.js'
import { createMasker, record } from '../exchange/masking.js'
import { judgeOwnRun } from '../judging/judged.js'
import type { Judgement } from '../rules/finding.js'
import { loadShapesOf } from '../specification/shapes.js'
import { userAgent } from '../version.js'
import { fill } from '../words/catalogue.js'
import { faultsOf, type MortalOptions, newSeed } from './embedded.js'
import type { Invocation } from './invocation.js'

/** Runs the steps many times in virtual time; whether every run passed. */
export async function rehearseFirst(invocation: Invocation<MortalOptions>, runs: number): Promise<boolean> {
  const [{ rehearse }, { createService }] = await Promise.all([
    import('../run/rehearsal/rehearse.js'),
    import('../service/service.js'),
  ])
  const { settings, options, signal, tell } = invocation
  const { profile, timeoutMs } = settings
  const { invalidateAt, seed = newSeed() } = options
  const own = { profile, enforce: true, ...(invalidateAt !== undefined && { invalidateAt }) }
  const faults = await faultsOf(options)
  const margins = new Map<string, number[]>()
  const masker = { current: createMasker() }
  let passed = 0
  tell('cli.rehearsal', { runs, seed })
  const rehearsal = rehearse({
    ...{ suite: homologation, profile, runs, seed, userAgent, timeoutMs },
    service: (drawn) => createService({ ...own, ...faults, seed: drawn }),
    onSecret: (kind, value) => masker.current.register(kind, value),
  })
  const shapes = await loadShapesOf(profile, 'homologacao')
  for await (const one of rehearsal) {
    const exchanges = one.exchanges.map((raw) => record(raw, masker.current))
    masker.current = createMasker()
    const facts = { profile, baseUrl: 'http://localhost/Api/v3', tokenUrl: null, toleranceMs: 0 }
    const judgement = judgeOwnRun(exchanges, { ...facts, source: 'run' }, null, shapes)
    collect(judgement, margins)
    if (judgement.verdict === 'pass') passed++
    else tellFailure(invocation, one, judgement)
    if (signal.aborted) break
  }
  tell('cli.rehearsal.passed', { passed, runs })
  tellMargins(invocation, margins)
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
  { tell, catalogue, lang }: Invocation,
  { number, seed }: { readonly number: number; readonly seed: string },
  { cause, verdict }: Judgement,
): void {
  const sentence = cause ? fill(catalogue.findings[cause.code].message, cause.values, lang) : verdict
  tell('cli.rehearsal.failed', { number, seed, cause: sentence })
}

function tellMargins({ tell }: Invocation, margins: ReadonlyMap<string, readonly number[]>): void {
  for (const [reading, values] of margins) {
    const sorted = [...values].sort((a, b) => a - b)
    const at = (part: number) => Math.round((sorted[Math.floor(part * (sorted.length - 1))] ?? 0) * 10) / 10
    tell('cli.rehearsal.margin', { reading, least: at(0), median: at(0.5), most: at(1) })
  }
}
