import { classifyField, type FieldMeaning, isSensitive, otherField } from './names.js'

/** Functions that mask one part of a JSON text by its field and the field's name. Each returns the part unchanged if nothing in it is secret. */
export interface JsonMasks {
  /** `value` is unescaped. */
  string(value: string, field: FieldMeaning, name: string): string
  /** The name of a property. `field` and `name` are those of the property whose value is the object. */
  key(value: string, field: FieldMeaning, name: string): string
  /** Returns null if the number stays. */
  number(digits: string, field: FieldMeaning, name: string): string | null
}

/** An object or an array whose end has not been reached. Each name stands with what a field of that name holds. */
interface Frame {
  /** The name of the property whose value it is. The objects of an array have the name of the array. */
  readonly name: string
  readonly field: FieldMeaning
  /** The property whose value is read next; in an array, that which holds the array. */
  key: string
  keyField: FieldMeaning
  /** In `{"name":"senha","value":"…"}` one property holds the name of the value in another: here `senha`. null if none was read yet. */
  nameOfValue: string | null
  /** Where that value stands, if it was read before its name. */
  valueSpan: Span | null
}

interface Span {
  readonly start: number
  readonly end: number
}

const NAME_KEYS = new Set(['name', 'key', 'nome', 'chave', 'campo'])
const VALUE_KEYS = new Set(['value', 'valor', 'content', 'conteudo', 'text', '#text', '$'])

/** Whether the text begins as a JSON object, array or string does. */
export function looksLikeJson(text: string): boolean {
  return /^[\s\uFEFF]*(?:\{\s*["}]|\[\s*(?:["{[\]\d-]|true|false|null)|"|[{[]\s*$)/.test(text.slice(0, 200))
}

/**
 * Masks the values in a JSON text: `{"senha":"abc"}` becomes `{"senha":"[secret#1]"}`. The text is not parsed, so that everything else stays
 * as it was written: numbers, order, duplicate names. null if a word stands in it that is no JSON value. If it `isCut`, an unfinished last value is left out.
 */
export function maskJson(text: string, masks: JsonMasks, isCut = false): string | null {
  const edits: Edits = new Map()
  let frame: Frame = openFrame('', otherField)
  const frames: Frame[] = []

  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code === QUOTE) {
      const end = stringEnd(text, i + 1)
      if (end === text.length && isCut) return applyEdits(text.slice(0, i + 1), edits)
      visitString(text, { start: i + 1, end }, frame, { masks, edits })
      i = end
    } else if (code === OPENING_BRACE) {
      frames.push(frame)
      frame = openFrame(frame.key, frame.keyField)
    } else if (code === OPENING_BRACKET) {
      frames.push(frame)
      frame = { ...openFrame(frame.name, frame.field), key: frame.key, keyField: frame.keyField }
    } else if (code === CLOSING_BRACE || code === CLOSING_BRACKET) {
      frame = frames.pop() ?? frame
    } else if (code > BLANK && code !== COMMA && code !== COLON) {
      SCALAR.lastIndex = i
      // a text that is cut may end with a part of `true`, `false` or `null`
      if (!SCALAR.test(text)) return isCut && text.length - i < 5 ? applyEdits(text.slice(0, i), edits) : null
      const end = SCALAR.lastIndex
      if (end === text.length && isCut) return applyEdits(text.slice(0, i), edits)
      const isNumber = code <= DIGIT_NINE
      const written = isNumber ? masks.number(text.slice(i, end), frame.keyField, frame.key) : null
      if (written !== null) edits.set(i, { end, text: `"${written}"` })
      i = end - 1
    }
  }
  return applyEdits(text, edits)
}

/** The new texts, by the offset at which each begins; `end` is where the old text ended. */
type Edits = Map<number, { readonly end: number; readonly text: string }>

const SCALAR = /true|false|null|-?\d[\d.eE+-]*/y
/** Codes of characters. Those below and equal to the blank are white space. */
const [BLANK, DIGIT_NINE, QUOTE, BACKSLASH, COMMA, COLON] = [0x20, 0x39, 0x22, 0x5c, 0x2c, 0x3a]
const [OPENING_BRACE, CLOSING_BRACE, OPENING_BRACKET, CLOSING_BRACKET] = [0x7b, 0x7d, 0x5b, 0x5d]

function openFrame(name: string, field: FieldMeaning): Frame {
  return { name, field, key: '', keyField: otherField, nameOfValue: null, valueSpan: null }
}

function visitString(
  text: string,
  span: Span,
  frame: Frame,
  { masks, edits }: { readonly masks: JsonMasks; readonly edits: Edits },
): void {
  const value = unescapeJson(text.slice(span.start, span.end))
  const write = ({ start, end }: Span, before: string, masked: string) => {
    if (masked !== before) edits.set(start, { end, text: JSON.stringify(masked).slice(1, -1) })
  }
  if (isKey(text, span.end + 1)) {
    write(span, value, masks.key(value, frame.field, frame.name))
    frame.key = value
    frame.keyField = classifyKey(value, frame)
    return
  }
  const { field, name } = fieldOfValue(frame)
  write(span, value, masks.string(value, field, name))
  if (VALUE_KEYS.has(frame.key)) frame.valueSpan = span
  if (!NAME_KEYS.has(frame.key)) return
  frame.nameOfValue = value
  // the value came before its name, as in {"value":"…","name":"senha"}
  if (frame.valueSpan === null || !isSensitive(classifyField(value))) return
  const earlier = unescapeJson(text.slice(frame.valueSpan.start, frame.valueSpan.end))
  write(frame.valueSpan, earlier, masks.string(earlier, classifyField(value), value))
}

/** The field that decides how a value is masked: usually its own, but `value` and `valor` take the name that belongs to them. */
function fieldOfValue(frame: Frame): { readonly field: FieldMeaning; readonly name: string } {
  if (VALUE_KEYS.has(frame.key)) {
    const name = frame.nameOfValue ?? ''
    const field = classifyField(name)
    if (isSensitive(field)) return { field, name }
    if (isSensitive(frame.field)) return { field: frame.field, name: frame.name }
  }
  return { field: frame.keyField, name: frame.key }
}

/** Returns what a property holds: by its own name, or else, in an object that is named like a secret, by the name of the object. */
function classifyKey(key: string, { field }: Frame): FieldMeaning {
  const own = classifyField(key)
  const isWithinSecret = field.holds === 'secret' || field.holds === 'inherited'
  return own.holds === 'other' && isWithinSecret ? { ...field, holds: 'inherited' } : own
}

/** Whether a colon follows the string that ends at this offset. */
function isKey(text: string, offset: number): boolean {
  let next = offset
  while (text.charCodeAt(next) <= BLANK) next++
  return text.charCodeAt(next) === COLON
}

function applyEdits(text: string, edits: Edits): string {
  if (edits.size === 0) return text
  let result = ''
  let copiedTo = 0
  for (const [start, edit] of [...edits].sort(([a], [b]) => a - b)) {
    result += text.slice(copiedTo, start) + edit.text
    copiedTo = edit.end
  }
  return result + text.slice(copiedTo)
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

/** Finds the quote that ends a string. A quote after an odd number of backslashes is part of the string. */
function stringEnd(text: string, from: number): number {
  /** The text before this offset has been searched, so that a long run of backslashes is not counted again for each quote. */
  let counted = from
  for (let end = text.indexOf('"', from); end >= 0; end = text.indexOf('"', end + 1)) {
    let slash = end
    while (slash > counted && text.charCodeAt(slash - 1) === BACKSLASH) slash--
    if ((end - slash) % 2 === 0) return end
    counted = end
  }
  return text.length
}
