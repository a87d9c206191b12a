import { isObject, type Json } from '../../exchange/json.js'
import type { Route } from '../../specification/route.js'
import { resourceOf } from '../../specification/samples/index.js'
import { isResource } from '../conventions.js'
import { Recent } from '../memory.js'
import { type ObserverNote, observer } from '../observer.js'
import type { Fields, SeenExchange } from '../seen.js'
import { type Change, changesOf, differing, evidenceOf, isNothing, names, show } from './equal-enough.js'

interface Patch {
  readonly route: Route
  readonly sent: Fields
  /** The situation that the body or the path names; undefined where neither does, or a rule of its own tells. */
  readonly situation: Json | undefined
  /** The record before; null where it was not read since it was last written. */
  readonly before: Fields | null
  readonly respondedAtMs: number
  readonly exchange: string
}

/**
 * PATCH changes the fields that it names and nothing else. The specification shows which other fields a situation
 * changes for the custom field only. For the other situations, a changed field is a warning and a lost field is an
 * error. A field that also changes with other writes, or between reads, belongs to the service. If it is unknown who
 * sets a field, and it was never seen to stay the same, its change is reported as info.
 */
export const patched = observer('records/patched', () => {
  const reads = new Recent<Fields>(200)
  const pending = new Recent<Patch>(200)
  const own = createOwnFields()
  return (seen, note) => {
    const { route, exchange, data, recordKey: key } = seen
    if (!isResource(route)) return
    const write = (record: string, patch: Patch | null, isPatched = patch !== null) => {
      if (patch) pending.set(record, patch)
      else pending.delete(record)
      if (isPatched || seen.isSuccess) reads.delete(record)
      if (isPatched) own.patched(record)
      else if (seen.isSuccess) own.written(record, seen.requestFields)
    }
    for (const each of severalOf(seen)) write(each, ofSeveral(seen, reads.get(each) ?? null), true)
    if (route.method !== 'GET') return write(key, patchOf(seen, reads.get(key) ?? null))
    if (!isObject(data) || !route.path.endsWith('}')) return
    const patch = pending.get(key)
    if (patch && exchange.sentAtMs >= patch.respondedAtMs) {
      pending.delete(key)
      note.tested()
      compare(patch, data, { note, ofField: (path) => own.kindOf(key, path) })
    }
    own.read(key, data)
    reads.set(key, data)
  }
})

/** Keys of the records whose situation POST …/situacoes sets: those that its body names. */
function severalOf(seen: SeenExchange): readonly string[] {
  const { route, isSuccess, key } = seen
  if (route?.method !== 'POST' || !isSuccess || !route.path.endsWith('/situacoes')) return []
  const named = Object.entries(seen.requestFields ?? {}).find(([name]) => /^ids[A-Z]/.test(name))?.[1]
  const collection = key.slice(0, key.lastIndexOf('/'))
  return Array.isArray(named) ? named.slice(0, 200).map((id) => `${collection}/${id}`) : []
}

/** If the response warns about some of the records, it does not say which ones. */
function ofSeveral(seen: SeenExchange, before: Fields | null): Patch | null {
  const { route, exchange, requestFields, status } = seen
  if (!route || status !== 204 || exchange.intent) return null
  const situation = requestFields?.situacao
  return { route, sent: {}, situation, before, respondedAtMs: seen.endMs, exchange: exchange.id }
}

/** Whether a route sets the situation of a record, or of several, and nothing else; a situation is a record as well. */
export function isSituation({ path }: Route): boolean {
  return /(?<=.)\/situacoes(\/\{\w+\})?$/.test(path)
}

function patchOf(seen: SeenExchange, before: Fields | null): Patch | null {
  const { route, isSuccess, exchange } = seen
  const isPatch = route?.method === 'PATCH' || (route?.method === 'PUT' && isSituation(route))
  if (!route || !isPatch || !isSuccess || exchange.intent) return null
  const sent = seen.requestFields ?? (isSituation(route) ? {} : null)
  const isOpen = isSituation(route) && route.id !== 'campos-customizados/set-situation'
  const named = route.path.endsWith('}') ? Object.values(seen.params).at(-1) : sent?.situacao
  const situation = isOpen ? named : undefined
  return sent && { route, sent, situation, before, respondedAtMs: seen.endMs, exchange: exchange.id }
}

type PatchedNote = ObserverNote<'records/patched'>

interface Comparison {
  readonly note: PatchedNote
  readonly ofField: (path: string) => FieldKind
}

