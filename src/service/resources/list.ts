import type { QueryParameter } from '../../specification/route.js'
import type { Sample, SampleObject } from '../../specification/samples/index.js'
import type { Answer } from '../answer.js'
import { data, invalid } from './answers.js'
import type { Call, Operation } from './operation.js'
import type { StoredRecord } from './record.js'

/** Page size where `limite` is left out. The specification is silent; the public facts have 100. */
const DEFAULT_LIMIT = 100

/** Routes of the tables without `pagina` and `limite` answer everything. */
export const list: Operation = (call) => {
  const wrong = wrongParameter(call)
  if (wrong) return invalid(call, wrong.name, wrong.msg)
  return page(call, filtered(call, call.shelf.all()))
}

/** The page that the query asks for, as summaries. */
export function page(call: Call, records: readonly StoredRecord[]): Answer {
  const limit = isPaged(call) ? wholeOr(call.query.get('limite'), DEFAULT_LIMIT) : records.length
  const from = isPaged(call) ? (wholeOr(call.query.get('pagina'), 1) - 1) * limit : 0
  const texts: string[] = []
  for (let i = from; i < Math.min(records.length, from + limit); i++)
    texts.push(records[i]?.summaryText ?? '')
  return data(`[${texts.join(',')}]`)
}

export interface WrongParameter {
  readonly name: string
  readonly msg: string
}

/** The first parameter whose value is not of its tabulated kind. */
export function wrongParameter(call: Call): WrongParameter | null {
  for (const [name, value] of call.query) {
    if (isPaged(call) && (name === 'pagina' || name === 'limite')) {
      if (!/^[1-9]\d{0,8}$/.test(value)) return { name, msg: 'Deve ser um número inteiro maior que zero.' }
      continue
    }
    const parameter = call.route.query[name]
    if (parameter && !isAllowed(parameter, value))
      return { name, msg: `O valor "${value.slice(0, 40)}" não é aceito.` }
  }
  return null
}

function isAllowed({ type, values }: QueryParameter, value: string): boolean {
  if (type === 'string') return true
  return /^\d{1,16}$/.test(value) && (!values || values.includes(Number(value)))
}

function isPaged({ route }: Call): boolean {
  return !route.tabulated || Object.hasOwn(route.query, 'pagina')
}

function filtered(call: Call, records: readonly StoredRecord[]): readonly StoredRecord[] {
  const wanted = Object.entries(call.shelf.resource.filters).flatMap(([name, at]) => {
    const value = call.query.get(name) ?? call.route.query[name]?.default
    return value === undefined || value === '' ? [] : [[at.split('.'), String(value)] as const]
  })
  if (wanted.length === 0) return records
  return records.filter(({ full }) => wanted.every(([at, value]) => String(valueAt(full, at)) === value))
}

function valueAt(record: SampleObject, at: readonly string[]): Sample | undefined {
  let value: Sample | undefined = record
  for (const name of at) {
    value = typeof value === 'object' && value !== null ? (value as SampleObject)[name] : undefined
  }
  return value
}

function wholeOr(text: string | null, otherwise: number): number {
  return text === null ? otherwise : Number(text)
}
