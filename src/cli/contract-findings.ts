import { rename, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import {
  type Acceptance,
  type AcceptedFindings,
  applyAcceptances,
  readAcceptances,
} from '../drift/acceptance.js'
import type { OpenApiContract } from '../drift/openapi/contract.js'
import { overrideSeverities, type Severities } from '../drift/severities.js'
import type { Exchange } from '../exchange/exchange.js'
import type { ContractJudge } from '../judging/contract-judge.js'
import { type ContractNote, contractEndNote } from '../judging/notes.js'
import type { Finding, Judgement, Severity } from '../rules/finding.js'
import { type DriftFindings, type DriftWatch, watchDrift } from '../run/contract/drift.js'
import { ContractInputError } from '../run/input-error.js'
import type { RequirementId } from '../specification/requirements.js'
import { fill } from '../words/catalogue.js'
import type { Invocation } from './command.js'
import { readTextFile } from './text-file.js'

/** What judges a run beside the specification: the accepted baseline, the user's document, his severities and acceptances. */
export interface ContractSources {
  learn(exchange: Exchange): void
  readonly drift: DriftWatch | null
  readonly baselineFile: string | null
  readonly isNewBaseline: boolean
  readonly openapi: OpenApiContract | null
  readonly openapiFindings: Finding[]
  readonly severities: Severities
  readonly acceptances: readonly Acceptance[]
  /** Filled when the findings are settled. */
  accepted: AcceptedFindings<Finding> | null
  compared: DriftFindings | null
}

const BASELINE = 'homologa.baseline.yaml'

/** @throws InputError, SettingsError, ContractInputError before anything is sent */
export async function readSources(invocation: Invocation, baseUrl: string): Promise<ContractSources> {
  const { options, settings } = invocation
  const named = options.baseline === undefined ? null : String(options.baseline)
  const baselineFile = named ?? (options.updateBaseline === true ? BASELINE : null)
  const text =
    baselineFile === null ? null : await textOr(baselineFile, settings.cwd, options.updateBaseline === true)
  const drift =
    baselineFile === null ? null : watchDrift(text === null ? null : { text, file: baselineFile }, baseUrl)
  const openapi = options.openapi === undefined ? null : await openapiOf(invocation, baseUrl)
  const openapiFindings: Finding[] = []
  return {
    ...{ drift, baselineFile, isNewBaseline: text === null, openapi, openapiFindings },
    severities: severitiesOf(options.severity),
    acceptances: await acceptancesOf(invocation),
    accepted: null,
    compared: null,
    learn(exchange) {
      drift?.learn(exchange)
      if (openapi) openapiFindings.push(...openapi.observe(exchange))
    },
  }
}

/** A baseline that is about to be written need not exist. */
async function textOr(file: string, cwd: string, mayBeMissing: boolean): Promise<string | null> {
  try {
    return await readTextFile(file, cwd)
  } catch (error) {
    if (mayBeMissing && String((error as Error).message).includes('ENOENT')) return null
    throw error
  }
}

async function openapiOf({ options, settings }: Invocation, baseUrl: string): Promise<OpenApiContract> {
  const file = String(options.openapi)
  const [{ loadOpenApi }, { createOpenApiContract }] = await Promise.all([
    import('../drift/openapi/document.js'),
    import('../drift/openapi/contract.js'),
  ])
  return createOpenApiContract(await loadOpenApi(await readTextFile(file, settings.cwd), file), { baseUrl })
}

async function acceptancesOf({ options, settings }: Invocation): Promise<Acceptance[]> {
  if (options.accept === undefined) return []
  const file = String(options.accept)
  return readAcceptances(await readTextFile(file, settings.cwd), file)
}

const levels: readonly string[] = ['error', 'warning', 'info', 'off']

/** `--severity drift/added=warning`, repeatable. */
function severitiesOf(value: unknown): Severities {
  const texts = Array.isArray(value) ? (value as string[]) : []
  return Object.fromEntries(
    texts.map((text) => {
      const [name = '', level = ''] = text.split('=')
      if (name === '' || !levels.includes(level))
        throw new ContractInputError('contract.error.severity', { text })
      return [name, level as Severity | 'off']
    }),
  )
}

/** The judgement with everything that judges beside the specification. */
export function contractFindings(
  judge: ContractJudge,
  sources: ContractSources,
  ended: boolean,
  now: Date,
): { readonly judgement: Judgement; readonly end: ContractNote } {
  const compared = sources.drift?.findings() ?? null
  sources.compared = compared
  const tested: RequirementId[] = [
    ...(compared?.tested ?? []),
    ...(sources.openapi
      ? (['openapi/schema', 'openapi/field', 'openapi/status', 'openapi/operation'] as const)
      : []),
  ]
  const today = now.toISOString().slice(0, 10)
  const settled = (findings: readonly Finding[]) =>
    applyAcceptances(overrideSeverities(findings, sources.severities), sources.acceptances, today)
  const end = {
    ended,
    further: [...(compared?.findings ?? []), ...sources.openapiFindings],
    furtherTested: tested,
    settle: (findings: readonly Finding[]) => settled(findings).open,
  }
  const note = contractEndNote(end, [...judge.found, ...end.further])
  const judgement = judge.judgement({
    ...end,
    settle(findings) {
      sources.accepted = settled(findings)
      return sources.accepted.open
    },
  })
  return { judgement, end: note }
}

export async function saveBaseline(
  { io, settings, catalogue, lang }: Invocation,
  sources: ContractSources,
): Promise<void> {
  if (!sources.drift || sources.baselineFile === null) return
  const { text, routes } = sources.drift.updated()
  const path = resolve(settings.cwd, sources.baselineFile)
  await writeFile(`${path}.part`, text)
  await rename(`${path}.part`, path)
  io.err(`${fill(catalogue.ui['contract.baseline.written'], { path: sources.baselineFile, routes }, lang)}\n`)
}

/** What the sources have to say beside findings. */
export function tellSources({ io, catalogue, lang }: Invocation, sources: ContractSources): void {
  const { ui } = catalogue
  const say = (sentence: string, values: Record<string, string | number | null>) =>
    io.err(`${fill(sentence, values, lang)}\n`)
  const { accepted, compared, openapi } = sources
  if (accepted && accepted.accepted.length > 0)
    say(ui['contract.accepted'], { count: accepted.accepted.length })
  for (const { acceptance, matches } of accepted?.expired ?? []) {
    const { file, line, reason, expires } = acceptance
    say(ui['acceptance.expired'], { place: `${file}:${line}`, reason, expires, matches })
  }
  for (const { file, line, reason } of accepted?.stale ?? [])
    say(ui['acceptance.stale'], { place: `${file}:${line}`, reason })
  if (compared && compared.notCompared.length > 0)
    say(ui['contract.baseline.not-compared'], { count: compared.notCompared.length })
  if (openapi) {
    const { exercised, notExercised } = openapi.coverage()
    const all = exercised.length + notExercised.length
    say(ui['contract.openapi.coverage'], { exercised: exercised.length, all })
  }
}
