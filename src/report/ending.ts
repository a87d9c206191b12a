import { isRootError } from '../rules/finding.js'
import { fill } from '../words/catalogue.js'
import { durationText } from '../words/numerals.js'
import { acceptedLines } from './accepted-lines.js'
import { type ComparedLine, diffTexts, linesAbout } from './diff/compare-requests.js'
import { leftLines } from './left-records.js'
import { indented, type Look, lengthOf, paint, widthOf, wrap } from './look.js'
import { acceptCommand, headlineOf, problemsOf, routesOf } from './night.js'
import type { Report, ReportFinding } from './report.js'
import { brief, oneLine } from './safe-text.js'
import { signOf } from './sign.js'
import { stopLines } from './with-stop.js'

/** A run that is over, as the end of the output shows it. */
export interface EndedRun {
  readonly report: Report
  /** The failing request compared with the correct one; empty if that cannot be derived or nothing differs. */
  readonly diff: readonly ComparedLine[]
  /** As the user may open them. */
  readonly files: readonly string[]
  /** Runs the same again; null if nothing was typed. */
  readonly repeatCommand: string | null
}

const COLOURS = { pass: 'green', fail: 'red', incomplete: 'yellow' } as const
const MOST_DIFF_LINES = 5
const MOST_TEXT_LINES = 2
const MOST_FIX_LINES = 3
/** Problems of a contract run that are listed; the report has all. */
const MOST_PROBLEMS = 8

/**
 * The last lines of the output: the verdict with the first cause, the difference to a correct request, the fix, then counts, profiles and
 * the commands that come next. Nothing is said twice, and everything else is in the report.
 */
export function drawEnding(run: EndedRun, look: Look): string[] {
  const { report } = run
  const cause = causeOf(report)
  const isContract = report.run.command === 'contract'
  return [
    '',
    ...headLines(report, cause, look),
    ...(isContract ? problemLines(report, look) : []),
    ...(cause && !isContract ? evidenceLines(cause, run.diff, look) : []),
    ...(cause ? fixLines(cause, isContract && problemsOf(report).length > 1, look) : []),
    ...(report.verdict === 'fail' ? [''] : []),
    ...countLines(report, cause, look),
    ...(isContract ? besideLines(report, look) : []),
    ...deathLines(report, look),
    ...profileLines(report, look),
    ...(report.verdict === 'pass' ? unprovenLines(report, look) : []),
    ...commandLines(run, cause, look),
  ]
}

/** The one line of `--quiet`. */
export function quietLine({ report }: Pick<EndedRun, 'report'>, look: Look): string {
  return `${verdictWord(report.verdict, look)}  ${sentenceOf(report, look)}`
}

/** Of a contract run, the first error in the list of its problems. */
function causeOf(report: Report): ReportFinding | null {
  const { findings, run, verdict } = report
  if (verdict === 'pass') return null
  return (run.command === 'contract' ? problemsOf(report) : findings).find(isRootError) ?? null
}

function verdictWord(verdict: Report['verdict'], look: Look): string {
  const word = `${signOf(verdict)} ${look.catalogue.ui[`report.verdict.${verdict}`]}`
  return paint(paint(word, COLOURS[verdict], look), 'bold', look)
}

function sentenceOf(report: Report, { catalogue: { ui }, lang }: Look): string {
  if (report.run.command === 'contract' && report.verdict !== 'incomplete')
    return headlineOf(report, ui, lang)
  return report.cause ? brief(report.cause) : ui[`report.because.${report.verdict}`]
}

function headLines(report: Report, cause: ReportFinding | null, look: Look): string[] {
  const facts = [
    cause?.requirement ?? null,
    cause?.route ?? null,
    durationText(report.run.durationMs, look.lang),
    report.run.profile,
  ].filter((fact) => fact !== null)
  return [
    `${verdictWord(report.verdict, look)}  ${paint(oneLine(facts.join(' · ')), 'dim', look)}`,
    ...(report.verdict === 'pass' && report.run.command !== 'contract'
      ? []
      : indented(sentenceOf(report, look), 2, look)),
  ]
}