function compare(patch: Patch, now: Fields, { note, ofField }: Comparison): void {
  const { route, sent, before, exchange } = patch
  const named = differing(sent, now, (name) => name === 'situacao')
  if (named) note.breach('field', { values: { ...evidenceOf(named), patch: exchange } })
  if (!before) return
  examineSituation(patch, before, now, note)
  const gravityOf = ({ kind, path }: Change) => {
    const field = isSettable(route, path) ? 'steady' : ofField(path)
    if (field === 'moving') return null
    if (kind === 'lost') return 'error'
    if (field === 'unknown') return 'info'
    return route.tabulated || !isSituation(route) ? 'error' : 'warning'
  }
  const changes = changesOf(before, now).filter(({ path }) => !isNamed(route, sent, path))
  for (const gravity of ['error', 'warning', 'info'] as const) {
    const change = changes.find((one) => gravityOf(one) === gravity)
    if (!change) continue
    const { path: field } = change
    const values = { field, before: show(change.before), shown: show(change.now), patch: exchange }
    return note.breach('other-field', { values, ...(gravity !== 'error' && { severity: gravity }) })
  }
}

/** Whether PATCH named the field, or its name tells of change itself. */
function isNamed(route: Route, sent: Fields, path: string): boolean {
  const [name = ''] = path.split(/[.[]/)
  return (
    Object.hasOwn(sent, name) ||
    /alter|atualiz|modific|updat|vers[aã]o/i.test(path) ||
    (isSituation(route) && /situac|^ativo$/i.test(name))
  )
}

/** Whether the bodies that are known of the resource hold the field. */
export function isSettable({ path }: Route, field: string): boolean {
  const known = resourceOf(path)
  return known !== null && (names(known.body, field) || names(known.change, field))
}

/** No table shows the order of situations. If the former one is still there, the request had no effect. */
function examineSituation(
  { situation, exchange }: Patch,
  before: Fields,
  now: Fields,
  note: PatchedNote,
): void {
  const shown = scalarsOf(now.situacao)
  const isComparable = (one: Json) =>
    typeof one === typeof situation || (typeof one === 'number' && /^\d+$/.test(String(situation)))
  if (situation === undefined || !shown.some(isComparable)) return
  if (shown.some((one) => String(one) === String(situation))) return
  if (JSON.stringify(before.situacao) !== JSON.stringify(now.situacao)) return
  const values = { sent: show(situation), shown: show(now.situacao), patch: exchange }
  note.breach('no-effect', { values, severity: 'warning' })
}

/** A situation is shown as itself, or as an object of its identifier and its value. */
function scalarsOf(situation: Json | undefined): readonly Json[] {
  if (isObject(situation)) return Object.values(situation).filter((one) => !isObject(one) && !isNothing(one))
  return situation === undefined || isNothing(situation) ? [] : [situation]
}

/**
 * The kind of a field that a client need not have set. `moving`: it changed although no write named it, so the
 * service sets it itself. `steady`: a client set it, or it stayed the same when something else was written.
 */
type FieldKind = 'moving' | 'steady' | 'unknown'

interface Known {
  readonly shown: Fields | null
  /** Bodies since then. */
  readonly bodies: readonly Fields[]
  readonly isPatched: boolean
}

const nothing: Known = { shown: null, bodies: [], isPatched: false }

/** Learns from the reads of records, and the writes between them, which fields are the service's own. */
function createOwnFields() {
  const records = new Recent<Known>(200)
  const kinds = new Recent<FieldKind>(2_000)
  const kindKey = (key: string, path: string) =>
    `${key.slice(0, key.lastIndexOf('/'))} ${path.replace(/\[\d+\]/g, '[]')}`
  const known = (key: string) => records.get(key) ?? nothing

  return {
    written(key: string, body: Fields | null) {
      const before = known(key)
      records.set(key, { ...before, bodies: [...before.bodies, body ?? {}].slice(-4) })
    },
    /** Ignores the next read, because the effect of a PATCH on other fields is what is being tested. */
    patched(key: string) {
      records.set(key, { ...known(key), isPatched: true })
    },
    read(key: string, shown: Fields) {
      const before = known(key)
      records.set(key, { shown, bodies: [], isPatched: false })
      if (!before.shown || before.isPatched) return
      const moved = new Set<string>()
      for (const { path, kind } of changesOf(before.shown, shown)) {
        moved.add(path.split(/[.[]/)[0] ?? '')
        if (kind === 'changed' && !before.bodies.some((body) => names(body, path)))
          kinds.set(kindKey(key, path), 'moving')
      }
      if (before.bodies.length === 0) return
      for (const name of Object.keys(shown)) {
        const at = kindKey(key, name)
        if (!moved.has(name) && Object.hasOwn(before.shown, name) && !kinds.has(at)) kinds.set(at, 'steady')
      }
    },
    kindOf(key: string, path: string): FieldKind {
      const exact = kinds.get(kindKey(key, path))
      if (exact) return exact
      if (known(key).bodies.some((body) => names(body, path))) return 'steady'
      return kinds.get(kindKey(key, path.split(/[.[]/)[0] ?? '')) ?? 'unknown'
    },
  }
}
