import type { Exchange, Header, HttpRequest } from '../exchange/exchange.js'
import { isRootError } from '../rules/finding.js'
import { groupBy } from '../specification/plain-object.js'
import { fill } from '../words/catalogue.js'
import { durationText, formatNumber } from '../words/numerals.js'
import { contractLines } from './contract-summary.js'
import { type Fact, factRows } from './fact-rows.js'
import {
  indented,
  type Look,
  labelled,
  labelledRows,
  lengthOf,
  moreLines,
  paint,
  signOf,
  VERDICT_COLOURS,
  widthOf,
  wrap,
} from './look.js'
import type { Report, ReportFinding, ReportReading } from './report.js'
import { brief, oneLine } from './safe-text.js'
import { everyPlace } from './same-findings.js'

/** A run with what `--verbose` shows of it. */
export interface DetailedRun {
  readonly report: Report
  /** The exchange that a finding names; null if it was not kept. */
  readonly exchange: (id: string) => Exchange | null
  readonly files: readonly string[]
}

/** Failures shown in full; the report holds all. */
const MOST_FAILURES = 3
const MOST_NOTICES = 8
const MOST_PLACES = 6
const MOST_HEADERS = 12
const MOST_BODY_CHARS = 600

/** The lines that `--verbose` adds before the end of the output: failures with their exchanges, notices, readings, files. */
export function drawDetails(run: DetailedRun, look: Look): string[] {
  const { report } = run
  const { ui } = look.catalogue
  const { assumptions } = report.run
  const assumptionLines = assumptions.flatMap((text) => labelled('·', wrap(text, widthOf(look) - 4), 2))
  const files = run.files.map((path) => `  ${oneLine(path)}`) // not wrapped, so that a terminal can open them
  const roots = report.findings.filter(isRootError)
  const shown = roots.slice(0, MOST_FAILURES)
  return [
    ...shown.flatMap((finding, i) => {
      const isExchangeShown = shown.slice(0, i).some(({ exchange }) => exchange === finding.exchange)
      const exchange = finding.exchange === null ? null : run.exchange(finding.exchange)
      const rows = exchange ? exchangeRows(exchange, isExchangeShown, look) : []
      return ['', ...titleLines(finding, look), ...failureLines(finding, rows, report, look)]
    }),
    ...moreLines(roots.length - shown.length, look).flatMap((line) => ['', `  ${line}`]),
    ...noticeLines(report, shown, look),
    ...readingLines(report, look),
    ...section(ui['report.label.assumptions'], assumptionLines, look),
    ...section(ui['report.label.files'], files, look),
    ...contractLines(report, look),
  ]
}

/** A blank line, a title and the lines below it; nothing if there are no lines. */
function section(title: string, lines: readonly string[], look: Look): string[] {
  return lines.length === 0 ? [] : ['', paint(title, 'bold', look), ...lines]
}

type Row = readonly [label: string, texts: readonly string[]]

/** The broken requirement and its place, then the cause in one sentence. */
function titleLines({ requirement, step, route, exchange, severity, message }: ReportFinding, look: Look) {
  const where = [requirement, step, route, exchange].filter((part) => part !== null)
  const [first, ...more] = wrap(brief(where.join(' · ')), widthOf(look) - 2)
  const title = paint(paint(`${signOf(severity)} ${first}`, 'red', look), 'bold', look)
  return [title, ...more.map((line) => `  ${line}`), ...indented(brief(message), 2, look)]
}

