import type { Channel, Header } from '../exchange.js'
import type { RawExchange } from '../raw.js'
import { trimValue } from '../raw-headers.js'
import type { EntryContext } from './entry-address.js'
import { answerBodyOf, isBodyOwed, NOT_RECORDED, requestBodyOf } from './entry-bodies.js'

import { asLoose, type Loose, number, type Parts, text } from './loose.js'

/** `context`: of another's recording. */
export function messagesOf(
  { request, response }: Parts,
  channel: Channel,
  context: EntryContext | null,
): Pick<RawExchange, 'request' | 'answer'> {
  const headers = headersOf(request.headers, lastHeaders.request)
  lastHeaders.request = headers
  const method = text(request.method)
  const body = requestBodyOf(request, headers)
  const status = number(response.status) ?? 0
  const answerHeaders = status > 0 ? headersOf(response.headers, lastHeaders.answer) : none
  if (status > 0) lastHeaders.answer = answerHeaders
  return {
    request: { method, url: text(request.url), headers, body },
    answer:
      status > 0
        ? {
            status,
            headers: answerHeaders,
            body:
              context?.shows.texts === false && isBodyOwed(status, answerHeaders, method)
                ? NOT_RECORDED
                : answerBodyOf(response, answerHeaders, method, channel),
          }
        : null,
  }
}

const none: readonly Header[] = []

/**
 * Returns the same list object if the headers repeat the previous ones, so that they need not be masked and searched
 * again.
 */
const lastHeaders = { request: none, answer: none }

export function headersOf(value: unknown, last: readonly Header[] = none): readonly Header[] {
  if (Array.isArray(value) && isWritten(value, last)) return last
  const headers: Header[] = []
  for (const header of Array.isArray(value) ? value : Object.entries(asLoose(value)).map(named)) {
    const name = text(asLoose(header).name)
    if (name === '' || name.startsWith(':')) continue
    const content = text(asLoose(header).value)
    const isSeveral = content.includes('\n') && name.toLowerCase() === 'set-cookie'
    for (const one of isSeveral ? content.split('\n') : [content]) headers.push([name, trimValue(one)])
  }
  return headers
}

function isWritten(value: readonly unknown[], headers: readonly Header[]): boolean {
  if (value.length !== headers.length) return false
  for (let i = 0; i < headers.length; i++) {
    const [header, written] = [headers[i], asLoose(value[i])]
    if (written.name !== header?.[0] || written.value !== header?.[1]) return false
  }
  return true
}

/** Some write an object in place of a list. */
function named([name, value]: [string, unknown]): Loose {
  return { name, value }
}
