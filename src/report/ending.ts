import { isRootError } from '../rules/finding.js'
import { fill } from '../words/catalogue.js'
import { durationText } from '../words/numerals.js'
import { worstVerdict } from './build-report.js'
import { acceptedLines, fixedLines, leftLines, requestsIn, stopLines } from './contract-lines.js'
import { type ComparedLine, diffTexts, linesAbout } from './diff/compare-requests.js'
import { factRows } from './fact-rows.js'
import {
  indented,
  type Look,
  labelled,
  lengthOf,
  moreLines,
  paint,
  signOf,
  VERDICT_COLOURS,
  verdictText,
  widthOf,
  wrap,
} from './look.js'
import { acceptCommand, headlineOf, problemsOf, routesOf } from './night.js'
import type { Report, ReportFinding } from './report.js'
import { brief, oneLine } from './safe-text.js'

/** A run that is over, as the end of the output shows it. */
export interface EndedRun {
  readonly report: Report
  /** The failing request compared with the correct one; empty if that cannot be derived or nothing differs. */
  readonly diff: readonly ComparedLine[]
  /** Paths as the user can open them from the working folder. */
  readonly files: readonly string[]
  /** Runs the same again; null if nothing was typed. */
  readonly repeatCommand: string | null
}

const MOST_DIFF_LINES = 5
const MOST_TEXT_LINES = 2
const MOST_FIX_LINES = 4
/** Problems of a contract run that are listed; the report has all. */
const MOST_PROBLEMS = 8

/**
 * The last lines of the output: the verdict with the first cause, the difference to a correct request, the fix, then
 * counts, profiles and the next commands. Everything else is in the report.
 */
export function drawEnding(run: EndedRun, look: Look): string[] {
  const { report } = run
  const cause = causeOf(report)
  const isContract = report.run.command === 'contract'
  return [
    '',
    ...headLines(report, cause, look),
    ...(isContract ? problemLines(report, look) : []),
    ...(cause && !isContract ? evidenceLines(cause, run, look) : []),
    ...fixLines(cause?.hint ?? report.fix, report, look),
    ...clientLines(report, look),
    ...(report.verdict === 'fail' ? [''] : []), // separates the failure from the figures
    ...countLines(report, cause, look),
    ...(isContract ? contractFacts(report, look) : []),
    ...revocationLines(report, look),
    ...profileLines(report, look),
    ...(report.verdict === 'pass' ? unprovenLines(report, look) : []),
    ...commandLines(run, cause, look),
  ]
}

/** The one line of `--quiet`. */
export function quietLine({ report }: Pick<EndedRun, 'report'>, look: Look): string {
  return `${paintedVerdict(report.verdict, look)}  ${summarySentence(report, look)}`
}

/** The first root error. In a contract run it is the first one in the list of problems, which begins with new ones. */
function causeOf(report: Report): ReportFinding | null {
  const { findings, run, verdict } = report
  if (verdict === 'pass') return null
  return (run.command === 'contract' ? problemsOf(report) : findings).find(isRootError) ?? null
}

function paintedVerdict(verdict: Report['verdict'], look: Look): string {
  return paint(paint(verdictText(verdict, look), VERDICT_COLOURS[verdict], look), 'bold', look)
}

function summarySentence(report: Report, { catalogue: { ui }, lang }: Look): string {
  if (report.run.command === 'contract' && report.verdict !== 'incomplete')
    return headlineOf(report, ui, lang)
  return report.cause ? brief(report.cause) : ui[`report.because.${report.verdict}`]
}

function headLines(report: Report, cause: ReportFinding | null, look: Look): string[] {
  const { run, verdict } = report
  const duration = durationText(run.durationMs, look.lang)
  const facts = [cause?.requirement, cause?.route, duration, run.profile].filter((fact) => fact != null)
  const needsSentence = verdict !== 'pass' || run.command === 'contract'
  return [
    `${paintedVerdict(verdict, look)}  ${paint(oneLine(facts.join(' · ')), 'dim', look)}`,
    ...(needsSentence ? indented(summarySentence(report, look), 2, look) : []),
  ]
}

/** Requirements that the time of a request broke, not its content. */
const TIMED = /\/(?:spacing|total-time|sequential)$/

