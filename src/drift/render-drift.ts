import type { Severity } from '../rules/finding.js'
import { type Catalogue, fill, type Lang } from '../words/catalogue.js'
import type { DriftChange, DriftResult } from './compare-files.js'

const severities: readonly Severity[] = ['error', 'warning', 'info']

/**
 * A comparison as lines for a terminal: what was compared, each operation with its changes, the gravest first, a sum. What was merely
 * worded anew is a line an operation, and operations in which nothing else changed are one line, lest they bury the rest; JSON names each
 * place.
 */
export function renderDriftText(result: DriftResult, words: Catalogue, lang: Lang): string {
  const { ui } = words
  const lines = [fill(ui['drift.title'], { before: result.before, after: result.after }, lang), '']
  if (result.changes.length === 0) lines.push(ui['drift.none'])
  const groups = [...byOperation(result.changes)]
  const worded = groups.filter(([operation, changes]) => operation !== null && changes.every(isWording))
  const isFolded = worded.length > 1
  for (const [operation, changes] of isFolded ? groups.filter((one) => !worded.includes(one)) : groups) {
    lines.push(operation ?? ui['drift.document'])
    for (const line of linesOf(changes, words, lang)) lines.push(`  ${line}`)
    lines.push('')
  }
  if (isFolded) {
    const places = worded.reduce((sum, [, changes]) => sum + changes.length, 0)
    lines.push(fill(ui['drift.worded'], { count: worded.length, places }, lang), '')
  }
  return `${[...lines, ...closing(result, words, lang)].join('\n')}\n`
}

/** The same as JSON, with each change's sentence in the language. */
export function renderDriftJson(result: DriftResult, words: Catalogue, lang: Lang): string {
  const changes = result.changes.map((change) => ({ ...change, message: sentenceOf(change, words, lang) }))
  return `${JSON.stringify({ ...result, changes }, null, 2)}\n`
}

/** The words of one change, of a document or of a baseline. */
function sentenceOf({ code: key, values }: DriftChange, words: Catalogue, lang: Lang): string {
  if (isFindingCode(key, words)) return fill(words.findings[key].message, values, lang)
  return fill(words.ui[`drift.change.${key}`], values, lang)
}

function isFindingCode(key: DriftChange['code'], words: Catalogue): key is keyof Catalogue['findings'] {
  return Object.hasOwn(words.findings, key)
}

function linesOf(changes: readonly DriftChange[], words: Catalogue, lang: Lang): string[] {
  const worded = changes.filter(isWording)
  const isFolded = worded.length > 1
  const shown = isFolded ? changes.filter((change) => !worded.includes(change)) : changes
  const lines = gravestFirst(shown).map((change) => lineOf(change, words, lang))
  if (!isFolded) return lines
  const sentence = fill(words.ui['drift.wording'], { count: worded.length }, lang)
  return [...lines, `${words.ui['drift.severity.info'].padEnd(8)}  ${sentence}`]
}

function isWording({ code }: DriftChange): boolean {
  return code === 'text-changed'
}

function lineOf(change: DriftChange, words: Catalogue, lang: Lang): string {
  const severity = words.ui[`drift.severity.${change.severity}`].padEnd(8)
  return [severity, change.place, sentenceOf(change, words, lang)].filter((part) => part !== null).join('  ')
}

function closing(result: DriftResult, words: Catalogue, lang: Lang): string[] {
  const { operations, notCompared, summary } = result
  const lines = [fill(words.ui['drift.summary'], summary, lang)]
  if (operations) {
    const { added, removed, changed, unchanged } = operations
    const counts = { added: added.length, removed: removed.length, changed: changed.length, unchanged }
    lines.push(fill(words.ui['drift.operations'], counts, lang))
  }
  if (notCompared.length > 0)
    lines.push(fill(words.ui['drift.notCompared'], { routes: notCompared.join(', ') }, lang))
  return lines
}

function byOperation(changes: readonly DriftChange[]): Map<string | null, DriftChange[]> {
  const groups = new Map<string | null, DriftChange[]>()
  for (const change of changes)
    groups.set(change.operation, [...(groups.get(change.operation) ?? []), change])
  return groups
}

function gravestFirst(changes: readonly DriftChange[]): DriftChange[] {
  return severities.flatMap((severity) => changes.filter((change) => change.severity === severity))
}
