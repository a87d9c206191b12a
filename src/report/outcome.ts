import type { Exchange, Header, HttpRequest } from '../exchange/exchange.js'
import { isRootError } from '../rules/finding.js'
import { clauseText, fill } from '../words/catalogue.js'
import { durationText, formatNumber } from '../words/numerals.js'
import { isAcceptable } from './accepted-lines.js'
import { contractLines } from './contract-summary.js'
import { indented, type Look, labelled, lengthOf, paint, widthOf, wrap } from './look.js'
import type { Report, ReportFinding, ReportReading } from './report.js'
import { brief, oneLine } from './safe-text.js'
import { everyPlace } from './same-findings.js'
import { signOf } from './sign.js'

export interface Outcome {
  readonly report: Report
  /** The exchange that a finding names, or null where it is not at hand. */
  readonly exchange: (id: string) => Exchange | null
  readonly files: readonly string[]
}

/** Failures shown in full; the report holds all. */
const MOST_FAILURES = 3
const MOST_NOTICES = 8
const MOST_HEADERS = 12
const MOST_BODY_CHARS = 600

/** The details of `--verbose`, before the end of the output: failures with their exchanges, notices, readings, files. */
export function drawOutcome(outcome: Outcome, look: Look): string[] {
  const { report } = outcome
  const roots = report.findings.filter(isRootError)
  const shown = roots.slice(0, MOST_FAILURES)
  return [
    ...shown.flatMap((finding, i) => {
      const isTold = shown.slice(0, i).some(({ exchange }) => exchange === finding.exchange)
      return ['', ...failureLines(finding, isTold, outcome, look)]
    }),
    ...moreLines(roots.length - shown.length, look).flatMap((line) => ['', `  ${line}`]),
    ...noticeLines(report, shown, look),
    ...readingLines(report, look),
    ...assumptionLines(report, look),
    ...fileLines(outcome, look),
    ...contractLines(report, look),
  ]
}

const COLOURS = { pass: 'green', fail: 'red', incomplete: 'yellow' } as const

/** `isTold`: its exchange was shown with a failure before. */
function failureLines(
  finding: ReportFinding,
  isTold: boolean,
  { report, exchange: find }: Outcome,
  look: Look,
): string[] {
  const { ui } = look.catalogue
  const consequences = report.findings.filter(({ consequenceOf }) => consequenceOf === finding.fingerprint)
  const exchange = finding.exchange === null ? null : find(finding.exchange)
  const fingerprint = isAcceptable(report) ? [`${finding.fingerprint} (contract --accept)`] : []
  const count = (finding.places?.length ?? 0) + 1
  const rows: [string, string[]][] = [
    [ui['report.label.expected'], [brief(finding.expected)]],
    [ui['report.label.actual'], [brief(finding.actual)]],
    ...(exchange ? exchangeRows(exchange, isTold, look) : []),
    [ui['report.label.clause'], [clauseText(finding.clause, look.catalogue.clauses)]],
    [ui['report.label.hint'], [brief(finding.hint)]],
    [ui['report.label.fingerprint'], fingerprint],
    [fill(ui['report.label.places'], { count }, look.lang), placesOf(finding)],
    [
      ui['report.label.consequences'],
      [
        ...consequences.slice(0, MOST_NOTICES).map((one) => `${one.requirement}: ${brief(one.message)}`),
        ...moreLines(consequences.length - MOST_NOTICES, look),
      ],
    ],
  ]
  return [...titleLines(finding, look), ...rowLines(rows, look)]
}

const MOST_PLACES = 6

/** The routes of a finding that was seen several times; of several routes, how often each. */
function placesOf(finding: ReportFinding): string[] {
  if ((finding.places ?? []).length === 0) return []
  const counts = new Map<string, number>()
  for (const { route } of everyPlace(finding))
    if (route !== null) counts.set(route, (counts.get(route) ?? 0) + 1)
  const routes = [...counts].map(([route, count]) => (counts.size > 1 ? `${count} × ${route}` : route))
  return [...routes.slice(0, MOST_PLACES), ...(routes.length > MOST_PLACES ? ['…'] : [])]
}