/** The lines that differ from the correct request; if there are none, what was expected and what came. */
function evidenceLines(cause: ReportFinding, { report, diff }: EndedRun, look: Look): string[] {
  const width = widthOf(look) - 6
  const lines = TIMED.test(cause.requirement)
    ? [{ actual: brief(cause.actual), correct: brief(cause.expected) }] // the diff does not have the times
    : linesAbout(cause, diff).map((line) => shortenChanged(line, width))
  const texts = lines.flatMap(diffTexts)
  if (texts.length === 0) return expectedLines(cause, report, look)
  const shown = texts.slice(0, texts.length > MOST_DIFF_LINES ? MOST_DIFF_LINES - 1 : MOST_DIFF_LINES)
  return [
    ...shown.map(({ sign, text }) => {
      const line = `    ${sign} ${shorten(oneLine(text.trim()), width)}`
      return paint(line, sign === '-' ? 'red' : 'green', look)
    }),
    ...moreLines(texts.length - shown.length, look).map((line) => `    ${line}`),
  ]
}

/** Characters that stay of the common beginning of two lines: at its start, where the method is, and at its end. */
const KEPT_CHARS = 12

/** Cuts a piece out of the common beginning of two lines that would be too long to show where they differ. */
function shortenChanged(line: ComparedLine, width: number): ComparedLine {
  if (line.actual === null || line.correct === null) return line
  const [left, right] = [[...line.actual.trim()], [...line.correct.trim()]]
  const excess = Math.max(left.length, right.length) - width
  const firstDifference = left.findIndex((character, i) => character !== right[i])
  const common = firstDifference === -1 ? left.length : firstDifference
  const cut = Math.min(excess + 1, common - 2 * KEPT_CHARS) // one more, for the sign of the cut
  if (excess <= 0 || cut <= 0) return line
  const shortened = (characters: string[]) => characters.toSpliced(KEPT_CHARS, cut, '…').join('')
  return { ...line, actual: shortened(left), correct: shortened(right) }
}

function expectedLines(cause: ReportFinding, report: Report, look: Look): string[] {
  const rows = factRows(['expected', 'actual'], cause, report, look.catalogue)
  const column = Math.max(...rows.map(([label]) => lengthOf(label))) + 2
  return rows.flatMap(([label, text]) => {
    const lines = wrap(brief(text), widthOf(look) - column - 4).slice(0, MOST_TEXT_LINES)
    return labelled(label, lines, column, (name) => paint(name, 'dim', look)).map((line) => `  ${line}`)
  })
}

/** How to fix the cause. Below a list of several problems it says that this is the fix of the first. */
function fixLines(fix: string | undefined, report: Report, look: Look): string[] {
  if (fix === undefined) return []
  const isOneOfMany = report.run.command === 'contract' && problemsOf(report).length > 1
  const label = `${look.catalogue.ui[isOneOfMany ? 'ending.fix.first' : 'ending.fix']}: `
  const lines = wrap(brief(fix), widthOf(look) - 2 - lengthOf(label))
  if (lines.length > MOST_FIX_LINES)
    lines.splice(MOST_FIX_LINES - 1, lines.length, `${lines[MOST_FIX_LINES - 1]}…`)
  return labelled(label, lines, lengthOf(label)).map((line) => paint(line, 'bold', look))
}

/** If requests came and none began a run: how the command failed, with its last line as a quotation. */
function clientLines({ fix, output }: Report, look: Look): string[] {
  const last = output?.lines.findLast((line) => line.trim() !== '')
  if (fix === undefined || !output || output.status === 0 || last === undefined) return []
  const sentence = look.catalogue.ui[output.signal === null ? 'ending.client' : 'examine.command.killed']
  const { status, signal } = output
  const quotation = shorten(oneLine(last.trim()), widthOf(look) - 6)
  return [...indented(fill(sentence, { status, signal }, look.lang), 2, look), `    > ${quotation}`]
}

/** Each problem of a contract run: new or known, what is wrong, on how many routes, and its fingerprint. */
function problemLines(report: Report, look: Look): string[] {
  const { ui } = look.catalogue
  const problems = problemsOf(report)
  return [
    ...problems.slice(0, MOST_PROBLEMS).flatMap((finding) => {
      const { route, message, severity, since, fingerprint } = finding
      const count = routesOf(finding).length
      const routes = count > 1 ? ` (${fill(ui['contract.summary.routes'], { count }, look.lang)})` : ''
      const age = since ? `${ui[`night.since.${since}`]}  ` : ''
      const text = oneLine(`${route ?? ''} ${brief(message)}`.trim())
      const lines = wrap(`${age}${text}${routes} [${fingerprint}]`, widthOf(look) - 4)
      return labelled(signOf(severity), lines, 2, (sign) =>
        paint(sign, severity === 'error' ? 'red' : 'yellow', look),
      )
    }),
    ...moreLines(problems.length - MOST_PROBLEMS, look).map((line) => `    ${line}`),
  ]
}

