import type { Body, Exchange } from '../exchange/exchange.js'
import { plainText } from '../exchange/plain-text.js'
import { isRootError, type Values } from '../rules/finding.js'
import { fill, type Lang } from '../words/catalogue.js'
import { diffTexts, linesAbout } from './diff/compare-requests.js'
import type { EndedRun } from './ending.js'
import { brief, oneLine } from './safe-text.js'

const MOST_BODY_CHARS = 2_000

/**
 * A failed run as one block that an assistant can act on: the cause, the difference, the fix, the exchange that shows it,
 * and the command that tries again. Empty if no request is to blame. `ui` may be a part of the catalogue, as a page has it.
 */
export function drawPrompt(
  run: Pick<EndedRun, 'report' | 'diff' | 'repeatCommand'>,
  exchanges: readonly Exchange[],
  ui: Readonly<Record<string, string>>,
  lang: Lang,
): string[] {
  const { report, diff, repeatCommand } = run
  const cause = report.findings.find(isRootError)
  const say = (key: string, values: Values = {}) => fill(ui[key] ?? key, values, lang)
  if (!cause || report.verdict !== 'fail') return []
  const exchange = exchanges.find(({ id }) => id === cause.exchange)
  const changed = linesAbout(cause, diff)
    .flatMap(diffTexts)
    .map(({ sign, text }) => `${sign} ${oneLine(text)}`)
  return [
    say('prompt.head', { cause: brief(cause.message), requirement: cause.requirement }),
    `${say('report.label.expected')}: ${brief(cause.expected)}`,
    `${say('report.label.actual')}: ${brief(cause.actual)}`,
    ...(changed.length === 0 ? [] : fence('diff', changed)),
    `${say('ending.fix')}: ${brief(cause.hint)}`,
    ...(exchange ? [say('prompt.exchange'), ...fence('http', exchangeLines(exchange))] : []),
    ...(repeatCommand === null ? [] : [`${say('ending.again')}: ${oneLine(repeatCommand)}`]),
  ]
}

/** A fenced block of Markdown. Text of others cannot end the fence. */
function fence(kind: string, lines: readonly string[]): string[] {
  return [`\`\`\`${kind}`, ...lines.map((line) => plainText(line).replaceAll('```', "'''")), '```']
}

function exchangeLines({ request, response, failure }: Exchange): string[] {
  const headers = (all: Exchange['request']['headers']) =>
    all.map(([name, value]) => oneLine(`${name}: ${value}`))
  return [
    oneLine(`${request.method} ${request.url}`),
    ...headers(request.headers),
    ...bodyLines(request.body),
    '',
    String(response?.status ?? failure?.kind ?? '–'),
    ...headers(response?.headers ?? []),
    ...bodyLines(response?.body ?? null),
  ]
}

function bodyLines(body: Body | null): string[] {
  return body?.text ? ['', oneLine(body.text.slice(0, MOST_BODY_CHARS))] : []
}