/** The broken requirement and its place, then the cause in one sentence. */
function titleLines(finding: ReportFinding, look: Look): string[] {
  const { requirement, step, route, exchange, severity, message } = finding
  const where = [requirement, step, route, exchange].filter((part) => part !== null)
  const [first = '', ...rest] = wrap(brief(where.join(' · ')), widthOf(look) - 2)
  return [
    paint(paint(`${signOf(severity)} ${first}`, 'red', look), 'bold', look),
    ...rest.map((line) => `  ${line}`),
    ...indented(brief(message), 2, look),
  ]
}

/** Rows without a text are left out. */
function rowLines(all: readonly (readonly [string, readonly string[]])[], look: Look): string[] {
  const rows = all.filter(([, texts]) => texts.length > 0)
  const column = Math.max(...rows.map(([label]) => lengthOf(label))) + 2
  return rows.flatMap(([label, texts]) => {
    const lines = texts.flatMap((text) => wrap(text, widthOf(look) - column - 2))
    return labelled(label, lines, column).map((line, i) =>
      i === 0 ? line.replace(label, () => paint(label, 'dim', look)) : line,
    )
  })
}

function exchangeRows(exchange: Exchange, isTold: boolean, look: Look): [string, string[]][] {
  const { ui } = look.catalogue
  const { id, request, response, failure } = exchange
  if (isTold) return [[ui['report.label.request'], [fill(ui['report.asAbove'], { id }, look.lang)]]]
  const noResponse = failure
    ? [fill(ui['report.noAnswer'], { kind: failure.kind, message: failure.message }, look.lang)]
    : []
  return [
    [
      ui['report.label.request'],
      messageTexts(`${request.method} ${request.url.replaceAll('%23', '#')}`, request, look),
    ],
    [
      ui['report.label.answer'],
      [...(response ? messageTexts(String(response.status), response, look) : []), ...noResponse],
    ],
  ]
}

function messageTexts(first: string, { headers, body }: Pick<HttpRequest, 'headers' | 'body'>, look: Look) {
  return [first, ...headerTexts(headers), ...bodyTexts(body, look)]
}

/** The headers that decide something, before those that every exchange has. */
function headerTexts(headers: readonly Header[]): string[] {
  const common =
    /^(?:host|connection|date|keep-alive|accept.*|user-agent|server|via|vary|cf-.*|x-powered-by)$/i
  const telling = headers.filter(([name]) => !common.test(name))
  const shown = telling.slice(0, MOST_HEADERS).map(([name, value]) => brief(`${name}: ${value}`))
  return telling.length > shown.length ? [...shown, '…'] : shown
}

function bodyTexts(body: HttpRequest['body'], { catalogue: { ui }, lang }: Look): string[] {
  if (body === null) return [ui['report.noBody']]
  if (body.text === null) return [fill(ui['report.bodyMissing'], { flaw: body.flaw }, lang)]
  if (body.text.length <= MOST_BODY_CHARS) return [body.text]
  const count = body.text.length - MOST_BODY_CHARS
  return [body.text.slice(0, MOST_BODY_CHARS), fill(ui['report.cut'], { count }, lang)]
}

/** Warnings and notices, except those listed with the failures they follow from. */
function noticeLines(report: Report, told: readonly ReportFinding[], look: Look): string[] {
  const { ui } = look.catalogue
  const roots = new Set(told.map(({ fingerprint }) => fingerprint))
  return (['warning', 'info'] as const).flatMap((severity) => {
    const findings = report.findings.filter(
      (finding) => finding.severity === severity && !roots.has(finding.consequenceOf ?? ''),
    )
    if (findings.length === 0) return []
    const shown = findings.slice(0, MOST_NOTICES)
    const title = severity === 'warning' ? ui['report.label.warnings'] : ui['report.label.notices']
    const more = findings.length - shown.length
    return [
      '',
      paint(title, 'bold', look),
      ...shown.flatMap((finding) => noticeLine(finding, look)),
      ...moreLines(more, look).map((line) => `  ${line}`),
    ]
  })
}

function moreLines(count: number, { catalogue: { ui }, lang }: Look): string[] {
  return count > 0 ? [fill(ui['report.more'], { count }, lang)] : []
}