/** `3 more errors · 2 warnings`: the errors that are not shown above, or the figures of a contract run; then warnings and notices. */
function countLines(report: Report, cause: ReportFinding | null, look: Look): string[] {
  const { ui } = look.catalogue
  const countOf = (wanted: string) => report.findings.filter(({ severity }) => severity === wanted).length
  const counts = [
    ...(report.run.command === 'contract' ? contractCounts(report, look) : runCounts(report, cause, look)),
    [ui['report.count.warnings'], countOf('warning')],
    [ui['report.count.notices'], countOf('info')],
  ] as const
  const sentences = counts
    .filter(([, count]) => count > 0)
    .map(([sentence, count]) => fill(sentence, { count }, look.lang))
  return sentences.length === 0 ? [] : indented(sentences.join(' · '), 2, look)
}

/** The headline of a contract run counts its problems already. */
function contractCounts({ findings, coverage, steps }: Report, { catalogue: { ui } }: Look) {
  const errors = findings.filter(({ severity }) => severity === 'error')
  return [
    [ui['ending.exercised'], coverage.routes.exercised.length],
    [ui['ending.requests'], requestsIn(steps)],
    [ui['ending.follow.all'], errors.filter(({ consequenceOf }) => consequenceOf !== null).length],
  ] as const
}

function runCounts({ findings }: Report, cause: ReportFinding | null, { catalogue: { ui } }: Look) {
  const errors = findings.filter(({ severity }) => severity === 'error')
  const follows = ({ consequenceOf }: ReportFinding) => cause !== null && consequenceOf === cause.fingerprint
  return [
    [ui['ending.repeats'], (cause?.occurrences?.length ?? 1) - 1], // the first occurrence is no repetition
    [ui['ending.follow'], errors.filter(follows).length],
    [ui['ending.more'], errors.filter(isRootError).length - (cause ? 1 : 0)],
  ] as const
}

/** Facts that a contract run must never hide: what is fixed, why it stopped early, what was accepted, what it left behind. */
function contractFacts(report: Report, look: Look): string[] {
  const { ui } = look.catalogue
  const rows = [
    [ui['night.fixed'], fixedLines(report).map(brief)],
    [ui['contract.summary.stops'], stopLines(report)],
    [ui['contract.summary.accepted'], acceptedLines(report, look)],
    [ui['contract.summary.left'], leftLines(report, look)],
  ] as const
  return rows.flatMap(([label, lines]) =>
    lines.length === 0 ? [] : [`  ${label}`, ...lines.map((line) => `    ${oneLine(line)}`)],
  )
}

/** If the token was revoked at each step in turn: a row of steps, and below a row with the sign of each outcome. */
function revocationLines({ runs = [] }: Report, look: Look): string[] {
  const { ui } = look.catalogue
  const worst = new Map<string, Report['verdict']>()
  for (const { death: step, verdict } of runs) {
    if (step === undefined) continue
    const name = step === 'never' ? ui['examine.step.never'] : String(step)
    worst.set(name, worstVerdict([verdict, worst.get(name) ?? verdict]))
  }
  if (worst.size === 0) return []
  const label = ui['ending.deaths']
  const signs = [...worst].map(([name, verdict]) => signOf(verdict).padEnd(lengthOf(name)))
  return labelled(label, [[...worst.keys()].join('  '), signs.join('  ')], lengthOf(label) + 2)
}

/** A line for each profile with its verdict and what it stands for; then the pace that satisfies all, if they differ in that. */
function profileLines({ profiles = [], cause, run, steps }: Report, look: Look): string[] {
  const { ui } = look.catalogue
  if (profiles.length === 0) return []
  const column = Math.max(...profiles.map(({ name }) => lengthOf(name))) + 2
  const lines = profiles.map((profile) => {
    const text = `  ${profile.name.padEnd(column)}${verdictText(profile.verdict, look)}`
    const room = widthOf(look) - lengthOf(text)
    const reason = profileReason(profile, cause, look)
    const meaning = profileMeaning(profile.name, reason !== null, look)
    const whole = oneLine(reason === null ? `  ${meaning}` : `  ${meaning}: ${reason}`)
    // On a narrow terminal the reason is more useful than the meaning.
    const shown = reason === null || lengthOf(whole) <= room ? whole : oneLine(`  ${reason}`)
    return paint(text, VERDICT_COLOURS[profile.verdict], look) + shorten(shown, room)
  })
  const pace = paceKey(profiles, run.command, steps)
  return [...lines, ...(pace === null ? [] : indented(ui[pace], 2, look))]
}

