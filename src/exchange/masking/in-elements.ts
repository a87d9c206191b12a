import { atPlace } from './at-place.js'
import type { MaskingContext } from './context.js'
import { type Matches, move } from './match.js'
import { eachMatch } from './matches.js'
import { looksRandom, matters, placeOf } from './places.js'

const ELEMENT =
  /<((?:[A-Za-z][\w.-]{0,30}:)?[A-Za-z][\w.-]{1,39})(?:\s[^<>]{0,200})?>\s{0,100}(?:<!\[CDATA\[)?([^<>\]]{1,8192})(?=(<\/|\]\]>|<|$))/g

/** What an element holds; of one that is closed by nothing a single word. */
export function elements(text: string, cut: boolean, matches: Matches): void {
  eachMatch(text, ELEMENT, ({ 0: { length }, 1: name = '', 2: held = '', 3: closing = '', index }) => {
    const value = held.trim()
    const isOpen = closing === '<' || closing === ''
    if (isOpen && (/\s/.test(value) || !(cut || looksRandom(value)))) return
    const start = index + length - held.length
    for (const match of atPlace(placeOf(name), name, value, {}))
      matches.push(move(match, start + match.start, start + match.end))
  })
}

const TAG = /<[A-Za-z][\w:.-]{0,40}(\s[^<>]{1,2000})>(?:([^<>]{1,8192})(?=<\/))?/g

const ATTRIBUTE = /\s([\w:-]{2,40})\s?=\s?(?:"([^"]{1,1000})"|'([^']{1,1000})'|([^\s"'>]{1,1000}))/g

/** `<input name="senha" value="…">` and its like, in whatever order. */
export function attributes(text: string, context: MaskingContext, matches: Matches): void {
  eachMatch(text, TAG, ({ index, 0: whole, 1: inner = '', 2: held = '' }) => {
    let name = ''
    let value = { start: index + whole.length - held.length, text: looksRandom(held) ? held : '' }
    const at = index + whole.indexOf(inner)
    eachMatch(inner, ATTRIBUTE, ({ index: from, 0: { length }, 1: attribute = '', 2: a, 3: b, 4: c }) => {
      const given = a ?? b ?? c ?? ''
      const start = at + from + length - given.length - (c === undefined ? 1 : 0)
      if (/^(?:name|key|id|type)$/i.test(attribute) && matters(placeOf(given))) name = given
      if (/^(?:value|content)$/i.test(attribute)) value = { start, text: given }
    })
    if (value.text === '') return
    for (const match of atPlace(placeOf(name), name, value.text, context))
      matches.push(move(match, value.start + match.start, value.start + match.end))
  })
}