function noticeLine(finding: ReportFinding, look: Look): string[] {
  const { requirement, route, places = [], message } = finding
  const sign = signOf(finding.severity)
  const count = { count: places.length + 1 }
  const more = places.length === 0 ? null : fill(look.catalogue.ui['report.label.places'], count, look.lang)
  const where = [requirement, route, more].filter((part) => part !== null).join(' · ')
  const painted = finding.severity === 'warning' ? paint(sign, 'yellow', look) : sign
  return marked(painted, `${brief(where)}: ${brief(message)}`, look)
}

/** Assumptions of the profile or of a flag. The verdict holds only under these. */
function assumptionLines({ run }: Report, look: Look): string[] {
  if (run.assumptions.length === 0) return []
  const lines = run.assumptions.flatMap((assumption) => marked('·', assumption, look))
  return ['', paint(look.catalogue.ui['report.label.assumptions'], 'bold', look), ...lines]
}

/** A text after its sign, the text's lines beneath one another. */
function marked(sign: string, text: string, look: Look): string[] {
  return wrap(text, widthOf(look) - 4).map((line, i) => `  ${i === 0 ? sign : ' '} ${line}`)
}

function readingLines({ run, readings }: Report, look: Look): string[] {
  const { ui } = look.catalogue
  if (readings.length === 0) return []
  const title = ['', paint(ui['report.label.readings'], 'bold', look)]
  if (!readings.some(isDecided)) return [...title, ...indented(ui['report.readings.none'], 2, look)]
  const verdicts = readings.map(({ verdict }) => `${signOf(verdict)} ${ui[`terminal.${verdict}`]}`)
  const names = readings.map(({ id, inForce }) => (inForce ? `${id} (${ui['report.label.inForce']})` : id))
  const first = Math.max(...verdicts.map(lengthOf)) + 1
  const second = Math.max(...names.map(lengthOf)) + 2
  return [
    ...title,
    ...readings.flatMap((reading, i) => {
      const verdict = paint((verdicts[i] ?? '').padEnd(first), COLOURS[reading.verdict], look)
      const margin = marginOf(reading, look)
      const isWide = 2 + first + second + lengthOf(margin) > widthOf(look)
      const line = `  ${verdict}${(names[i] ?? '').padEnd(second)}${isWide ? '' : margin}`.trimEnd()
      const because = reading.verdict === 'pass' ? [] : indented(brief(reading.because), 6, look)
      const beneath = [...(isWide && margin !== '' ? indented(margin, 6, look) : []), ...because]
      return [line, ...beneath.map((text) => paint(text, 'dim', look))]
    }),
    ...(run.profile === 'spec' && mayBeReadOtherwise(readings)
      ? indented(ui['report.otherProfile'], 2, look)
      : []),
  ]
}

const asksNothing: ReadonlySet<string> = new Set(['spacing/free', 'total/unlimited'])

function isDecided({ id, verdict }: ReportReading): boolean {
  return verdict !== 'incomplete' && !asksNothing.has(id)
}

/** Whether one in force fails where another of its clause, that asks for something, passes. */
function mayBeReadOtherwise(readings: readonly ReportReading[]): boolean {
  const clauseOf = ({ id }: ReportReading) => id.split('/')[0]
  const kept = readings.filter((one) => one.verdict === 'pass' && isDecided(one)).map(clauseOf)
  return readings.some(
    (reading) => reading.inForce && reading.verdict === 'fail' && kept.includes(clauseOf(reading)),
  )
}

function marginOf({ marginMs }: ReportReading, { catalogue: { ui }, lang }: Look): string {
  if (marginMs === null) return ''
  const [sentence, ms] = marginMs < 0 ? [ui['terminal.over'], -marginMs] : [ui['terminal.spare'], marginMs]
  return fill(sentence, { time: ms < 1000 ? `${formatNumber(ms, lang)} ms` : durationText(ms, lang) }, lang)
}

/** Paths stay whole on their line, so that a terminal can open them. */
function fileLines({ files }: Outcome, look: Look): string[] {
  if (files.length === 0) return []
  const title = paint(look.catalogue.ui['report.label.files'], 'bold', look)
  return ['', title, ...files.map((file) => `  ${oneLine(file)}`)]
}
