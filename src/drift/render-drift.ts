import type { Severity } from '../rules/finding.js'
import { type Catalogue, fill, type Lang } from '../words/catalogue.js'
import type { DriftChange, DriftResult } from './compare-files.js'

const severities: readonly Severity[] = ['error', 'warning', 'info']

/** A comparison as lines for a terminal: the two files, each operation with its gravest changes first, and the counts. */
export function renderDriftText(result: DriftResult, words: Catalogue, lang: Lang): string {
  const { ui } = words
  const lines = [fill(ui['drift.title'], { before: result.before, after: result.after }, lang), '']
  if (result.changes.length === 0) lines.push(ui['drift.none'])
  for (const [operation, changes] of byOperation(result.changes)) {
    lines.push(operation, ...gravestFirst(changes).map((change) => `  ${lineOf(change, words, lang)}`), '')
  }
  lines.push(fill(ui['drift.summary'], result.summary, lang))
  if (result.notCompared.length > 0)
    lines.push(fill(ui['drift.notCompared'], { routes: result.notCompared.join(', ') }, lang))
  return `${lines.join('\n')}\n`
}

/** The same as JSON, with each change's sentence in the language. */
export function renderDriftJson(result: DriftResult, words: Catalogue, lang: Lang): string {
  const changes = result.changes.map((change) => ({ ...change, message: sentenceOf(change, words, lang) }))
  return `${JSON.stringify({ ...result, changes }, null, 2)}\n`
}

function sentenceOf({ code, values }: DriftChange, words: Catalogue, lang: Lang): string {
  return fill(words.findings[code].message, values, lang)
}

function lineOf(change: DriftChange, words: Catalogue, lang: Lang): string {
  const severity = words.ui[`drift.severity.${change.severity}`].padEnd(8)
  return [severity, change.place, sentenceOf(change, words, lang)].filter((part) => part !== null).join('  ')
}

function byOperation(changes: readonly DriftChange[]): Map<string, DriftChange[]> {
  const groups = new Map<string, DriftChange[]>()
  for (const change of changes) {
    const key = change.operation ?? ''
    groups.set(key, [...(groups.get(key) ?? []), change])
  }
  return groups
}

function gravestFirst(changes: readonly DriftChange[]): DriftChange[] {
  return severities.flatMap((severity) => changes.filter((change) => change.severity === severity))
}
