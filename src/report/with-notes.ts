import { pathOf, trimSlash } from '../exchange/address.js'
import type { Note } from '../exchange/read-journal.js'
import { homologationSteps, routeOf } from '../specification/homologation.js'
import { fill } from '../words/catalogue.js'
import { type MessageReference, say } from '../words/errors.js'
import { renewalWords, type TokenlessFlaw } from '../words/renewal-words.js'
import { withLeft } from './left-records.js'
import type { Words } from './look.js'
import { type Against, compareWithEarlier } from './night.js'
import { type Report, reportSchema } from './report.js'
import { messageOf, withLeastRoutes } from './report-of.js'

/** Facts about a run that its exchanges do not show. */
interface RunFacts {
  readonly notes: readonly Note[]
  /** Sentences for the reader, such as that the recording is damaged. */
  readonly notices?: readonly MessageReference[]
  /** The kinds of requests in the recording, if the last notice introduces them. */
  readonly kinds?: readonly string[]
  /** A run that exercised fewer routes than this is incomplete; null: any number is enough. Default: as the run was planned. */
  readonly leastRoutes?: number | null | undefined
}

/**
 * Adds to a report what the notes of the journal say: the earlier run that it was compared with, why it ended early, how
 * the application's command ended, the records that it left in the account, and faults that never took effect.
 */
export function withNotes(report: Report, facts: RunFacts, words: Words): Report {
  const { notices = [], kinds = [], leastRoutes = plannedLeastRoutes(facts.notes) } = facts
  // a process that was killed could not note why it stopped
  const wasKilled = notices.some(({ key }) => key === 'judge.without-end')
  const notes = wasKilled ? [...facts.notes, { kind: 'stopped', code: 'killed' }] : facts.notes
  // The comparison comes first, because it may take the cause away. Later additions keep or complete the cause that they find,
  // and `withClient` reads the `fix` of `withNoRun`.
  const compared = withAgainst(withOff(report, notes), notes, leastRoutes, words)
  const additions = [withMissingCause<Report>, withStops, withNoRun, withClient, withLeft, withIdleFault]
  const whole = additions.reduce((before, addTo) => addTo(before, notes, words), compared)
  if (notices.length === 0) return whole
  const sentences = notices.map((notice) => say(notice, words.catalogue, words.lang))
  return { ...whole, notices: [...sentences, ...kinds] }
}

/** Lists the requirements that the user turned off, so that their findings do not look fixed. */
function withOff(report: Report, notes: readonly Note[]): Report {
  const off = notes.findLast(({ kind }) => kind === 'contract-end')?.off
  return Array.isArray(off) ? { ...report, off } : report
}

/** A pass in spite of a fault of `--fault` proves nothing if the fault never took effect. */
function withIdleFault(report: Report, notes: readonly Note[], words: Words): Report {
  const [idle] = idleFaults(notes, words)
  if (report.verdict !== 'pass' || idle === undefined) return report
  return { ...report, verdict: 'incomplete', cause: idle }
}

/** One sentence for each fault of `--fault` that never took effect. */
export function idleFaults(notes: readonly Note[], { catalogue: { ui }, lang }: Words): string[] {
  return notes
    .filter(({ kind }) => kind === 'idle-fault')
    .map(({ name, breaks }) => fill(ui['run.fault.idle'], { name: `${name}`, breaks: `${breaks}` }, lang))
}

/**
 * The note about the earlier run that a contract run is compared with, so that `report` compares it again. `occurrences`
 * repeat the places with sentences, which a comparison does not read.
 */
export function againstNote({ before, ...options }: Against): Note {
  const findings = before?.findings.map(({ occurrences, ...finding }) => finding) ?? []
  return { kind: 'against', ...options, before: before && { run: before.run, findings } }
}

/**
 * Compares the report with the earlier run in the notes, whose findings are told in the language of this report. The comparison
 * may turn `fail` into `pass`, so routes are counted again.
 */
function withAgainst(report: Report, notes: readonly Note[], least: number | null, words: Words): Report {
  const against = readAgainst(notes)
  if (against === null) return report
  const compared = compareWithEarlier(report, against)
  const fixed = compared.fixed.map((finding) => ({
    ...finding,
    message: messageOf(finding, words) ?? finding.message,
  }))
  return withLeastRoutes({ ...compared, fixed }, least, words)
}

const earlierRun = reportSchema.pick({ run: true, findings: true }).nullable()

function readAgainst(notes: readonly Note[]): Against | null {
  const note = notes.findLast(({ kind }) => kind === 'against')
  const before = earlierRun.safeParse(note?.before)
  if (!note || !before.success) return null
  return {
    before: before.data,
    failOn: note.failOn === 'new' ? 'new' : 'any',
    otherwise: note.otherwise === 'pass' ? 'pass' : 'incomplete',
  }
}

function plannedLeastRoutes(notes: readonly Note[]): number | null {
  const least = notes.findLast(({ kind }) => kind === 'contract-plan')?.leastRoutes
  return typeof least === 'number' ? least : null
}

/** The note about how the command of the application under test ended. */
export interface ClientNote extends Note {
  readonly kind: 'client'
  readonly command: string
  readonly status: number | null
  readonly signal: string | null
  /** The last lines that it printed. */
  readonly lines: readonly string[]
}

