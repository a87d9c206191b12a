import { matters, other, type Place, placeOf } from './names.js'

/** Masks the parts of a JSON text. Each returns the part unchanged if nothing in it is secret. */
export interface JsonHands {
  /** A string under a name; `value` is unescaped. */
  string(value: string, place: Place, name: string): string
  /** The name of a property. `place` is that of the property which holds the object. */
  key(value: string, place: Place, name: string): string
  /** A number; null where it stays. */
  number(digits: string, place: Place, name: string): string | null
}

/** An object or an array that is open. */
interface Frame {
  /** The property that holds it, also through arrays. */
  readonly name: string
  readonly place: Place
  /** The property that is read now. */
  key: string
  keyPlace: Place
  /** `{"name":"senha","value":"…"}`: the name that another property gives to the value. */
  named: string | null
  given: Span | null
}

interface Span {
  readonly start: number
  readonly end: number
}

const NAMING: ReadonlySet<string> = new Set(['name', 'key', 'nome', 'chave', 'campo'])
const GIVING: ReadonlySet<string> = new Set(['value', 'valor', 'content', 'conteudo', 'text', '#text', '$'])

/** Whether the text begins as a JSON object, array or string does. */
export function looksLikeJson(text: string): boolean {
  return /^[\s\uFEFF]*(?:\{\s*["}]|\[\s*(?:["{[\]\d-]|true|false|null)|"|[{[]\s*$)/.test(text.slice(0, 200))
}

/**
 * Masks a JSON text without parsing it, so that everything else stays as it was written: numbers, order, duplicate
 * names. Returns null if it holds anything but JSON. If the text was cut, its unfinished last value is left out.
 */
export function maskJson(text: string, hands: JsonHands, isCut = false): string | null {
  const edits: Edits = new Map()
  let frame: Frame = openFrame('', other)
  const frames: Frame[] = []

  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code === QUOTE) {
      const end = stringEnd(text, i + 1)
      if (end === text.length && isCut) return edited(text.slice(0, i + 1), edits)
      visitString(text, { start: i + 1, end }, frame, { hands, edits })
      i = end
    } else if (code === OPENING_BRACE) {
      frames.push(frame)
      frame = openFrame(frame.key, frame.keyPlace)
    } else if (code === OPENING_BRACKET) {
      frames.push(frame)
      frame = { ...openFrame(frame.name, frame.place), key: frame.key, keyPlace: frame.keyPlace }
    } else if (code === CLOSING_BRACE || code === CLOSING_BRACKET) {
      frame = frames.pop() ?? frame
    } else if (code > 0x20 && code !== COMMA && code !== COLON) {
      SCALAR.lastIndex = i
      if (!SCALAR.test(text)) return isCut && text.length - i < 5 ? edited(text.slice(0, i), edits) : null
      const end = SCALAR.lastIndex
      if (end === text.length && isCut) return edited(text.slice(0, i), edits)
      const written = code > 0x39 ? null : hands.number(text.slice(i, end), frame.keyPlace, frame.key)
      if (written !== null) edits.set(i, { end, text: `"${written}"` })
      i = end - 1
    }
  }
  return edited(text, edits)
}

type Edits = Map<number, { readonly end: number; readonly text: string }>

const SCALAR = /true|false|null|-?\d[\d.eE+-]*/y
const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a]
const [OPENING_BRACE, CLOSING_BRACE, OPENING_BRACKET, CLOSING_BRACKET] = [0x7b, 0x7d, 0x5b, 0x5d]

function openFrame(name: string, place: Place): Frame {
  return { name, place, key: '', keyPlace: other, named: null, given: null }
}

function visitString(
  text: string,
  span: Span,
  frame: Frame,
  { hands, edits }: { readonly hands: JsonHands; readonly edits: Edits },
): void {
  const value = unescapeJson(text.slice(span.start, span.end))
  const write = ({ start, end }: Span, before: string, masked: string) => {
    if (masked !== before) edits.set(start, { end, text: JSON.stringify(masked).slice(1, -1) })
  }
  if (isKey(text, span.end + 1)) {
    write(span, value, hands.key(value, frame.place, frame.name))
    frame.key = value
    frame.keyPlace = placeOfKey(value, frame)
    return
  }
  const isGiven = GIVING.has(frame.key)
  const [place, name] =
    isGiven && frame.named !== null && matters(placeOf(frame.named))
      ? [placeOf(frame.named), frame.named]
      : isGiven && matters(frame.place)
        ? [frame.place, frame.name]
        : [frame.keyPlace, frame.key]
  write(span, value, hands.string(value, place, name))
  if (isGiven) frame.given = span
  if (!NAMING.has(frame.key)) return
  frame.named = value
  if (frame.given === null || !matters(placeOf(value))) return
  const given = unescapeJson(text.slice(frame.given.start, frame.given.end))
  write(frame.given, given, hands.string(given, placeOf(value), value))
}

function placeOfKey(key: string, { place }: Frame): Place {
  const own = placeOf(key)
  if (own.is !== 'other' || (place.is !== 'secret' && place.is !== 'inherited')) return own
  return { ...place, is: 'inherited' }
}

function isKey(text: string, behind: number): boolean {
  let at = behind
  while (text.charCodeAt(at) <= 0x20) at++
  return text.charCodeAt(at) === COLON
}

function edited(text: string, edits: Edits): string {
  if (edits.size === 0) return text
  let made = ''
  let kept = 0
  for (const [start, edit] of [...edits].sort(([a], [b]) => a - b)) {
    made += text.slice(kept, start) + edit.text
    kept = edit.end
  }
  return made + text.slice(kept)
}

/** Decodes a JSON string; returns it as written if it is invalid. */
function unescapeJson(raw: string): string {
  if (!raw.includes('\\')) return raw
  try {
    return JSON.parse(`"${raw}"`) as string
  } catch {
    return raw
  }
}

/** Finds the quote that ends a string. A quote behind an odd number of backslashes is part of it. */
function stringEnd(text: string, from: number): number {
  let counted = from
  for (let end = text.indexOf('"', from); end >= 0; end = text.indexOf('"', end + 1)) {
    let slash = end
    while (slash > counted && text.charCodeAt(slash - 1) === BACKSLASH) slash--
    if ((end - slash) % 2 === 0) return end
    counted = end
  }
  return text.length
}