/** The lines that differ from the correct request, or else what was expected and what came. */
function evidenceLines(cause: ReportFinding, diff: readonly ComparedLine[], look: Look): string[] {
  const isTimed = TIMED.test(cause.requirement)
  const changed = isTimed ? timeTexts(cause) : linesAbout(cause, diff).flatMap(diffTexts)
  if (changed.length === 0) return expectedLines(cause, look)
  const room = widthOf(look) - 4
  const shown = changed.slice(0, changed.length > MOST_DIFF_LINES ? MOST_DIFF_LINES - 1 : MOST_DIFF_LINES)
  const left = changed.length - shown.length
  const more = left > 0 ? [`    ${fill(look.catalogue.ui['report.more'], { count: left }, look.lang)}`] : []
  return [
    ...shown.map(({ sign, text }) => {
      const line = `    ${sign} ${shortened(oneLine(text.trim()), room - 2)}`
      return paint(line, sign === '-' ? 'red' : 'green', look)
    }),
    ...more,
  ]
}

/** Requirements that the moment of a request broke, not what it carried. */
const TIMED = /\/(?:spacing|total-time|sequential)$/

function timeTexts({ actual, expected }: ReportFinding): ReturnType<typeof diffTexts> {
  return [
    { sign: '-', text: brief(actual) },
    { sign: '+', text: brief(expected) },
  ]
}

function expectedLines({ expected, actual }: ReportFinding, look: Look): string[] {
  const { ui } = look.catalogue
  const labels = [ui['report.label.expected'], ui['report.label.actual']]
  const column = Math.max(...labels.map(lengthOf)) + 2
  return [expected, actual].flatMap((text, i) => {
    const lines = wrap(brief(text), widthOf(look) - column - 4).slice(0, MOST_TEXT_LINES)
    return lines.map(
      (line, at) => `    ${paint((at === 0 ? (labels[i] ?? '') : '').padEnd(column), 'dim', look)}${line}`,
    )
  })
}

/** `isFirst`: it stands below a list of problems, and is that of the first. */
function fixLines({ hint }: ReportFinding, isFirst: boolean, look: Look): string[] {
  const label = `${look.catalogue.ui[isFirst ? 'ending.fix.first' : 'ending.fix']}: `
  const lines = wrap(brief(hint), widthOf(look) - 2 - lengthOf(label)).slice(0, MOST_FIX_LINES)
  return lines.map((line, i) =>
    paint(`  ${i === 0 ? label : ' '.repeat(lengthOf(label))}${line}`, 'bold', look),
  )
}

/** Each problem of a contract run: since when, what is wrong, on how many routes, and its fingerprint. */
function problemLines(report: Report, look: Look): string[] {
  const { ui } = look.catalogue
  const problems = problemsOf(report)
  const shown = problems.slice(0, MOST_PROBLEMS)
  const left = problems.length - shown.length
  return [
    ...shown.flatMap((finding) => {
      const routes = routesOf(finding).length
      const many = routes > 1 ? ` (${fill(ui['contract.summary.routes'], { count: routes }, look.lang)})` : ''
      const since = finding.since ? `${ui[`night.since.${finding.since}`]}  ` : ''
      const sign = paint(signOf(finding.severity), finding.severity === 'error' ? 'red' : 'yellow', look)
      const said = oneLine(`${finding.route ?? ''} ${brief(finding.message)}`.trim())
      const lines = wrap(`${since}${said}${many} [${finding.fingerprint}]`, widthOf(look) - 4)
      return lines.map((line, at) => `  ${at === 0 ? sign : ' '} ${line}`)
    }),
    ...(left > 0 ? [`    ${fill(ui['report.more'], { count: left }, look.lang)}`] : []),
  ]
}

