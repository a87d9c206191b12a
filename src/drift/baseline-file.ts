import { parseJson } from '../exchange/json.js'
import { type Baseline, compareText, type Field, type RouteBaseline, sortValues } from './baseline.js'
import { kindText } from './compare-shapes.js'
import { type InputCode, InputError } from './input-error.js'
import { formats, kinds } from './shape.js'

/**
 * The file of a baseline: valid YAML in one fixed layout, one line a place, sorted, without times, so that a diff shows
 * what changed and nothing else. It is read by its own few lines: a YAML parser takes most of a second for what 200
 * routes teach, and could not say as plainly what is wrong in which line.
 *
 *     homologa-baseline: 1
 *     routes:
 *       GET /produtos:
 *         statuses: 200 (40), 400 (2)
 *         200:
 *           $: object 40/40
 *           $.data: array 40/40
 *           $.data[]: object 812/812
 *           $.data[].id: integer 812/812
 *           $.data[].idProdutoPai: integer 12/812
 *           $.data[].situacao: string 812/812 values A I
 */
const VERSION = 1

const header = `# What the service's answers looked like when they were accepted. Written by \`homologa contract --update-baseline\`.
# One line a place: its kinds, and in how many of how many it was there. Keep this file in the repository.
homologa-baseline: ${VERSION}
routes:
`

/** The text of a baseline. Equal baselines give equal bytes. */
export function writeBaseline(baseline: Baseline): string {
  const routes = [...baseline.routes].sort(([a], [b]) => compareText(a, b))
  return header + routes.map(([route, learned]) => writeRoute(route, learned)).join('')
}

function writeRoute(route: string, { statuses, bodies }: RouteBaseline): string {
  const counts = sortByNumber(statuses).map(([status, count]) => `${status} (${count})`)
  const lines = [`  ${quoteKey(route)}:`, `    statuses: ${counts.join(', ')}`]
  for (const [status, fields] of sortByNumber(bodies)) {
    lines.push(`    ${status}:`)
    const places = [...fields.values()].sort((a, b) => compareText(a.path, b.path))
    for (const field of places) lines.push(`      ${quoteKey(field.path)}: ${writeField(field)}`)
  }
  return `${lines.join('\n')}\n`
}

function writeField(field: Field): string {
  const form = field.format ? `(${field.format})` : ''
  const values = field.values ? ` values ${sortValues(field.values).join(' ')}` : ''
  return `${kindText(field)}${form} ${field.present}/${field.of}${values}`
}

function sortByNumber<V>(map: ReadonlyMap<number, V>): [number, V][] {
  return [...map].sort(([a], [b]) => a - b)
}

/** A key that a YAML parser would misread is quoted as JSON, which YAML holds to be the same. */
function quoteKey(key: string): string {
  return /^[A-Za-z$][^"#\r\n\t]*$/.test(key) && !/:(\s|$)|\s$/.test(key) ? key : JSON.stringify(key)
}

interface OpenRoute {
  readonly statuses: Map<number, number>
  readonly bodies: Map<number, Map<string, Field>>
}

const KEY = /^( *)("(?:[^"\\]|\\.)*"|[^"\s].*?):(?:\s+(.*?))?\s*$/
const FIELD = /^([a-z|]+)(?:\(([a-z]+)\))? (\d+)\/(\d+)(?: values (\S.*))?$/

type Fail = (code: InputCode, values: Readonly<Record<string, string | number>>) => never

