import { keyedPath } from '../../place-path.js'
import { documentOf } from '../sample.fixture.js'
import { compareOpenApi } from './compare-openapi.js'

export type Part = Record<string, unknown>

export const documentWith = (get: Part, root: Part = {}, path = '/a') => ({
  openapi: '3.1.0',
  paths: { [path]: { get: { responses: {}, ...get } } },
  ...root,
})

/** Each change as `code | place | before | after`. */
export async function changes(before: unknown, after: unknown): Promise<string[]> {
  const found = compareOpenApi(await documentOf(before), await documentOf(after)).changes
  return found.map(({ code, place, before: old, after: now }) =>
    [code, place, old, now].map((one) => one ?? '–').join(' | '),
  )
}

export const content = (schema: unknown) => ({ content: { 'application/json': { schema } } })
export const answering = (schema: unknown) => documentWith({ responses: { 200: content(schema) } })
export const sending = (schema: unknown) => documentWith({ requestBody: content(schema) })
export const answered = (before: unknown, after: unknown) => changes(answering(before), answering(after))

export const keyed = keyedPath('$')
export const text = { type: 'string' }
export const whole = { type: 'integer' }
