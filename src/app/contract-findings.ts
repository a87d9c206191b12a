import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import {
  applyAcceptances,
  overrideSeverities,
  readAcceptances,
  type Severities,
} from '../drift/acceptance.js'
import type { Exchange } from '../exchange/exchange.js'
import type { Masker } from '../exchange/masking.js'
import { writeWhole } from '../exchange/write-whole.js'
import type { ContractJudge } from '../judging/contract-judge.js'
import { contractEndNote } from '../judging/notes.js'
import { readTextFile, readTextFileIfAny } from '../node/text-file.js'
import type { Finding } from '../rules/finding.js'
import { watchDrift } from '../run/contract/drift.js'
import { didYouMean, unknownError } from '../settings/did-you-mean.js'
import { isRequirementId, type RequirementId } from '../specification/requirements.js'
import { requirementNamed } from './explain.js'
import type { InvocationOf } from './invocation.js'
import { makeWritable, waitForWrite } from './kept-run.js'
import { readOpenApi } from './openapi.js'

type Contract = InvocationOf<'contract'>

/** The baseline, the user's OpenAPI document, and the severities and acceptances that the user chose. */
export type ContractSources = Awaited<ReturnType<typeof readSources>>

const BASELINE = 'homologa.baseline.yaml'
/** `contract` reads this file without a flag if it exists; `accept` writes it. */
export const ACCEPT_FILE = 'homologa.accept.yaml'

/** Reads what a contract run is judged by besides the specification. @throws InputError, SettingsError before anything is sent */
export async function readSources(invocation: Contract, baseUrl: string, maskText: Masker['maskText']) {
  const { options, settings } = invocation
  const isUpdated = options.updateBaseline === true
  const baselineFile = options.baseline ?? (isUpdated ? BASELINE : null)
  const drift =
    baselineFile === null ? null : await openBaseline(baselineFile, settings.cwd, isUpdated, baseUrl)
  const openapi =
    options.openapi === undefined ? null : await openDocument(options.openapi, settings.cwd, baseUrl)
  const openapiFindings: Finding[] = []
  return {
    drift,
    baselineFile,
    openapi,
    openapiFindings,
    severities: mergeSeverities(options.severity ?? [], Object.keys(invocation.catalogue.findings)),
    acceptances: await loadAcceptances(invocation, maskText),
    /** Compares an exchange with the document, and adds its response to the shapes that the baseline is compared with. */
    learn(exchange: Exchange): void {
      drift?.learn(exchange)
      if (openapi) openapiFindings.push(...openapi.observe(exchange))
    },
  }
}

/** A baseline that will be updated may be missing, but its folder must be writable before the long run begins. */
async function openBaseline(file: string, cwd: string, isUpdated: boolean, baseUrl: string) {
  if (isUpdated) await waitForWrite(file, makeWritable(dirname(resolve(cwd, file))))
  const text = await (isUpdated ? readTextFileIfAny : readTextFile)(file, cwd, 'settings.baseline')
  return watchDrift(text === null ? null : { text, file }, baseUrl)
}

async function openDocument(file: string, cwd: string, baseUrl: string) {
  const { createOpenApiContract } = await import('../drift/openapi/contract.js')
  return createOpenApiContract(await readOpenApi(file, cwd), { baseUrl })
}

/** The reasons of acceptances appear in every report, so they are masked. */
async function loadAcceptances({ options, settings, printMessage }: Contract, maskText: Masker['maskText']) {
  const file = options.accept ?? ACCEPT_FILE
  const isDefault = options.accept === undefined
  if (isDefault && !existsSync(resolve(settings.cwd, file))) return []
  const acceptances = await readAcceptances(await readTextFile(file, settings.cwd), file)
  if (isDefault) printMessage('acceptance.read', { file })
  return acceptances.map((acceptance) => ({ ...acceptance, reason: maskText(acceptance.reason) }))
}