/** Adds what the application's command printed. If it failed and sent no request, that is the cause. */
function withClient(report: Report, notes: readonly Note[], { catalogue: { ui }, lang }: Words): Report {
  const clients = notes.filter(isClientNote)
  const client = clients.find(hasFailed) ?? clients.at(-1)
  if (!client) return report
  const { command, status, signal, lines } = client
  const output = { command, status, signal, lines: [...lines] }
  // `fix` is set if requests came; then they are the cause
  const hasSentNothing = isWithoutRun(report) && report.fix === undefined
  if (!hasSentNothing || !hasFailed(client)) return { ...report, output }
  const line = lines.findLast((text) => text.trim() !== '')?.trim() ?? ''
  const ending = line === '' ? 'silent' : 'failed'
  const sentence = ui[`examine.command.${signal === null ? ending : 'killed'}`]
  const ended = fill(sentence, { status, signal, line }, lang)
  const withFullStop = ended.replace(/(?<![.!?])$/, '.')
  const cause = report.cause === null ? ended : `${withFullStop} ${report.cause}`
  return { ...report, output, cause }
}

function isWithoutRun({ verdict, steps }: Report): boolean {
  return verdict === 'incomplete' && steps.every(({ exchanges }) => exchanges.length === 0)
}

/**
 * If requests came and none of them was step 1, that is the cause, and `fix` says how to begin. A request whose token belongs to
 * no session (`auth/bearer`) may be a step 1, so its own cause and hint stay.
 */
function withNoRun(report: Report, notes: readonly Note[], { catalogue: { ui }, lang }: Words): Report {
  const ended = notes.findLast(({ kind }) => kind === 'ended')
  const [count, first] = [ended?.seen, ended?.first]
  if (!isWithoutRun(report) || typeof count !== 'number' || typeof first !== 'string') return report
  const stray = report.findings.find(({ message }) => message === report.cause)
  if (stray?.requirement === 'auth/bearer') return { ...report, fix: stray.hint }
  const cause = fill(ui['report.no-run'], { count, first }, lang)
  const route = routeOf(homologationSteps[0])
  const basePath = trimSlash(pathOf(report.run.target.baseUrl)).replace(/^\/$/, '')
  const fix = fill(ui['report.no-run.fix'], { route: route.replace(' ', ` ${basePath}`) }, lang)
  // `first` is a line like `GET /produtos → 200`; a cause about that path would repeat it
  const isShown = stray !== undefined && first.includes(`${stray.values.path} →`)
  return { ...report, cause: isShown ? cause : [cause, report.cause].join(' ').trim(), fix }
}

export function isClientNote(note: Note): note is ClientNote {
  return note.kind === 'client'
}

function hasFailed({ status, signal }: ClientNote): boolean {
  return signal !== null || status !== 0
}

/**
 * Gives a cause to an incomplete report that has none: that the run was interrupted, or that it had no token; otherwise
 * why the first unreached step was not reached.
 */
export function withMissingCause<R extends Pick<Report, 'verdict' | 'cause' | 'steps'>>(
  report: R,
  notes: readonly Note[],
  words: Words,
): R {
  if (report.verdict !== 'incomplete' || report.cause !== null) return report
  const interruption = notes.find(({ kind, code }) => kind === 'stopped' && isInterruption(code))
  const reason = interruption ? stopReason(interruption, words) : tokenlessSentence(notes, words)
  const hasBegun = report.steps.some(({ verdict }) => verdict === 'pass')
  return { ...report, cause: reason ?? (hasBegun ? firstUnreached(report) : null) }
}

/** Lists why a contract run ended early. A run that fails may have ended early as well. */
export function withStops(report: Report, notes: readonly Note[], words: Words): Report {
  const isContract = report.run.command === 'contract' || notes.some(({ kind }) => kind === 'contract-plan')
  const stopped = notes.filter(({ kind }) => kind === 'stopped')
  if (!isContract || stopped.length === 0) return report
  return { ...report, stops: stopped.map((note) => ({ reason: stopReason(note, words) })) }
}

function stopReason(note: Note, words: Words): string {
  const { ui } = words.catalogue
  if (isInterruption(note.code)) return ui[`run.stopped.${note.code}`]
  return noTokenSentence(note, words) ?? ui['run.stopped.otherwise']
}

/** `killed`: the process ended before it could note why. */
function isInterruption(code: unknown): code is 'interrupted' | 'killed' {
  return code === 'interrupted' || code === 'killed'
}

/** The first step that was not reached, and why; null if all were. */
export function firstUnreached({ steps }: Pick<Report, 'steps'>): string | null {
  const first = steps.find(({ verdict }) => verdict === 'not-reached')
  return first?.reason ? `${first.id}: ${first.reason}` : null
}

/** Why the run had no token to go on with, which no exchange may show; null if it ended for another reason. */
export function tokenlessSentence(notes: readonly Note[], words: Words): string | null {
  const stop = notes.findLast(({ kind }) => kind === 'stopped')
  return stop ? noTokenSentence(stop, words) : null
}

/** `code` says that there was no token; `flaw`, the end of a key `run.renewal.…`, says why. null for other notes. */
function noTokenSentence({ code, flaw, evidence }: Note, { catalogue, lang }: Words): string | null {
  const { ui } = catalogue
  if (code !== 'no-token' && code !== 'renewal-failed') return null
  if (!Object.hasOwn(ui, `run.renewal.${flaw}`)) return null
  const why = renewalWords(flaw as TokenlessFlaw, { ...(evidence as object) }, ui, lang)
  return fill(ui[`run.stopped.${code}`], { why }, lang)
}
