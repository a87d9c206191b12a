import { type Baseline, compareText, type Field, type RouteBaseline, sortValues } from './baseline.js'
import { kindText } from './compare-shapes.js'
import { type Format, formats } from './format.js'
import { InputError } from './input-error.js'
import { type Kind, kinds } from './shape.js'

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

/** Reads a baseline. @throws {InputError} with the line of what it could not read. */
export function readBaseline(text: string, file: string): Baseline {
  if (!/^homologa-baseline:/m.test(text)) throw new InputError('not-a-baseline', file, { line: 1, column: 1 })
  const reader = new BaselineReader(file)
  const lines = text.split(/\r?\n/)
  for (const [index, line] of lines.entries()) {
    if (/^\s*(#.*)?$/.test(line)) continue
    reader.read(line, index + 1)
  }
  return reader.finish()
}

interface OpenRoute {
  readonly statuses: Map<number, number>
  readonly bodies: Map<number, Map<string, Field>>
}

class BaselineReader {
  private readonly routes = new Map<string, OpenRoute>()
  private routesSeen = false
  private route: OpenRoute | null = null
  private body: Map<string, Field> | null = null

  constructor(private readonly file: string) {}

  read(line: string, number: number): void {
    const { indent, key, value } = this.split(line, number)
    if (indent === 0) this.readTop(key, value, number)
    else if (!this.routesSeen) this.fail('baseline-order', number, indent, { text: line.trim() })
    else if (indent === 2) this.openRoute(key, value, number)
    else if (indent === 4) this.readPart(key, value, number)
    else if (indent === 6) this.readField(key, value, number)
    else this.fail('baseline-line', number, indent, { text: line.trim() })
  }

  finish(): Baseline {
    return { routes: this.routes }
  }

  private readTop(key: string, value: string, line: number): void {
    if (key === 'homologa-baseline') {
      if (value !== String(VERSION))
        this.fail('baseline-version', line, 0, { version: value, known: VERSION })
    } else if (key === 'routes' && /^(\{\})?$/.test(value)) this.routesSeen = true
    else this.fail('baseline-line', line, 0, { text: key })
  }

  private openRoute(key: string, value: string, line: number): void {
    if (value !== '') this.fail('baseline-line', line, 2, { text: `${key}: ${value}` })
    if (this.routes.has(key)) this.fail('baseline-twice', line, 2, { key })
    this.route = { statuses: new Map(), bodies: new Map() }
    this.body = null
    this.routes.set(key, this.route)
  }

  private readPart(key: string, value: string, line: number) {
    const route = this.route ?? this.fail('baseline-order', line, 4, { text: key })
    if (key === 'statuses') return this.readStatuses(route, value, line)
    if (!/^[1-5]\d\d$/.test(key) || value !== '')
      this.fail('baseline-line', line, 4, { text: `${key}: ${value}` })
    if (route.bodies.has(Number(key))) this.fail('baseline-twice', line, 4, { key })
    this.body = new Map()
    route.bodies.set(Number(key), this.body)
  }

  private readStatuses(route: OpenRoute, value: string, line: number): void {
    for (const part of value.split(/,\s*/).filter(Boolean)) {
      const found =
        /^([1-5]\d\d) \((\d+)\)$/.exec(part) ?? this.fail('baseline-line', line, 4, { text: part })
      route.statuses.set(Number(found[1]), Number(found[2]))
    }
  }

  private readField(path: string, value: string, line: number): void {
    const body = this.body ?? this.fail('baseline-order', line, 6, { text: path })
    if (body.has(path)) this.fail('baseline-twice', line, 6, { key: path })
    body.set(path, this.field(path, value, line))
  }

  private field(path: string, value: string, line: number): Field {
    const found = /^([a-z|]+)(?:\(([a-z]+)\))? (\d+)\/(\d+)(?: values (\S.*))?$/.exec(value)
    const [, types = '', form, present, of, values] =
      found ?? this.fail('baseline-line', line, 6, { text: `${path}: ${value}` })
    if (Number(present) > Number(of))
      this.fail('baseline-count', line, 6, { present: present ?? '', of: of ?? '' })
    return {
      path,
      kinds: this.kinds(types, line),
      format: this.format(form, line),
      present: Number(present),
      of: Number(of),
      values: values === undefined ? null : readValues(values, types),
    }
  }

  private kinds(text: string, line: number): Kind[] {
    if (text === 'unknown') return []
    const named = text.split('|')
    const strange = named.find((name) => !kinds.some((kind) => kind === name))
    if (strange !== undefined) this.fail('baseline-line', line, 6, { text: strange })
    return kinds.filter((kind) => named.includes(kind))
  }

  private format(text: string | undefined, line: number): Format | null {
    if (text === undefined) return null
    return formats.find((format) => format === text) ?? this.fail('baseline-line', line, 6, { text })
  }

  private split(line: string, number: number): { indent: number; key: string; value: string } {
    const found = /^( *)("(?:[^"\\]|\\.)*"|[^"\s].*?):(?:\s+(.*?))?\s*$/.exec(line)
    if (!found) return this.fail('baseline-line', number, line.search(/\S/), { text: line.trim() })
    const [, spaces = '', rawKey = '', value = ''] = found
    return { indent: spaces.length, key: this.unquote(rawKey, number, spaces.length), value }
  }

  private unquote(key: string, line: number, indent: number): string {
    if (!key.startsWith('"')) return key
    try {
      return String(JSON.parse(key))
    } catch {
      return this.fail('baseline-line', line, indent, { text: key })
    }
  }

  private fail(
    code: ConstructorParameters<typeof InputError>[0],
    line: number,
    indent: number,
    values: Record<string, string | number>,
  ): never {
    const quoted = Object.entries(values).map(([name, value]) => [name, shortened(value)] as const)
    const position = { line, column: Math.max(0, indent) + 1 }
    throw new InputError(code, this.file, position, Object.fromEntries(quoted))
  }
}

/** The beginning of a line, because a file that is no baseline may be one line of megabytes. */
function shortened(value: string | number): string | number {
  return typeof value === 'string' && value.length > MOST_QUOTED ? `${value.slice(0, MOST_QUOTED)}…` : value
}

const MOST_QUOTED = 100

function readValues(text: string, types: string): readonly (string | number)[] {
  const values = text.split(/\s+/)
  const areNumbers = !types.split('|').includes('string')
  return areNumbers ? values.map(Number) : values
}
