import { appendFileSync, readFileSync } from 'node:fs'
import { type Ending, type Outcome, type ShownRun, withShortPaths } from '../app/outcome.js'
import { plainJson, plainText, withoutRunnerCommands } from '../exchange/plain-text.js'
import { drawEnding, quietLine } from '../report/ending.js'
import type { Look, Words } from '../report/look.js'
import { problemsOf } from '../report/night.js'
import { drawPrompt } from '../report/prompt.js'
import type { Report, ReportFinding } from '../report/report.js'
import { oneLine } from '../report/safe-text.js'
import { drawDetails } from '../report/verbose-details.js'
import type { Settings } from '../settings/settings.js'
import { fold, type Screen } from './screen.js'

/** 0 pass · 1 fail · 2 wrong usage or settings · 3 internal error · 4 incomplete · 130 interrupted */
export type ExitStatus = 0 | 1 | 2 | 3 | 4 | 130

const statuses: Readonly<Record<Ending, ExitStatus>> = { pass: 0, fail: 1, incomplete: 4, interrupted: 130 }

/** Everything that printing needs: the screen, the settings of the command, and the language. */
export interface OutputContext extends Words {
  readonly io: Screen
  readonly settings: Settings
}

/** Prints the result of a use case and returns the exit status. With `--json`, text goes to standard error, and data to standard output. */
export function present({ ending, run, isScript, ...result }: Outcome, context: OutputContext): ExitStatus {
  const { io, settings } = context
  const isTty = settings.json ? io.errIsTty : io.outIsTty
  const look = lookOf(context, isTty)
  const lines = run ? drawRun(run, settings, look) : (result.lines?.(look) ?? []).map(plainText)
  const unfolded = lines.length === 0 ? '' : `${lines.join('\n')}\n`
  const text = isTty && !run && !isScript ? fold(unfolded, io.width) : unfolded
  const data = run ? run.report : result.data
  if (!settings.json) io.out(text)
  else {
    io.err(text)
    if (data !== undefined) io.out(plainJson(`${JSON.stringify(data, null, 2)}\n`))
  }
  if (run) writeGithubOutput(run, io.env)
  if (run && io.env.GITHUB_ACTIONS === 'true') listAnnotations(run.report).forEach(io.annotate)
  return statuses[ending]
}

/** In a GitHub job: sets the outputs of the step, and shows summary.md on the page of the job. An error here changes no verdict. */
function writeGithubOutput(
  { files, report }: ShownRun,
  { GITHUB_STEP_SUMMARY: summaryFile, GITHUB_OUTPUT: outputFile }: Screen['env'],
): void {
  const summary = files.find((file) => file.endsWith('summary.md'))
  try {
    if (outputFile) appendFileSync(outputFile, stepOutputs(report))
    if (summaryFile && summary !== undefined) appendFileSync(summaryFile, readFileSync(summary))
  } catch {}
}

/** `verdict=fail`, and if the run was compared with an earlier one, `new=1`, `known=2`, `fixed=0`. */
function stepOutputs(report: Report): string {
  const count = (age: 'new' | 'known') => problemsOf(report).filter(({ since }) => since === age).length
  const compared = { new: count('new'), known: count('known'), fixed: report.fixed?.length ?? 0 }
  const outputs = { verdict: report.verdict, ...(report.against && compared) }
  return Object.entries(outputs)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('')
}

const MAX_COLUMNS = 100

/** How reports are drawn: language, width and colours. */
export function lookOf({ io, settings, catalogue, lang }: OutputContext, isTty: boolean): Look {
  const colour = settings.colour && isColoured(io.env, isTty)
  return { catalogue, lang, width: Math.min(io.width, MAX_COLUMNS), colour }
}

/** How progress is drawn: status lines are cut one column before the end of the terminal's line. */
export function statusLookOf(context: OutputContext): Look {
  const look = lookOf(context, context.io.errIsTty)
  return { ...look, width: Math.min(look.width, context.io.width - 1) }
}

/** True on a terminal. `FORCE_COLOR` overrides this, because the logs of CI services show colours too. */
export function isColoured({ FORCE_COLOR: forced }: Screen['env'], isTty: boolean): boolean {
  return forced === undefined ? isTty : forced !== '0' && forced !== 'false'
}

function drawRun(run: ShownRun, { cwd, quiet, verbose }: Settings, look: Look): string[] {
  const { report, exchanges, isPrompt } = run
  const ended = withShortPaths(run, cwd)
  const prompt = isPrompt ? drawPrompt(ended, exchanges, look.catalogue.ui, look.lang) : []
  if (prompt.length > 0) return prompt
  if (quiet) return [quietLine({ report }, look)]
  if (!verbose) return drawEnding(ended, look)
  const byId = new Map(exchanges.map((exchange) => [exchange.id, exchange]))
  const shown = { ...ended, exchange: (id: string) => byId.get(id) ?? null }
  return [...drawDetails(shown, look), ...drawEnding(ended, look)]
}

/** GitHub shows at most 10 annotations of a step. */
const MAX_ANNOTATIONS = 10

/** Annotations for GitHub's runner: errors and warnings that are not consequences of others. */
function listAnnotations({ findings, verdict, cause }: Report): readonly string[] {
  const roots = findings.filter(
    ({ consequenceOf, severity }) => consequenceOf === null && severity !== 'info',
  )
  const lines = roots.slice(0, MAX_ANNOTATIONS).map(annotationOf)
  const isUndecided = verdict === 'incomplete' && cause !== null
  return isUndecided ? [annotation('error', 'homologa', cause), ...lines] : lines
}

function annotationOf(finding: ReportFinding): string {
  const { severity, requirement, route, message, places = [] } = finding
  const more = places.length > 0 ? ` +${places.length}` : ''
  const where = route === null ? '' : ` (${route}${more})`
  return annotation(severity === 'error' ? 'error' : 'warning', requirement, `${message}${where}`)
}

/** `::error title=homologation/spacing::text`, a command for the runner */
function annotation(kind: 'error' | 'warning', title: string, text: string): string {
  const escapedTitle = escapeText(title).replaceAll(':', '%3A').replaceAll(',', '%2C')
  return `::${kind} title=${escapedTitle}::${escapeText(text)}`
}

function escapeText(text: string): string {
  return withoutRunnerCommands(oneLine(text)).replaceAll('%', '%25')
}
