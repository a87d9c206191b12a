import type { Match } from './match.js'
import { bareDocuments } from './personal-data.js'
import { placeOf } from './places.js'
import { originOf, viewsOf } from './views.js'

/** Bare documents inside a stretch of a text that begins at `at`, whatever its encoding. */
export function bareIn(stretch: string, at: number, matches: Match[]): void {
  for (const view of viewsOf(stretch)) {
    for (const found of bareDocuments(view.text)) {
      const [from, to] = originOf(view, found.start, found.end)
      const value = view.text.slice(found.start, found.end)
      matches.push({ start: at + from, end: at + to, kind: found.kind, value, reason: 'form' })
    }
  }
}

const NAMED_BEFORE = /([\w-]{2,40})["']?\s*[:=]\s*["']?$/
const IDENTIFIER_BEFORE =
  /(?:\bid|n[ºo°.]|n[uú]mero|c[oó]digo|pedido|produto|nota|chave|record|product|order)\W{0,3}$/i

/** Bare documents in running text, where the words before them do not say that they are something else. */
export function bareInText(text: string, matches: Match[]): void {
  for (const { kind, start, end } of bareDocuments(text)) {
    const before = text.slice(Math.max(0, start - 48), start)
    const name = NAMED_BEFORE.exec(before)?.[1]
    if (name ? placeOf(name).is === 'identifier' : IDENTIFIER_BEFORE.test(before)) continue
    matches.push({ kind, start, end, value: text.slice(start, end), reason: 'form' })
  }
}
