import { isObject, type Json } from '../../exchange/json.js'
import type { Route } from '../../specification/route.js'
import { resourceOf } from '../../specification/samples/index.js'
import { isResource } from '../conventions.js'
import { RecentMap } from '../memory.js'
import { type ObserverNote, observer } from '../observer.js'
import type { Fields, SeenExchange } from '../seen.js'
import { type Change, changesOf, evidenceOf, findDifference, hasPath, isEmpty, show } from './equal-enough.js'

/** The number of records that are remembered. */
const MAX_RECORDS = 200

/** A successful PATCH whose effect the next read shows. */
interface Patch {
  readonly route: Route
  readonly sent: Fields
  /** The situation in the body or the path; undefined if there is none, or if another rule judges it. */
  readonly situation: Json | undefined
  /** The record before the PATCH; null if it was not read since the last write. */
  readonly before: Fields | null
  readonly respondedAtMs: number
  readonly exchange: string
}

/**
 * PATCH changes the fields in its body and no others: each PATCH is compared with the reads before and after it. Another field
 * that changed is an error, or a warning if only the situation was set, because a situation may bring other changes along. A
 * field that also changes with other writes, or between reads, is set by the service and not judged. If it is unknown who
 * sets a field, its change is reported as info.
 */
export const patched = observer('records/patched', () => {
  /** The last read of each record, until a write may have changed the record. */
  const reads = new RecentMap<Fields>(MAX_RECORDS)
  /** The last PATCH of each record, until a read shows its effect. */
  const pending = new RecentMap<Patch>(MAX_RECORDS)
  const kinds = createFieldKinds()
  /** `patch` is null if it is unknown whether this record was changed, and then its next read proves nothing. */
  const notePatch = (record: string, patch: Patch | null) => {
    if (patch) pending.set(record, patch)
    else pending.delete(record)
    reads.delete(record)
    kinds.patched(record)
  }
  return (seen, note) => {
    const { route, exchange, data, recordKey } = seen
    if (!isResource(route)) return
    if (route.method !== 'GET') {
      for (const record of recordsInBody(seen))
        notePatch(record, patchOfSeveral(seen, reads.get(record) ?? null))
      const patch = patchOf(seen, reads.get(recordKey) ?? null)
      if (patch) return notePatch(recordKey, patch)
      // even a write that failed may have changed what the PATCH before it had set
      pending.delete(recordKey)
      if (!seen.isSuccess) return
      reads.delete(recordKey)
      kinds.written(recordKey, seen.requestFields)
      return
    }
    if (!isObject(data) || !route.path.endsWith('}')) return
    const patch = pending.get(recordKey)
    // a read that was sent while the PATCH was under way may show either state
    if (patch && exchange.sentAtMs >= patch.respondedAtMs) {
      pending.delete(recordKey)
      note.tested()
      compare(patch, data, note, (path) => kinds.kindOf(recordKey, path))
    }
    kinds.read(recordKey, data)
    reads.set(recordKey, data)
  }
})

/** Keys of the records whose situation POST …/situacoes sets: `{"idsProdutos": [7, 8]}`. */
function recordsInBody(seen: SeenExchange): readonly string[] {
  const { route, isSuccess, key: requestKey } = seen
  if (route?.method !== 'POST' || !isSuccess || !route.path.endsWith('/situacoes')) return []
  const named = Object.entries(seen.requestFields ?? {}).find(([name]) => /^ids[A-Z]/.test(name))?.[1]
  const collection = requestKey.slice(0, requestKey.lastIndexOf('/'))
  return Array.isArray(named) ? named.slice(0, MAX_RECORDS).map((id) => `${collection}/${id}`) : []
}

/** What the request did to one record. null unless the status is 204: a 200 warns that some records were not changed, without naming them. */
function patchOfSeveral(seen: SeenExchange, before: Fields | null): Patch | null {
  const { route, exchange, requestFields, status } = seen
  if (!route || status !== 204 || exchange.intent) return null
  const situation = requestFields?.situacao
  return { route, sent: {}, situation, before, respondedAtMs: seen.endMs, exchange: exchange.id }
}

/** Whether a route sets only the situation of records: `/contatos/{idContato}/situacoes`. `/situacoes` itself is a resource. */
export function setsSituationOnly({ path }: Route): boolean {
  return /(?<=.)\/situacoes(\/\{\w+\})?$/.test(path)
}

function patchOf(seen: SeenExchange, before: Fields | null): Patch | null {
  const { route, isSuccess, exchange } = seen
  const isPatch = route?.method === 'PATCH' || (route?.method === 'PUT' && setsSituationOnly(route))
  if (!route || !isPatch || !isSuccess || exchange.intent) return null
  const sent = seen.requestFields ?? (setsSituationOnly(route) ? {} : null)
  // `situations/custom-field` judges the situation of a custom field
  const isJudgedHere = setsSituationOnly(route) && route.id !== 'campos-customizados/set-situation'
  // `PATCH …/situacoes/{idSituacao}` has the situation in its path
  const requested = route.path.endsWith('}') ? Object.values(seen.params).at(-1) : sent?.situacao
  const situation = isJudgedHere ? requested : undefined
  return sent && { route, sent, situation, before, respondedAtMs: seen.endMs, exchange: exchange.id }
}

type PatchedNote = ObserverNote<'records/patched'>