/** @throws SettingsError if a name is no requirement and no code of one; it names the most similar one */
function mergeSeverities(flags: readonly Severities[], codes: readonly string[]): Severities {
  const severities = Object.assign({}, ...flags) as Severities
  for (const name of Object.keys(severities)) {
    if (isRequirementId(name) || codes.includes(name)) continue
    // A part of an id, with which `explain` would be content, becomes the suggestion. If nothing fits, `requirementNamed` throws.
    const near = name.includes(':') ? didYouMean(name, codes) : requirementNamed(name)
    throw unknownError('settings.requirement.unknown', near, { name })
  }
  return severities
}

/**
 * Judges the run by all sources. `ended`: everything that was planned was sent.
 *
 * @returns `endNote`: the note by which the journal is judged the same again. `otherwise`: the verdict if no finding failed the run, as under `--fail-on new`.
 * `accepted`: what the acceptances are about. `compared`: the comparison with the baseline, null without one
 */
export function contractFindings(judge: ContractJudge, sources: ContractSources, ended: boolean, now: Date) {
  const { drift, openapi, openapiFindings, severities, acceptances } = sources
  const compared = drift?.findings() ?? null
  // No exchange shows these: they come from the baseline and from the user's document.
  const further = [...(compared?.findings ?? []), ...openapiFindings]
  const furtherTested: RequirementId[] = [...(compared?.tested ?? [])]
  if (openapi) furtherTested.push('openapi/schema', 'openapi/field', 'openapi/status', 'openapi/operation')
  const today = now.toISOString().slice(0, 10)
  /** Applies the severities of the user, which leave out what is `off`, and then the acceptances. */
  const accept = (findings: readonly Finding[]) =>
    applyAcceptances(overrideSeverities(findings, severities), acceptances, today)
  /** The findings that `accept` leaves open, and the accepted ones with their acceptance. */
  const settle = (findings: readonly Finding[]): Finding[] => {
    const { open, accepted } = accept(findings)
    const marked = accepted.map(({ finding, acceptance: { reason, expires } }) => ({
      ...finding,
      acceptance: { reason, expires },
    }))
    return [...open, ...marked]
  }
  const contractEnd = { settle, ended, further, furtherTested }
  const all = [...judge.findings, ...further]
  // Findings that are left out are not in the note, so it names their requirements.
  const off = Object.keys(severities).filter((name) => severities[name] === 'off')
  const endNote = { ...contractEndNote(contractEnd, all), ...(off.length > 0 && { off }) }
  const withoutFindings = judge.judgement({ ...contractEnd, settle: () => [] })
  const otherwise: 'pass' | 'incomplete' = withoutFindings.verdict === 'pass' ? 'pass' : 'incomplete'
  return { judgement: judge.judgement(contractEnd), accepted: accept(all), compared, endNote, otherwise }
}

/** Writes the updated baseline, unless it would not change. */
export async function saveBaseline({ printMessage, settings }: Contract, sources: ContractSources) {
  if (!sources.drift || sources.baselineFile === null) return
  const { text, routes, isChanged } = sources.drift.updated()
  const path = sources.baselineFile
  if (isChanged) await waitForWrite(path, writeWhole(resolve(settings.cwd, path), text, 0o644))
  printMessage(isChanged ? 'contract.baseline.written' : 'contract.baseline.holds', { path, routes })
}

/** Prints what the user should know: expired and unused acceptances, and how much baseline and document covered. */
export function tellSources(
  { printMessage }: Contract,
  { openapi }: ContractSources,
  { accepted, compared }: ReturnType<typeof contractFindings>,
): void {
  for (const { acceptance, matches } of accepted.expired) {
    const { file, line, reason, expires } = acceptance
    printMessage('acceptance.expired', { place: `${file}:${line}`, reason, expires, matches })
  }
  for (const { file, line, reason } of accepted.stale)
    printMessage('acceptance.stale', { place: `${file}:${line}`, reason })
  if (compared && compared.notCompared.length > 0)
    printMessage('contract.baseline.not-compared', { count: compared.notCompared.length })
  if (openapi) {
    const { exercised, notExercised } = openapi.coverage()
    const all = exercised.length + notExercised.length
    printMessage('contract.openapi.coverage', { exercised: exercised.length, all })
  }
}