function failureLines(finding: ReportFinding, ofExchange: readonly Row[], report: Report, look: Look) {
  const { ui } = look.catalogue
  const rowsOf = (facts: readonly Fact[]) =>
    factRows(facts, finding, report, look.catalogue).map(([label, text]): Row => [label, [brief(text)]])
  const all = report.findings.filter(({ consequenceOf }) => consequenceOf === finding.fingerprint)
  const shown = all.slice(0, MOST_NOTICES)
  const consequences = shown.map(({ requirement, message }) => `${requirement}: ${brief(message)}`)
  const count = (finding.places?.length ?? 0) + 1
  return labelledRows(
    [
      ...rowsOf(['expected', 'actual']),
      ...ofExchange,
      ...rowsOf(['clause', 'hint', 'fingerprint']),
      [fill(ui['report.label.places'], { count }, look.lang), placesOf(finding)],
      [ui['report.label.consequences'], [...consequences, ...moreLines(all.length - shown.length, look)]],
    ],
    look,
  )
}

/** The routes of a finding that was seen several times. If there are several routes, each with its count: `3 × GET /produtos`. */
function placesOf(finding: ReportFinding): string[] {
  if ((finding.places ?? []).length === 0) return []
  const named = everyPlace(finding).flatMap(({ route }) => route ?? [])
  const byRoute = [...groupBy(named, (route) => route)]
  const routes = byRoute.map(([route, all]) => (byRoute.length > 1 ? `${all.length} × ${route}` : route))
  return [...routes.slice(0, MOST_PLACES), ...(routes.length > MOST_PLACES ? ['…'] : [])]
}

function exchangeRows(exchange: Exchange, isShownAbove: boolean, look: Look): Row[] {
  const { ui } = look.catalogue
  const { id, request, response, failure } = exchange
  if (isShownAbove) return [[ui['report.label.request'], [fill(ui['report.asAbove'], { id }, look.lang)]]]
  // The `#` in the label of a masked secret is encoded in an address: `[access_token%231]`.
  const requestLine = `${request.method} ${request.url.replaceAll('%23', '#')}`
  const responseTexts = response ? messageTexts(String(response.status), response, look) : []
  // a response may have begun before the connection failed
  if (failure) {
    const { kind, message } = failure
    responseTexts.push(fill(ui['report.noAnswer'], { kind, message }, look.lang))
  }
  return [
    [ui['report.label.request'], messageTexts(requestLine, request, look)],
    [ui['report.label.answer'], responseTexts],
  ]
}

function messageTexts(first: string, { headers, body }: Pick<HttpRequest, 'headers' | 'body'>, look: Look) {
  return [first, ...headerTexts(headers), ...bodyTexts(body, look)]
}

/** Headers that nearly every exchange has and that explain no failure. */
const COMMON_HEADER =
  /^(?:host|connection|date|keep-alive|accept.*|user-agent|server|via|vary|cf-.*|x-powered-by)$/i

function headerTexts(all: readonly Header[]): string[] {
  const headers = all.filter(([name]) => !COMMON_HEADER.test(name))
  const shown = headers.slice(0, MOST_HEADERS).map(([name, value]) => brief(`${name}: ${value}`))
  return headers.length > shown.length ? [...shown, '…'] : shown
}

function bodyTexts(body: HttpRequest['body'], { catalogue: { ui }, lang }: Look): string[] {
  if (body === null) return [ui['report.noBody']]
  if (body.text === null) return [fill(ui['report.bodyMissing'], { flaw: body.flaw }, lang)]
  if (body.text.length <= MOST_BODY_CHARS) return [body.text]
  const count = body.text.length - MOST_BODY_CHARS
  return [body.text.slice(0, MOST_BODY_CHARS), fill(ui['report.cut'], { count }, lang)]
}

/** Warnings and notices, except consequences of the failures that are shown, which are listed there. */
function noticeLines(report: Report, failures: readonly ReportFinding[], look: Look): string[] {
  const { ui } = look.catalogue
  const roots = new Set(failures.map(({ fingerprint }) => fingerprint))
  return (['warning', 'info'] as const).flatMap((severity) => {
    const findings = report.findings.filter(
      (finding) => finding.severity === severity && !roots.has(finding.consequenceOf ?? ''),
    )
    const lines = [
      ...findings.slice(0, MOST_NOTICES).flatMap((finding) => noticeLine(finding, look)),
      ...moreLines(findings.length - MOST_NOTICES, look).map((line) => `  ${line}`),
    ]
    const title = ui[severity === 'warning' ? 'report.label.warnings' : 'report.label.notices']
    return section(title, lines, look)
  })
}