/** Reads a baseline. @throws {InputError} with the line of what it could not read. */
export function readBaseline(text: string, file: string): Baseline {
  if (!/^homologa-baseline:/m.test(text)) throw new InputError('not-a-baseline', file, { line: 1, column: 1 })
  const routes = new Map<string, OpenRoute>()
  let [hasRoutes, route, body]: [boolean, OpenRoute | null, Map<string, Field> | null] = [false, null, null]
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (/^\s*(#.*)?$/.test(line)) continue
    const [, { length: indent } = { length: line.search(/\S/) }, written = '', value = ''] =
      KEY.exec(line) ?? []
    const fail: Fail = (code, values) => {
      throw new InputError(code, file, { line: index + 1, column: indent + 1 }, shortened(values))
    }
    const key = written === '' ? null : unquoted(written)
    if (key === null) fail('baseline-line', { text: written || line.trim() })
    else if (indent === 0 && key === 'homologa-baseline') {
      if (value !== String(VERSION)) fail('baseline-version', { version: value, known: VERSION })
    } else if (indent === 0) {
      if (key !== 'routes' || !/^(\{\})?$/.test(value)) fail('baseline-line', { text: key })
      hasRoutes = true
    } else if (!hasRoutes) fail('baseline-order', { text: line.trim() })
    else if (indent === 2) {
      if (value !== '') fail('baseline-line', { text: `${key}: ${value}` })
      if (routes.has(key)) fail('baseline-twice', { key })
      route = { statuses: new Map(), bodies: new Map() }
      body = null
      routes.set(key, route)
    } else if (indent === 4) {
      const open = route ?? fail('baseline-order', { text: key })
      if (key === 'statuses') readStatuses(open, value, fail)
      else body = openBody(open, key, value, fail)
    } else if (indent === 6) {
      const open = body ?? fail('baseline-order', { text: key })
      if (open.has(key)) fail('baseline-twice', { key })
      open.set(key, fieldIn(key, value, fail))
    } else fail('baseline-line', { text: line.trim() })
  }
  return { routes }
}

/** null where a quoted key is no JSON. */
function unquoted(key: string): string | null {
  if (!key.startsWith('"')) return key
  const parsed = parseJson(key)
  return parsed.ok ? String(parsed.value) : null
}

function readStatuses({ statuses }: OpenRoute, value: string, fail: Fail): void {
  for (const part of value.split(/,\s*/).filter(Boolean)) {
    const [, status, count] = /^([1-5]\d\d) \((\d+)\)$/.exec(part) ?? fail('baseline-line', { text: part })
    statuses.set(Number(status), Number(count))
  }
}

function openBody({ bodies }: OpenRoute, key: string, value: string, fail: Fail): Map<string, Field> {
  if (!/^[1-5]\d\d$/.test(key) || value !== '') fail('baseline-line', { text: `${key}: ${value}` })
  if (bodies.has(Number(key))) fail('baseline-twice', { key })
  const body = new Map<string, Field>()
  bodies.set(Number(key), body)
  return body
}

function fieldIn(path: string, value: string, fail: Fail): Field {
  const [, types = '', form, present = '', of = '', values] =
    FIELD.exec(value) ?? fail('baseline-line', { text: `${path}: ${value}` })
  if (Number(present) > Number(of)) fail('baseline-count', { present, of })
  const named = types === 'unknown' ? [] : types.split('|')
  const strange = named.find((name) => !kinds.some((kind) => kind === name))
  if (strange !== undefined) fail('baseline-line', { text: strange })
  return {
    path,
    kinds: kinds.filter((kind) => named.includes(kind)),
    format:
      form === undefined
        ? null
        : (formats.find((one) => one === form) ?? fail('baseline-line', { text: form })),
    present: Number(present),
    of: Number(of),
    values:
      values === undefined
        ? null
        : values.split(/\s+/).map((one) => (named.includes('string') ? one : Number(one))),
  }
}

/** The beginnings of what a line holds, because a file that is no baseline may be one line of megabytes. */
function shortened(values: Readonly<Record<string, string | number>>): Record<string, string | number> {
  const cut = (value: string | number) =>
    typeof value === 'string' && value.length > MOST_QUOTED ? `${value.slice(0, MOST_QUOTED)}…` : value
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, cut(value)]))
}

const MOST_QUOTED = 100
