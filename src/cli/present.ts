import { appendFileSync, readFileSync } from 'node:fs'
import { type Ending, endedRun, type Outcome, type ShownRun } from '../app/outcome.js'
import { plainJson, plainText, withoutCommands } from '../exchange/plain-text.js'
import { drawEnding, quietLine } from '../report/ending.js'
import type { Look } from '../report/look.js'
import { problemsOf } from '../report/night.js'
import { drawOutcome } from '../report/outcome.js'
import { drawPrompt } from '../report/prompt.js'
import type { Report, ReportFinding } from '../report/report.js'
import { oneLine } from '../report/safe-text.js'
import type { Settings } from '../settings/settings.js'
import type { Catalogue, Lang } from '../words/catalogue.js'
import { fold, type Screen } from './screen.js'

/** 0 pass · 1 fail · 2 wrong usage or settings · 3 fault of the harness · 4 incomplete · 130 interrupted */
export type ExitStatus = 0 | 1 | 2 | 3 | 4 | 130

const statuses: Readonly<Record<Ending, ExitStatus>> = { pass: 0, fail: 1, incomplete: 4, interrupted: 130 }

export interface Presenting {
  readonly io: Screen
  readonly settings: Settings
  readonly catalogue: Catalogue
  readonly lang: Lang
}

/** Prints what a use case has to show: for people, and as data for machines where that was asked for. */
export function present({ ending, run, response }: Outcome, presenting: Presenting): ExitStatus {
  const { io, settings } = presenting
  const isTty = settings.json ? io.errIsTty : io.outIsTty
  const look = lookOf(presenting, isTty)
  const lines = run ? drawRun(run, settings, look) : (response?.lines(look) ?? []).map(plainText)
  const whole = lines.length === 0 ? '' : `${lines.join('\n')}\n`
  const text = isTty && response && !response.isScript ? fold(whole, io.width) : whole
  const data = run ? run.report : response?.data
  if (!settings.json) io.out(text)
  else {
    io.err(text)
    if (data !== undefined) io.out(plainJson(`${JSON.stringify(data, null, 2)}\n`))
  }
  if (run) addToStep(run, io.env)
  if (run && io.env.GITHUB_ACTIONS === 'true') annotations(run.report).forEach(io.annotate)
  return statuses[ending]
}

/** Shows summary.md on the page of a GitHub job, and sets the outputs of the step. What cannot be written changes no verdict. */
function addToStep({ files, report }: ShownRun, { GITHUB_STEP_SUMMARY, GITHUB_OUTPUT }: Screen['env']): void {
  const own = files.find((file) => file.endsWith('summary.md'))
  try {
    if (GITHUB_OUTPUT) appendFileSync(GITHUB_OUTPUT, outputsOf(report))
    if (GITHUB_STEP_SUMMARY && own !== undefined) appendFileSync(GITHUB_STEP_SUMMARY, readFileSync(own))
  } catch {}
}

function outputsOf(report: Report): string {
  const count = (wanted: string) => problemsOf(report).filter(({ since }) => since === wanted).length
  const compared = { new: count('new'), known: count('known'), fixed: report.fixed?.length ?? 0 }
  const outputs = { verdict: report.verdict, ...(report.against && compared) }
  return Object.entries(outputs)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('')
}

const MOST_COLUMNS = 100

export function lookOf({ io, settings, catalogue, lang }: Presenting, isTty: boolean): Look {
  const colour = settings.colour && isColoured(io.env, isTty)
  return { catalogue, lang, width: Math.min(io.width, MOST_COLUMNS), colour }
}

/** `FORCE_COLOR` decides where it is set: CI shows colours although it is no terminal. */
export function isColoured({ FORCE_COLOR: forced }: Screen['env'], isTty: boolean): boolean {
  return forced === undefined ? isTty : forced !== '0' && forced !== 'false'
}

function drawRun(run: ShownRun, { cwd, quiet, verbose }: Settings, look: Look): string[] {
  const { report, exchanges, isPrompt } = run
  const ended = endedRun(run, cwd)
  const prompt = isPrompt ? drawPrompt(ended, exchanges, look.catalogue.ui, look.lang) : []
  if (prompt.length > 0) return prompt
  if (quiet) return [quietLine({ report }, look)]
  if (!verbose) return drawEnding(ended, look)
  const byId = new Map(exchanges.map((exchange) => [exchange.id, exchange]))
  const shown = { ...ended, exchange: (id: string) => byId.get(id) ?? null }
  return [...drawOutcome(shown, look), ...drawEnding(ended, look)]
}

/** GitHub shows no more of one step. */
const MOST_ANNOTATIONS = 10

/** Annotations for GitHub's runner: errors and warnings that are not consequences of others. */
function annotations({ findings, verdict, cause }: Report): readonly string[] {
  const roots = findings.filter(
    ({ consequenceOf, severity }) => consequenceOf === null && severity !== 'info',
  )
  const lines = roots.slice(0, MOST_ANNOTATIONS).map(annotationOf)
  const isUndecided = verdict === 'incomplete' && cause !== null
  return isUndecided ? [command('error', 'homologa', cause), ...lines] : lines
}

function annotationOf(finding: ReportFinding): string {
  const { severity, requirement, route, message, places = [] } = finding
  const more = places.length > 0 ? ` +${places.length}` : ''
  const where = route === null ? '' : ` (${route}${more})`
  return command(severity === 'error' ? 'error' : 'warning', requirement, `${message}${where}`)
}

function command(kind: 'error' | 'warning', title: string, text: string): string {
  return `::${kind} title=${property(title)}::${escaped(text)}`
}

function property(text: string): string {
  return escaped(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}

function escaped(text: string): string {
  return withoutCommands(oneLine(text)).replaceAll('%', '%25')
}
