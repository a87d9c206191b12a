import { parseJson } from '../exchange/json.js'
import {
  type Baseline,
  compareText,
  type Field,
  type RouteBaseline,
  sortByNumber,
  sortValues,
} from './baseline.js'
import { kindText } from './compare-shapes.js'
import { type InputCode, InputError } from './input-error.js'
import { formats, kinds } from './shape.js'

/**
 * Reads and writes the file of a baseline: YAML in a fixed layout, with one line for each field, sorted and without times,
 * so that a diff shows only what changed. It is not read with a YAML parser, which takes most of a second for 200 routes
 * and cannot explain what is wrong in which line. A field's line has its path, its kinds, and how often it was there: in the
 * example, 12 of 812 records had an `idProdutoPai`. `$` is the whole body.
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

/** The version of this layout, in the first line of the file. */
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
    const sortedFields = [...fields.values()].sort((a, b) => compareText(a.path, b.path))
    for (const field of sortedFields) lines.push(`      ${quoteKey(field.path)}: ${writeField(field)}`)
  }
  return `${lines.join('\n')}\n`
}

function writeField(field: Field): string {
  const format = field.format ? `(${field.format})` : ''
  // only codes are listed, and a code has no spaces
  const values = field.values ? ` values ${sortValues(field.values).join(' ')}` : ''
  return `${kindText(field)}${format} ${field.present}/${field.of}${values}`
}

/** Quotes a key that a YAML parser would misread. A JSON string is valid YAML. */
function quoteKey(key: string): string {
  const isPlain = /^[A-Za-z$][^"#\r\n\t]*$/.test(key)
  const seemsToEnd = /:(\s|$)|\s$/.test(key)
  return isPlain && !seemsToEnd ? key : JSON.stringify(key)
}

/** A line of the file, such as `      $.data[].id: integer 812/812`, which has the indent 6. */
interface Line {
  readonly indent: number
  readonly key: string
  readonly value: string
  /** The whole line without its indent. */
  readonly text: string
  error(code: InputCode, values: Readonly<Record<string, string | number>>): InputError
}

/** Key (plain or quoted), colon and value, after an indent of spaces. */
const LINE = /^ *("(?:[^"\\]|\\.)*"|[^"\s].*?):(?:\s+(.*?))?\s*$/
/** `string|null(date) 12/40 values A I`: kinds, format, how often the field was there and could have been, values. */
const FIELD = /^([a-z|]+)(?:\(([a-z]+)\))? (\d+)\/(\d+)(?: values (\S.*))?$/

/** Reads a baseline. @throws {InputError} with the line that cannot be read */
export function readBaseline(text: string, file: string): Baseline {
  if (!/^homologa-baseline:/m.test(text)) throw new InputError('not-a-baseline', file, { line: 1, column: 1 })
  const reader = new BaselineReader()
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const isEmptyOrComment = /^\s*(#.*)?$/.test(line)
    if (!isEmptyOrComment) reader.read(parseLine(line, index + 1, file))
  }
  return { routes: reader.routes }
}

function parseLine(line: string, number: number, file: string): Line {
  const [, written, value = ''] = LINE.exec(line) ?? []
  const indent = line.search(/\S/)
  const text = line.trim()
  const error: Line['error'] = (code, values) =>
    new InputError(code, file, { line: number, column: indent + 1 }, shortenTexts(values))
  const key = written === undefined ? null : unquoteKey(written)
  if (key === null) throw error('baseline-line', { text: written ?? text })
  return { indent, key, value, text, error }
}

/** null if a quoted key is not JSON. */
function unquoteKey(key: string): string | null {
  if (!key.startsWith('"')) return key
  const parsed = parseJson(key)
  return parsed.ok ? String(parsed.value) : null
}

/** A `RouteBaseline` whose lines are still being read. */
interface OpenRoute {
  readonly statuses: Map<number, number>
  readonly bodies: Map<number, Map<string, Field>>
}

