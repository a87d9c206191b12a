import type { Match } from './match.js'
import { bareDocuments } from './personal-data.js'
import { placeOf } from './places.js'
import { innermost, originOf, viewsOf } from './views.js'

/** Bare documents inside a stretch of a text that begins at `at`, whatever its encoding; not the identifiers of a text within it. */
export function bareIn(stretch: string, at: number, matches: Match[]): void {
  const view = innermost(viewsOf(stretch))
  for (const { kind, start, end } of bareDocuments(view.text)) {
    if (placeOf(nameBefore(view.text, start) ?? '').is === 'identifier') continue
    const [from, to] = [originOf(view, start), originOf(view, end)]
    matches.push({ start: at + from, end: at + to, kind, value: view.text.slice(start, end), reason: 'form' })
  }
}

const NAMED_BEFORE = /([\w-]{2,40})["']?\s*[:=]\s*["']?$/
const IDENTIFIER_BEFORE =
  /(?:\bid|n[ºo°.]|n[uú]mero|c[oó]digo|pedido|produto|nota|chave|record|product|order)\W{0,3}$/i

/** Bare documents in running text, where the words before them do not say that they are something else. */
export function bareInText(text: string, matches: Match[]): void {
  for (const { kind, start, end } of bareDocuments(text)) {
    const name = nameBefore(text, start)
    if (name ? placeOf(name).is === 'identifier' : IDENTIFIER_BEFORE.test(wordsBefore(text, start))) continue
    matches.push({ start, end, kind, value: text.slice(start, end), reason: 'form' })
  }
}

function nameBefore(text: string, start: number): string | undefined {
  return NAMED_BEFORE.exec(wordsBefore(text, start))?.[1]
}

function wordsBefore(text: string, start: number): string {
  return text.slice(Math.max(0, start - 48), start)
}
