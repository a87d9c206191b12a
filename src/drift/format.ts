import { keysOf } from '../specification/plain-object.js'

/** Coarse forms of text. They inform; no form is a contract. */
const forms = {
  masked: /\[[a-z_]+#\d+\]/,
  date: /^\d{4}-\d{2}-\d{2}$/,
  datetime: /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?$/,
  digits: /^\d+$/,
  decimal: /^-?\d+[.,]\d+$/,
  uuid: /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i,
  ulid: /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/,
  url: /^https?:\/\/\S+$/i,
  email: /^[^@\s]+@[^@\s]+\.[^@\s]+$/,
} as const

export type Format = keyof typeof forms | 'empty' | 'text'

export const formats: readonly Format[] = [...keysOf(forms), 'empty', 'text']

/** `masked`: holds a label such as `[cpf#1]`, so the value itself was never seen. */
export function formatOf(text: string): Format {
  if (text === '') return 'empty'
  if (text.length > 2048) return 'text'
  return keysOf(forms).find((name) => forms[name].test(text)) ?? 'text'
}
