import type { Body, Exchange, Header, HttpAnswer, HttpRequest } from './exchange.js'
import { jsonLine } from './plain-text.js'

/**
 * Writes an exchange exactly as {@link jsonLine} does. Headers and bodies that repeat a recent exchange are not
 * written anew, because they make up most of busy traffic.
 */
export function exchangeLine(exchange: Exchange): string {
  return `{"exchange":${objectText(exchange, inExchange)}}\n`
}

/** How the fields are written that have a way of their own. */
type Writers<T> = { readonly [K in keyof T]?: (value: T[K]) => string }

const inRequest: Writers<HttpRequest> = { headers: remembering<readonly Header[]>(), body: bodyText() }

const inAnswer: Writers<HttpAnswer> = { headers: remembering<readonly Header[]>(), body: bodyText() }

const inExchange: Writers<Exchange> = {
  request: remembering((request) => objectText(request, inRequest)),
  answer: remembering((answer) => (answer === null ? 'null' : objectText(answer, inAnswer))),
}

function bodyText(): (body: Body | null) => string {
  const remembered = remembering<string>()
  const text = (value: string | null) =>
    value === null || value.length > LONGEST_REMEMBERED ? jsonLine(value) : remembered(value)
  return (body) => (body === null ? 'null' : objectText(body, { text }))
}

/** A long text is not kept: it would cost more memory than its writing costs time. */
const LONGEST_REMEMBERED = 65_536

/** Remembers two values, because two kinds of requests may alternate. */
function remembering<T>(write: (value: T) => string = jsonLine): (value: T) => string {
  interface Written {
    readonly value: T
    readonly text: string
  }
  let last: Written | null = null
  let other: Written | null = null
  return (value) => {
    if (last?.value === value) return last.text
    if (other?.value === value) return other.text
    const text = write(value)
    if (text.length > LONGEST_REMEMBERED) return text
    other = last
    last = { value, text }
    return text
  }
}

function objectText<T extends object>(object: T, writers: Writers<T>): string {
  let text = ''
  for (const key in object) {
    const value = object[key]
    if (value === undefined) continue
    const write = writers[key]
    text += `${text === '' ? '{' : ','}"${key}":${write ? write(value) : valueText(value)}`
  }
  return `${text}}`
}

/** Characters that JSON does not escape. */
const PLAIN = /^[\x20\x21\x23-\x5b\x5d-\x7e]*$/

function valueText(value: unknown): string {
  if (value === null) return 'null'
  if (typeof value === 'number' && Number.isFinite(value)) return `${value}`
  return typeof value === 'string' && PLAIN.test(value) ? `"${value}"` : jsonLine(value)
}