function countLines(
  { findings, coverage, run, steps }: Report,
  cause: ReportFinding | null,
  look: Look,
): string[] {
  const { ui } = look.catalogue
  const of = (severity: string) => findings.filter((finding) => finding.severity === severity)
  const isContract = run.command === 'contract'
  // The headline of a contract run counts its problems.
  const roots = isContract ? 0 : findings.filter(isRootError).length - (cause ? 1 : 0)
  const repeats = isContract ? 0 : (cause?.occurrences?.length ?? 1) - 1
  const follow = of('error').filter(({ consequenceOf }) =>
    isContract ? consequenceOf !== null : cause !== null && consequenceOf === cause.fingerprint,
  ).length
  const routes = coverage.routes.exercised.length
  const requests = steps.reduce((sum, { exchanges }) => sum + exchanges.length, 0)
  const facts = [
    ...(isContract
      ? [[ui['ending.exercised'], routes] as const, [ui['ending.requests'], requests] as const]
      : []),
    [ui['ending.repeats'], repeats] as const,
    [ui[isContract ? 'ending.follow.all' : 'ending.follow'], follow] as const,
    [ui['ending.more'], roots] as const,
    [ui['report.count.warnings'], of('warning').length] as const,
    [ui['report.count.notices'], of('info').length] as const,
  ].filter(([, count]) => count > 0)
  if (facts.length === 0) return []
  const sentences = facts.map(([sentence, count]) => fill(sentence, { count }, look.lang))
  return indented(sentences.join(' · '), 2, look)
}

/**
 * Facts that a contract run must never hide: why it stopped early, what the user accepted, and what it left in the
 * account.
 */
function besideLines(report: Report, look: Look): string[] {
  const { ui } = look.catalogue
  const fixed = (report.fixed ?? []).map(({ route, message }) => brief(`${route ?? ''} ${message}`.trim()))
  const rows = [
    [ui['night.fixed'], fixed],
    [ui['contract.summary.stops'], stopLines(report)],
    [ui['contract.summary.accepted'], acceptedLines(report, { ui }, look.lang)],
    [ui['contract.summary.left'], leftLines(report, { ui }, look.lang)],
  ] as const
  return rows.flatMap(([label, lines]) =>
    lines.length === 0 ? [] : [`  ${label}`, ...lines.map((line) => `    ${oneLine(line)}`)],
  )
}

/** How the run ended for each step at which its token was revoked, if each was tried: a row of steps and a row of signs. */
function deathLines({ runs = [] }: Report, look: Look): string[] {
  const { ui } = look.catalogue
  const worst = new Map<string, Report['verdict']>()
  for (const { death, verdict } of runs) {
    if (death === undefined) continue
    const name = death === 'never' ? ui['examine.step.never'] : String(death)
    if (!worst.has(name) || verdict !== 'pass') worst.set(name, verdict)
  }
  if (worst.size === 0) return []
  const label = ui['ending.deaths']
  const signs = [...worst].map(([name, verdict]) => signOf(verdict).padEnd(lengthOf(name)))
  return [
    `  ${label}  ${[...worst.keys()].join('  ')}`,
    `  ${' '.repeat(lengthOf(label))}  ${signs.join('  ')}`.trimEnd(),
  ]
}

/** A line for each profile with what it stands for, and the pace that satisfies both if they disagree about it. */
function profileLines({ profiles = [], cause, run, steps }: Report, look: Look): string[] {
  const { ui } = look.catalogue
  if (profiles.length === 0) return []
  const column = Math.max(...profiles.map(({ name }) => lengthOf(name))) + 2
  const lines = profiles.map((profile) => {
    const verdict = `${signOf(profile.verdict)} ${ui[`report.verdict.${profile.verdict}`]}`
    const other = profile.cause === cause ? null : profile.cause
    const same = profile.verdict === 'pass' || cause === null ? null : ui['ending.profile.same']
    const reason = other === null ? same : brief(other)
    const text = `  ${profile.name.padEnd(column)}${verdict}`
    const room = widthOf(look) - lengthOf(text)
    const stands = standsFor(profile.name, reason !== null, look)
    const beside = oneLine(reason === null ? `  ${stands}` : `  ${stands}: ${reason}`)
    // the reason says more than what the profile stands for
    const shown = reason === null || lengthOf(beside) <= room ? beside : oneLine(`  ${reason}`)
    return paint(text, COLOURS[profile.verdict], look) + shortened(shown, room)
  })
  const pace = paceKey(profiles, run.command, steps)
  return [...lines, ...(pace === null ? [] : indented(ui[pace], 2, look))]
}

