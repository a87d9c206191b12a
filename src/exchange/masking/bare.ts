import type { Matches } from './match.js'
import { bareDocuments } from './personal-data.js'
import { placeOf } from './places.js'
import { innermost, originOf, viewsOf } from './views.js'

/** Bare documents inside a stretch of a text that begins at `at`, whatever its encoding; not the identifiers of a text within it. */
export function bareIn(stretch: string, at: number, matches: Matches): void {
  if (!mayHoldDocument(stretch)) return
  const view = innermost(viewsOf(stretch))
  for (const { kind, start, end } of bareDocuments(view.text)) {
    if (placeOf(nameBefore(view.text, start) ?? '').is === 'identifier') continue
    const [from, to] = [originOf(view, start), originOf(view, end)]
    matches.push({ start: at + from, end: at + to, kind, value: view.text.slice(start, end), reason: 'form' })
  }
}

/** The digits of a document, and what may be written in place of them, in any encoding: `%2531`, `&amp;#49;`, `\\u0031`. */
const SHORTEST = 11
const OTHER = 0
const OF_ESCAPES = 1
const DIGIT = 2
const SIGNS = Uint8Array.from({ length: 128 }, (_, code) => {
  if (code >= 0x30 && code <= 0x39) return DIGIT
  return /[a-fxump%&#;\\]/i.test(String.fromCharCode(code)) ? OF_ESCAPES : OTHER
})

/** Each digit, however it is written, is written with one at least. */
function mayHoldDocument(stretch: string): boolean {
  let digits = 0
  for (let i = 0; i < stretch.length; i++) {
    const code = stretch.charCodeAt(i)
    const sign = code < 128 ? (SIGNS[code] ?? OTHER) : OTHER
    if (sign === OTHER) digits = 0
    else if (sign === DIGIT && ++digits === SHORTEST) return true
  }
  return false
}

const NAMED_BEFORE = /([\p{L}\d_-]{2,40})["']?\s*[:=]\s*["']?$/u
const IDENTIFIER_BEFORE =
  /(?:\bid|n[ºo°.]|n[uú]mero|c[oó]digo|pedido|produto|nota|chave|record|product|order)\W{0,3}$/i

/** Bare documents in running text, where the words before them do not say that they are something else. */
export function bareInText(text: string, matches: Matches): void {
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