type Profiles = NonNullable<Report['profiles']>

/** Why the run does not pass under a profile; null if it passes or there is no reason to give. */
function profileReason(profile: Profiles[number], cause: string | null, { catalogue: { ui } }: Look) {
  if (profile.cause !== cause && profile.cause !== null) return brief(profile.cause)
  return profile.verdict === 'pass' || cause === null ? null : ui['ending.profile.same']
}

function profileMeaning(name: string, isShort: boolean, { catalogue: { ui } }: Look): string {
  if (name !== 'spec' && name !== 'bling') return ui['ending.profile.own']
  return isShort ? ui[`ending.profile.${name}.short`] : ui[`ending.profile.${name}`]
}

/** The key of the sentence about the pace, if the profiles disagree because of it. Our own run (`check`) paces itself. */
function paceKey(profiles: Profiles, command: string, steps: Report['steps']) {
  const disagree = new Set(profiles.map(({ verdict }) => verdict)).size > 1
  const broken = profiles.map(({ requirement }) => requirement ?? '')
  if (!disagree || !broken.some((requirement) => /spacing|total-time/.test(requirement))) return null
  if (command === 'check') return 'ending.pace.check'
  // A step at which the token was renewed is sent twice.
  const isRenewed = steps.some(({ exchanges }) => exchanges.length > 1)
  return isRenewed && broken.includes('homologation/total-time') ? 'ending.pace.renewal' : 'ending.pace'
}

function isHomologation({ steps }: Report): boolean {
  return steps.some(({ id }) => id === 'homologation/1')
}

/** The limits of a pass: the token was revoked at a single step, which was then sent twice, or at none. */
function unprovenLines(report: Report, look: Look): string[] {
  const { ui } = look.catalogue
  const { steps, run, runs = [] } = report
  const isEachStepTried = runs.some(({ death }) => death !== undefined)
  if (!isHomologation(report) || run.command === 'contract' || isEachStepTried) return []
  const step = steps.findIndex(({ exchanges }) => exchanges.length > 1) + 1
  return indented(step > 0 ? fill(ui['ending.death'], { step }, look.lang) : ui['ending.no-death'], 2, look)
}

/** `php artisan homologar` stands for the application's own command. */
const EXAMINE = 'npx homologa examine -- php artisan homologar'

/** The command that comes after a pass, by the command that passed. */
const NEXT_COMMANDS: Readonly<Record<string, string>> = {
  check: EXAMINE,
  examine: 'npx homologa review',
  proxy: 'npx homologa review',
  judge: 'npx homologa review',
}

/** Paths and commands are not wrapped, so that they can be opened and pasted. */
function commandLines({ report, files, repeatCommand }: EndedRun, cause: ReportFinding | null, look: Look) {
  const { ui } = look.catalogue
  const { run, verdict } = report
  const [problem] = run.command === 'contract' ? problemsOf(report) : []
  const afterPass = isHomologation(report) ? NEXT_COMMANDS[run.command] : null
  const afterOther = isUnattended(report, repeatCommand) ? EXAMINE : null
  const rows: (readonly [label: string, text: string | null | undefined])[] = [
    [ui['ending.report'], files.find((path) => path.endsWith('report.html')) ?? files[0]],
    [ui['ending.explain'], cause && `npx homologa explain ${cause.requirement}`],
    [ui['night.accept'], problem && acceptCommand(problem, report)],
    [ui['ending.again'], verdict === 'pass' ? null : repeatCommand],
    [ui['ending.next'], verdict === 'pass' ? afterPass : afterOther],
  ]
  const given = rows.flatMap(([label, text]) => (text ? [[label, text] as const] : []))
  const column = Math.max(...given.map(([label]) => lengthOf(label)), 0) + 2
  return given.map(([label, text]) => `  ${paint(label.padEnd(column), 'dim', look)}${oneLine(text)}`)
}

/** Whether nobody connected to `examine`, and no command was given after `--` that would connect. */
function isUnattended({ run, verdict, fix, steps }: Report, repeatCommand: string | null): boolean {
  const hasBegun = fix !== undefined || steps.some(({ exchanges }) => exchanges.length > 0)
  return (
    run.command === 'examine' && verdict === 'incomplete' && !hasBegun && !repeatCommand?.includes(' -- ')
  )
}

function shorten(text: string, width: number): string {
  return lengthOf(text) <= width ? text : `${[...text].slice(0, Math.max(0, width - 1)).join('')}…`
}