/** Takes one line after another. The indent says if a line is a header, a route, a status or a field. */
class BaselineReader {
  readonly routes = new Map<string, OpenRoute>()
  #hasRoutes = false
  #route: OpenRoute | null = null
  #body: Map<string, Field> | null = null

  read(line: Line): void {
    const { indent, text, error } = line
    if (indent > 0 && !this.#hasRoutes) throw error('baseline-order', { text })
    if (indent === 0) this.#readHeader(line)
    else if (indent === 2) this.#readRoute(line)
    else if (indent === 4) this.#readStatus(line)
    else if (indent === 6) this.#readField(line)
    else throw error('baseline-line', { text })
  }

  #readHeader({ key, value, error }: Line): void {
    if (key === 'homologa-baseline') {
      if (value !== String(VERSION)) throw error('baseline-version', { version: value, known: VERSION })
      return
    }
    // YAML tools write `routes: {}` if there are none
    const isRoutes = key === 'routes' && (value === '' || value === '{}')
    if (!isRoutes) throw error('baseline-line', { text: key })
    this.#hasRoutes = true
  }

  #readRoute({ key, value, error }: Line): void {
    if (value !== '') throw error('baseline-line', { text: `${key}: ${value}` })
    if (this.routes.has(key)) throw error('baseline-twice', { key })
    this.#route = { statuses: new Map(), bodies: new Map() }
    this.#body = null
    this.routes.set(key, this.#route)
  }

  #readStatus(line: Line): void {
    const { key, value, error } = line
    if (this.#route === null) throw error('baseline-order', { text: key })
    if (key === 'statuses') return readStatuses(this.#route.statuses, line)
    if (!/^[1-5]\d\d$/.test(key) || value !== '') throw error('baseline-line', { text: `${key}: ${value}` })
    if (this.#route.bodies.has(Number(key))) throw error('baseline-twice', { key })
    this.#body = new Map()
    this.#route.bodies.set(Number(key), this.#body)
  }

  #readField(line: Line): void {
    const { key, error } = line
    if (this.#body === null) throw error('baseline-order', { text: key })
    if (this.#body.has(key)) throw error('baseline-twice', { key })
    this.#body.set(key, parseField(line))
  }
}

/** `200 (40), 404 (2)` */
function readStatuses(statuses: Map<number, number>, { value, error }: Line): void {
  for (const part of value.split(/,\s*/).filter(Boolean)) {
    const found = /^([1-5]\d\d) \((\d+)\)$/.exec(part)
    if (!found) throw error('baseline-line', { text: part })
    statuses.set(Number(found[1]), Number(found[2]))
  }
}

function parseField({ key: path, value, error }: Line): Field {
  const found = FIELD.exec(value)
  if (!found) throw error('baseline-line', { text: `${path}: ${value}` })
  const [, kindNames = '', formatName, present = '', of = '', values] = found
  if (Number(present) > Number(of)) throw error('baseline-count', { present, of })
  // `kindText` writes `unknown` for a field without kinds
  const names = kindNames === 'unknown' ? [] : kindNames.split('|')
  const unknownName = names.find((name) => !kinds.some((kind) => kind === name))
  if (unknownName !== undefined) throw error('baseline-line', { text: unknownName })
  const format = formats.find((each) => each === formatName) ?? null
  if (formatName !== undefined && format === null) throw error('baseline-line', { text: formatName })
  // beside texts, a number cannot be told from a text of digits
  const parseValue = (text: string) => (names.includes('string') ? text : Number(text))
  return {
    path,
    kinds: kinds.filter((kind) => names.includes(kind)),
    format,
    present: Number(present),
    of: Number(of),
    values: values === undefined ? null : values.split(/\s+/).map(parseValue),
  }
}

const MAX_QUOTED = 100

/** Cuts long texts, because a file that is no baseline may be one line of megabytes. */
function shortenTexts(values: Readonly<Record<string, string | number>>): Record<string, string | number> {
  const shorten = (value: string | number) =>
    typeof value === 'string' && value.length > MAX_QUOTED ? `${value.slice(0, MAX_QUOTED)}…` : value
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, shorten(value)]))
}