/** What a profile stands for; `isShort`: in the words before the reason. */
function standsFor(name: string, isShort: boolean, { catalogue: { ui } }: Look): string {
  if (name !== 'spec' && name !== 'bling') return ui['ending.profile.own']
  return isShort ? ui[`ending.profile.${name}.short`] : ui[`ending.profile.${name}`]
}

/** The sentence about the pace, if that is where the profiles disagree. */
function paceKey(
  profiles: NonNullable<Report['profiles']>,
  command: string,
  steps: Report['steps'],
): 'ending.pace' | 'ending.pace.check' | 'ending.pace.renewal' | null {
  const disagree = new Set(profiles.map(({ verdict }) => verdict)).size > 1
  const broken = profiles.map(({ requirement }) => requirement ?? '')
  if (!disagree || !broken.some((one) => /spacing|total-time/.test(one))) return null
  if (command === 'check') return 'ending.pace.check'
  const isRenewed = steps.some(({ exchanges }) => exchanges.length > 1)
  return isRenewed && broken.includes('homologation/total-time') ? 'ending.pace.renewal' : 'ending.pace'
}

/** The limits of a pass: the token was revoked at a single step, or at none. */
function unprovenLines({ steps, run, runs = [] }: Report, look: Look): string[] {
  const { ui } = look.catalogue
  const isHomologation = steps.some(({ id }) => id === 'homologation/1')
  if (!isHomologation || run.command === 'contract' || runs.some(({ death }) => death !== undefined))
    return []
  const repeated = steps.findIndex(({ exchanges }) => exchanges.length > 1) + 1
  const sentence =
    repeated > 0 ? fill(ui['ending.death'], { step: repeated }, look.lang) : ui['ending.no-death']
  return indented(sentence, 2, look)
}

/** Paths and commands stay whole on their line, so that they can be opened and pasted. */
function commandLines(
  { report, files, repeatCommand }: EndedRun,
  cause: ReportFinding | null,
  look: Look,
): string[] {
  const { ui } = look.catalogue
  const file = files.find((path) => path.endsWith('report.html')) ?? files.at(0)
  const [problem] = report.run.command === 'contract' ? problemsOf(report) : []
  const rows: (readonly [label: string, text: string])[] = [
    ...(file === undefined ? [] : [[ui['ending.report'], file] as const]),
    ...(cause ? [[ui['ending.explain'], `npx homologa explain ${cause.requirement}`] as const] : []),
    ...(problem ? [[ui['night.accept'], acceptCommand(problem, report)] as const] : []),
    ...(report.verdict !== 'pass' && repeatCommand ? [[ui['ending.again'], repeatCommand] as const] : []),
    ...(report.verdict === 'pass' ? nextOf(report, look) : []),
    ...(isUnattended(report, repeatCommand) ? [[ui['ending.next'], NEXT.check ?? ''] as const] : []),
  ]
  const column = Math.max(...rows.map(([label]) => lengthOf(label)), 0) + 2
  return rows.map(([label, text]) => `  ${paint(label.padEnd(column), 'dim', look)}${oneLine(text)}`)
}

const NEXT: Readonly<Record<string, string>> = {
  check: 'npx homologa examine -- php artisan homologar',
  examine: 'npx homologa review',
  proxy: 'npx homologa review',
  judge: 'npx homologa review',
}

/** Nobody connected to `examine`, and no command was given that would. */
function isUnattended({ run, verdict, steps }: Report, repeatCommand: string | null): boolean {
  const isBegun = steps.some(({ exchanges }) => exchanges.length > 0)
  return run.command === 'examine' && verdict === 'incomplete' && !isBegun && !repeatCommand?.includes(' -- ')
}

function nextOf({ run, steps }: Report, { catalogue: { ui } }: Look): (readonly [string, string])[] {
  const next = steps.some(({ id }) => id === 'homologation/1') ? NEXT[run.command] : undefined
  return next === undefined ? [] : [[ui['ending.next'], next]]
}

function shortened(text: string, width: number): string {
  return lengthOf(text) <= width ? text : `${[...text].slice(0, Math.max(0, width - 1)).join('')}…`
}