function compare(
  patch: Patch,
  now: Fields,
  note: PatchedNote,
  kindOfField: (path: string) => FieldKind,
): void {
  const { route, sent, before, exchange } = patch
  const difference = findDifference(sent, now, (name) => name === 'situacao')
  if (difference) note.breach('field', { values: { ...evidenceOf(difference), patch: exchange } })
  if (!before) return
  examineSituation(patch, before, now, note)
  const severityOf = ({ kind, path }: Change) => {
    // what clients set, the service has no reason to change by itself, even if it was seen to
    const fieldKind = isSettable(route, path) ? 'steady' : kindOfField(path)
    if (fieldKind === 'moving') return null
    if (kind === 'lost') return 'error'
    if (fieldKind === 'unknown') return 'info'
    // the specification shows what a new situation changes for the custom field alone, the only tabulated one
    return setsSituationOnly(route) && !route.tabulated ? 'warning' : 'error'
  }
  const changes = changesOf(before, now).filter(({ path }) => !mayChange(route, sent, path))
  // only the gravest change is reported: one wrong PATCH may change many fields
  for (const severity of ['error', 'warning', 'info'] as const) {
    const change = changes.find((candidate) => severityOf(candidate) === severity)
    if (!change) continue
    const { path: field } = change
    const values = { field, before: show(change.before), shown: show(change.now), patch: exchange }
    return note.breach('other-field', { values, ...(severity !== 'error' && { severity }) })
  }
}

/** Whether PATCH may change a field: it was sent, is the situation, or changes with every write, to judge by its name (`dataAlteracao`). */
function mayChange(route: Route, sent: Fields, path: string): boolean {
  const name = topField(path)
  return (
    Object.hasOwn(sent, name) ||
    /alter|atualiz|modific|updat|vers[aã]o/i.test(path) ||
    (setsSituationOnly(route) && /situac|^ativo$/i.test(name))
  )
}

/** `itens` for `itens[0].valor`. */
function topField(path: string): string {
  return path.split(/[.[]/)[0] ?? ''
}

/** Whether the sample bodies of the resource contain the field, so that clients may set it. */
export function isSettable({ path }: Route, field: string): boolean {
  const known = resourceOf(path)
  return known !== null && (hasPath(known.body, field) || hasPath(known.change, field))
}

/** Reports a PATCH after which the record has its former situation. Another situation may be right: the specification does not say. */
function examineSituation(
  { situation, exchange }: Patch,
  before: Fields,
  now: Fields,
  note: PatchedNote,
): void {
  const shown = scalarsOf(now.situacao)
  const isComparable = (value: Json) =>
    typeof value === typeof situation || (typeof value === 'number' && /^\d+$/.test(String(situation)))
  if (situation === undefined || !shown.some(isComparable)) return
  if (shown.some((value) => String(value) === String(situation))) return
  if (JSON.stringify(before.situacao) !== JSON.stringify(now.situacao)) return
  const values = { sent: show(situation), shown: show(now.situacao), patch: exchange }
  note.breach('no-effect', { values, severity: 'warning' })
}

/** The values of a situation: `[6]` for `6`, `[6, 1]` for `{"id": 6, "valor": 1}`. */
function scalarsOf(situation: Json | undefined): readonly Json[] {
  if (isObject(situation))
    return Object.values(situation).filter((value) => !isObject(value) && !isEmpty(value))
  return situation === undefined || isEmpty(situation) ? [] : [situation]
}

/** `moving`: the field changed without being sent, so the service sets it. `steady`: a client sent it, or it kept its value in other writes. */
type FieldKind = 'moving' | 'steady' | 'unknown'

/** The number of bodies that are remembered of each record. */
const MAX_BODIES = 4

/** A record since its last read. */
interface Known {
  /** null if it was not read yet. */
  readonly shown: Fields | null
  /** The newest bodies that were sent since then. */
  readonly bodies: readonly Fields[]
  readonly isPatched: boolean
}

const nothing: Known = { shown: null, bodies: [], isPatched: false }

/** Learns from the reads of records, and the writes between them, which fields the service sets itself. */
function createFieldKinds() {
  const records = new RecentMap<Known>(MAX_RECORDS)
  const kinds = new RecentMap<FieldKind>(2_000)
  /** The key is shared by the records of a collection and the items of an array: `/produtos itens[].valor`. */
  const kindKey = (key: string, path: string) =>
    `${key.slice(0, key.lastIndexOf('/'))} ${path.replace(/\[\d+\]/g, '[]')}`
  const known = (key: string) => records.get(key) ?? nothing

  return {
    /** Notes a write other than a PATCH. */
    written(key: string, body: Fields | null) {
      const before = known(key)
      records.set(key, { ...before, bodies: [...before.bodies, body ?? {}].slice(-MAX_BODIES) })
    },
    /** Ignores the next read, because the effect of a PATCH on other fields is what is being tested. */
    patched(key: string) {
      records.set(key, { ...known(key), isPatched: true })
    },
    /** Compares a read with the one before it. */
    read(key: string, shown: Fields) {
      const before = known(key)
      records.set(key, { shown, bodies: [], isPatched: false })
      if (!before.shown || before.isPatched) return
      const moved = new Set<string>()
      for (const { path, kind } of changesOf(before.shown, shown)) {
        moved.add(topField(path))
        if (kind === 'changed' && !before.bodies.some((body) => hasPath(body, path)))
          kinds.set(kindKey(key, path), 'moving')
      }
      // without a write in between, a field that kept its value shows nothing
      if (before.bodies.length === 0) return
      for (const name of Object.keys(shown)) {
        const at = kindKey(key, name)
        if (!moved.has(name) && Object.hasOwn(before.shown, name) && !kinds.has(at)) kinds.set(at, 'steady')
      }
    },
    kindOf(key: string, path: string): FieldKind {
      const exact = kinds.get(kindKey(key, path))
      if (exact) return exact
      if (known(key).bodies.some((body) => hasPath(body, path))) return 'steady'
      return kinds.get(kindKey(key, topField(path))) ?? 'unknown'
    },
  }
}
