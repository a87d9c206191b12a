import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import {
  type Acceptance,
  type AcceptedFindings,
  applyAcceptances,
  overrideSeverities,
  readAcceptances,
  type Severities,
} from '../drift/acceptance.js'
import type { OpenApiContract } from '../drift/openapi/contract.js'
import type { Exchange } from '../exchange/exchange.js'
import type { Masker } from '../exchange/masking.js'
import { writeWhole } from '../exchange/write-whole.js'
import type { ContractJudge } from '../judging/contract-judge.js'
import { type ContractNote, contractEndNote } from '../judging/notes.js'
import { readTextFile, readTextFileIfAny } from '../node/text-file.js'
import type { Finding, Judgement } from '../rules/finding.js'
import { type DriftFindings, type DriftWatch, watchDrift } from '../run/contract/drift.js'
import { didYouMean } from '../settings/did-you-mean.js'
import { isRequirementId, type RequirementId } from '../specification/requirements.js'
import { SettingsError } from '../words/errors.js'
import { requirementNamed } from './explain.js'
import type { Invocation } from './invocation.js'
import { makeWritable, written } from './kept-run.js'
import { readOpenApi } from './openapi.js'
import type { Options } from './options.js'

type Contract = Invocation<Options<'contract'>>

/** Further sources of a run's judgement: baseline, OpenAPI document, severities and acceptances of the user. */
export interface ContractSources {
  learn(exchange: Exchange): void
  readonly drift: DriftWatch | null
  readonly baselineFile: string | null
  readonly openapi: OpenApiContract | null
  readonly openapiFindings: Finding[]
  readonly severities: Severities
  readonly acceptances: readonly Acceptance[]
  /** Filled when the findings are settled. */
  accepted: AcceptedFindings<Finding> | null
  compared: DriftFindings | null
}

const BASELINE = 'homologa.baseline.yaml'
/** Read without a flag where it is there; `accept` writes it. */
export const ACCEPT_FILE = 'homologa.accept.yaml'

/** @throws InputError, SettingsError before anything is sent */
export async function readSources(
  invocation: Contract,
  baseUrl: string,
  maskText: Masker['maskText'],
): Promise<ContractSources> {
  const { options, settings } = invocation
  const isUpdated = options.updateBaseline === true
  const baselineFile = options.baseline ?? (isUpdated ? BASELINE : null)
  const drift = baselineFile === null ? null : await driftOf(baselineFile, settings.cwd, isUpdated, baseUrl)
  const openapi =
    options.openapi === undefined ? null : await openapiOf(options.openapi, settings.cwd, baseUrl)
  const openapiFindings: Finding[] = []
  return {
    drift,
    baselineFile,
    openapi,
    openapiFindings,
    severities: severitiesOf(options.severity ?? [], Object.keys(invocation.catalogue.findings)),
    acceptances: await acceptancesOf(invocation, maskText),
    accepted: null,
    compared: null,
    learn(exchange) {
      drift?.learn(exchange)
      if (openapi) openapiFindings.push(...openapi.observe(exchange))
    },
  }
}

/** A baseline that will be written may be missing; that it cannot be written is reported before the night. */
async function driftOf(file: string, cwd: string, isUpdated: boolean, baseUrl: string): Promise<DriftWatch> {
  if (isUpdated) await written(file, makeWritable(dirname(resolve(cwd, file))))
  const text = await (isUpdated ? readTextFileIfAny : readTextFile)(file, cwd, 'settings.baseline')
  return watchDrift(text === null ? null : { text, file }, baseUrl)
}

async function openapiOf(file: string, cwd: string, baseUrl: string): Promise<OpenApiContract> {
  const { createOpenApiContract } = await import('../drift/openapi/contract.js')
  return createOpenApiContract(await readOpenApi(file, cwd), { baseUrl })
}