function noticeLine({ requirement, route, places = [], message, severity }: ReportFinding, look: Look) {
  const count = { count: places.length + 1 }
  const more = places.length === 0 ? null : fill(look.catalogue.ui['report.label.places'], count, look.lang)
  const where = [requirement, route, more].filter((part) => part !== null).join(' · ')
  const lines = wrap(`${brief(where)}: ${brief(message)}`, widthOf(look) - 4)
  return labelled(signOf(severity), lines, 2, (sign) =>
    severity === 'warning' ? paint(sign, 'yellow', look) : sign,
  )
}

/** Each reading with its verdict and margin in columns, and below it the reason if it does not pass. */
function readingLines({ run, readings }: Report, look: Look): string[] {
  const { ui } = look.catalogue
  const title = ui['report.label.readings']
  if (readings.length > 0 && !readings.some(isDecided))
    return section(title, indented(ui['report.readings.none'], 2, look), look)
  const rows = readings.map((reading) => ({
    reading,
    verdict: `${signOf(reading.verdict)} ${ui[`terminal.${reading.verdict}`]}`,
    name: reading.inForce ? `${reading.id} (${ui['report.label.inForce']})` : reading.id,
    margin: marginText(reading, look),
  }))
  const verdictColumn = Math.max(...rows.map(({ verdict }) => lengthOf(verdict))) + 1
  const nameColumn = Math.max(...rows.map(({ name }) => lengthOf(name))) + 2
  const lines = rows.flatMap(({ reading, verdict, name, margin }) => {
    const painted = paint(verdict.padEnd(verdictColumn), VERDICT_COLOURS[reading.verdict], look)
    const isTooWide = 2 + verdictColumn + nameColumn + lengthOf(margin) > widthOf(look)
    const line = `  ${painted}${name.padEnd(nameColumn)}${isTooWide ? '' : margin}`
    const below = [
      ...(isTooWide ? indented(margin, 6, look) : []),
      ...(reading.verdict === 'pass' ? [] : indented(brief(reading.because), 6, look)),
    ]
    return [line.trimEnd(), ...below.map((text) => paint(text, 'dim', look))]
  })
  // the sentence names the profile of the public service, which picks other readings than `spec`
  if (run.profile === 'spec' && canPassOtherwise(readings))
    lines.push(...indented(ui['report.otherProfile'], 2, look))
  return section(title, lines, look)
}

/** Readings that demand nothing, so every run passes them. */
const UNDEMANDING: ReadonlySet<string> = new Set(['spacing/free', 'total/unlimited'])

/** Whether the verdict under a reading says something about the run. */
function isDecided({ id, verdict }: ReportReading): boolean {
  return verdict !== 'incomplete' && !UNDEMANDING.has(id)
}

/** Whether a reading in force fails while another reading of the same clause, one that demands something, passes. */
function canPassOtherwise(readings: readonly ReportReading[]): boolean {
  const clauseOf = ({ id }: ReportReading) => id.split('/')[0]
  const passed = readings.filter((reading) => reading.verdict === 'pass' && isDecided(reading)).map(clauseOf)
  return readings.some(
    (reading) => reading.inForce && reading.verdict === 'fail' && passed.includes(clauseOf(reading)),
  )
}

/** The time to spare, or the time over. */
function marginText({ marginMs }: ReportReading, { catalogue: { ui }, lang }: Look): string {
  if (marginMs === null) return ''
  const ms = Math.abs(marginMs)
  const time = ms < 1000 ? `${formatNumber(ms, lang)} ms` : durationText(ms, lang)
  return fill(ui[marginMs < 0 ? 'terminal.over' : 'terminal.spare'], { time }, lang)
}
