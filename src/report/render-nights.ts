import { type Catalogue, fill, type Lang } from '../words/catalogue.js'
import { dateText } from '../words/numerals.js'
import type { FindingHistory, Series, Standing } from './nights.js'
import { findingLine } from './render-comparison.js'

const signs: Readonly<Record<Standing, string>> = { there: '■', gone: '·', accepted: '○', untested: '?' }

/** Series of runs as plain lines: of each finding a sign a run, and when it came and went. */
export function nightLines(series: readonly Series[], words: Catalogue, lang: Lang): string[] {
  return [...series.flatMap((one) => [...seriesLines(one, words, lang), '']), words.ui['nights.signs']]
}

function seriesLines({ command, baseUrl, runs, findings }: Series, words: Catalogue, lang: Lang): string[] {
  const { ui } = words
  const dates = {
    from: dateText(runs[0]?.startedAt ?? '', lang),
    to: dateText(runs.at(-1)?.startedAt ?? '', lang),
  }
  const values = { command, target: baseUrl ?? ui['nights.embedded'], count: runs.length, ...dates }
  const verdicts = runs.toReversed().map(({ verdict }) => ui[`report.verdict.${verdict}`].toLowerCase())
  return [
    fill(ui['nights.title'], values, lang),
    fill(ui['nights.verdicts'], { verdicts: verdicts.join(', ') }, lang),
    ...(findings.length === 0 ? [ui['nights.none']] : []),
    ...findings.flatMap((history) => historyLines(history, words, lang)),
  ]
}

function historyLines(
  { finding, standings, changes }: FindingHistory,
  words: Catalogue,
  lang: Lang,
): string[] {
  const { ui } = words
  const told = changes.map(({ startedAt, to }, i) => {
    const key = to === 'gone' ? 'nights.went' : i === 0 ? 'nights.came' : 'nights.back'
    return fill(ui[key], { date: dateText(startedAt, lang) }, lang)
  })
  const row = standings
    .toReversed()
    .map((standing) => signs[standing])
    .join('')
  return [`  ${row}  ${told.toReversed().join(', ')}`, `    ${findingLine(finding, words, lang)}`]
}