/** The reasons of acceptances appear in every report, so they are masked. */
async function acceptancesOf(
  { options, settings, tell }: Contract,
  maskText: Masker['maskText'],
): Promise<Acceptance[]> {
  const { accept: named } = options
  const file = named ?? ACCEPT_FILE
  if (named === undefined && !existsSync(resolve(settings.cwd, file))) return []
  const acceptances = await readAcceptances(await readTextFile(file, settings.cwd), file)
  if (named === undefined) tell('acceptance.read', { file })
  return acceptances.map((one) => ({ ...one, reason: maskText(one.reason) }))
}

/** @throws SettingsError where no requirement, and no code of one, has the name; it says which was probably meant */
function severitiesOf(given: readonly Severities[], codes: readonly string[]): Severities {
  const severities = Object.assign({}, ...given) as Severities
  for (const name of Object.keys(severities)) {
    if (isRequirementId(name) || codes.includes(name)) continue
    const near = name.includes(':') ? didYouMean(name, codes) : requirementNamed(name)
    const key = near ? 'settings.requirement.unknown-near' : 'settings.requirement.unknown'
    throw new SettingsError(key, { name, near })
  }
  return severities
}

/** Adds the further sources to the judgement. */
export function contractFindings(
  judge: ContractJudge,
  sources: ContractSources,
  ended: boolean,
  now: Date,
): {
  readonly judgement: Judgement
  readonly end: ContractNote
  /** The verdict if no finding failed the run. */
  readonly otherwise: 'pass' | 'incomplete'
} {
  const compared = sources.drift?.findings() ?? null
  sources.compared = compared
  const tested: RequirementId[] = [...(compared?.tested ?? [])]
  if (sources.openapi) tested.push('openapi/schema', 'openapi/field', 'openapi/status', 'openapi/operation')
  const today = now.toISOString().slice(0, 10)
  const settle = (findings: readonly Finding[]) => {
    const own = overrideSeverities(findings, sources.severities)
    sources.accepted = applyAcceptances(own, sources.acceptances, today)
    const { open, accepted } = sources.accepted
    return [
      ...open,
      ...accepted.map(({ finding, acceptance: { reason, expires } }) => ({
        ...finding,
        acceptance: { reason, expires },
      })),
    ]
  }
  const end = {
    settle,
    ended,
    further: [...(compared?.findings ?? []), ...sources.openapiFindings],
    furtherTested: tested,
  }
  const off = Object.keys(sources.severities).filter((name) => sources.severities[name] === 'off')
  const note = {
    ...contractEndNote(end, [...judge.found, ...end.further]),
    ...(off.length > 0 && { off }),
  }
  const judgement = judge.judgement(end)
  const isWhole = judge.judgement({ ...end, settle: () => [] }).verdict === 'pass'
  return { judgement, end: note, otherwise: isWhole ? 'pass' : 'incomplete' }
}

export async function saveBaseline({ tell, settings }: Contract, sources: ContractSources): Promise<void> {
  if (!sources.drift || sources.baselineFile === null) return
  const { text, routes, isChanged } = sources.drift.updated()
  if (isChanged) await writeWhole(resolve(settings.cwd, sources.baselineFile), text, 0o644)
  const key = isChanged ? 'contract.baseline.written' : 'contract.baseline.holds'
  tell(key, { path: sources.baselineFile, routes })
}

/** Reports notices of the further sources. */
export function tellSources({ tell }: Contract, { accepted, compared, openapi }: ContractSources): void {
  for (const { acceptance, matches } of accepted?.expired ?? []) {
    const { file, line, reason, expires } = acceptance
    tell('acceptance.expired', { place: `${file}:${line}`, reason, expires, matches })
  }
  for (const { file, line, reason } of accepted?.stale ?? [])
    tell('acceptance.stale', { place: `${file}:${line}`, reason })
  if (compared && compared.notCompared.length > 0)
    tell('contract.baseline.not-compared', { count: compared.notCompared.length })
  if (openapi) {
    const { exercised, notExercised } = openapi.coverage()
    const all = exercised.length + notExercised.length
    tell('contract.openapi.coverage', { exercised: exercised.length, all })
  }
}
