import { isObject, type Json, property, valueIn } from '../../exchange/json.js'
import type { Route } from '../../specification/route.js'
import { onRecords } from '../concerns.js'
import { type Concern, type ObserverNote, observer } from '../observer.js'
import { createRecent } from '../recent.js'
import type { SeenExchange } from '../seen.js'
import { type Differing, differing, type Fields, fieldsSent, isNothing, show } from './equal-enough.js'
import { recordKey } from './record-key.js'

interface Patch {
  readonly route: Route
  readonly sent: Fields
  /** The situation that the body or the path names; undefined where neither does, or a rule of its own tells. */
  readonly situation: Json | undefined
  /** The record before; null where it was not read since it was last written. */
  readonly before: Fields | null
  readonly answeredAtMs: number
  readonly exchange: string
}

const onRecord: Concern = (occasion) =>
  onRecords(occasion) && (occasion.route?.method !== 'GET' || occasion.route.path.endsWith('}'))

/**
 * PATCH changes what it names and nothing else. What else moves with a situation is shown for the custom field alone: of the
 * other situations a change beside it is a warning.
 */
export const patched = observer('records/patched', onRecord, () => {
  const reads = createRecent<Fields>(200)
  const pending = createRecent<Patch>(200)
  return (seen, note) => {
    const { route, exchange, data } = seen
    if (!route) return
    const key = recordKey(seen)
    for (const each of severalOf(seen)) {
      const patch = ofSeveral(seen, reads.get(each) ?? null)
      if (patch) pending.set(each, patch)
      else pending.delete(each)
      reads.delete(each)
    }
    if (route.method !== 'GET') {
      const patch = patchOf(seen, reads.get(key) ?? null)
      if (patch) pending.set(key, patch)
      else pending.delete(key)
      if (patch || seen.isSuccess) reads.delete(key)
    } else if (isObject(data) && route.path.endsWith('}')) {
      const patch = pending.get(key)
      if (patch && exchange.sentAtMs >= patch.answeredAtMs) {
        pending.delete(key)
        note.tested()
        compare(patch, data, note)
      }
      reads.set(key, data)
    }
  }
})

const none: readonly string[] = []

/** Keys of the records whose situation POST …/situacoes sets: those that its body names. */
function severalOf(seen: SeenExchange): readonly string[] {
  const { route, isSuccess, key } = seen
  if (route?.method !== 'POST' || !isSuccess || !route.path.endsWith('/situacoes')) return none
  const named = Object.entries(fieldsSent(seen) ?? {}).find(([name]) => /^ids[A-Z]/.test(name))?.[1]
  const collection = key.slice(0, key.lastIndexOf('/'))
  return Array.isArray(named) ? named.slice(0, 200).map((id) => `${collection}/${id}`) : []
}

/** Where the answer warns of some, nobody says of which. */
function ofSeveral(seen: SeenExchange, before: Fields | null): Patch | null {
  const { route, exchange, sent, status } = seen
  if (!route || status !== 204 || exchange.intent) return null
  const situation = property(valueIn(sent), 'situacao')
  const answeredAtMs = exchange.answeredAtMs ?? exchange.sentAtMs
  return { route, sent: {}, situation, before, answeredAtMs, exchange: exchange.id }
}

/** Whether a route sets the situation of a record, or of several, and nothing else; a situation is a record as well. */
export function isSituation({ path }: Route): boolean {
  return /(?<=.)\/situacoes(\/\{\w+\})?$/.test(path)
}

function patchOf(seen: SeenExchange, before: Fields | null): Patch | null {
  const { route, isSuccess, exchange } = seen
  const isPatch = route?.method === 'PATCH' || (route?.method === 'PUT' && isSituation(route))
  if (!route || !isPatch || !isSuccess || exchange.intent) return null
  const body = fieldsSent(seen) ?? (isSituation(route) ? {} : null)
  const answeredAtMs = exchange.answeredAtMs ?? exchange.sentAtMs
  return (
    body && { route, sent: body, situation: situationOf(seen), before, answeredAtMs, exchange: exchange.id }
  )
}

function situationOf({ route, params, sent }: SeenExchange): Json | undefined {
  if (!route || !isSituation(route) || route.id === 'campos-customizados/set-situation') return undefined
  return route.path.endsWith('}') ? Object.values(params).at(-1) : property(valueIn(sent), 'situacao')
}

type PatchedNote = ObserverNote<'records/patched'>

function compare(patch: Patch, now: Fields, note: PatchedNote): void {
  const { route, sent, before, exchange } = patch
  const named = differing(sent, now, (name) => name === 'situacao')
  if (named) {
    note.breach('field', {
      values: { field: named.field, sent: show(named.sent), shown: show(named.shown), patch: exchange },
    })
  }
  if (!before) return
  examineSituation(patch, before, now, note)
  const other = changedBeside(sent, before, now, isSituation(route))
  if (other === null) return
  const values = { field: other.field, before: show(other.sent), shown: show(other.shown), patch: exchange }
  const isShown = route.tabulated || !isSituation(route)
  note.breach('other-field', { values, ...(isShown ? {} : { severity: 'warning' as const }) })
}

/** Which situation follows from which is not shown. That the very one before stayed is no answer to another one. */
function examineSituation(
  { situation, exchange }: Patch,
  before: Fields,
  now: Fields,
  note: PatchedNote,
): void {
  const shown = scalarsOf(now.situacao)
  if (situation === undefined || !shown.some((one) => isComparable(one, situation))) return
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

function isComparable(shown: Json, sent: Json): boolean {
  return typeof shown === typeof sent || (typeof shown === 'number' && /^\d+$/.test(String(sent)))
}

/** The first field that PATCH did not name and that changed, vanished or appeared. Fields that tell of change itself may change. */
function changedBeside(sent: Fields, before: Fields, now: Fields, isSituation: boolean): Differing | null {
  const isNamed = (name: string) =>
    Object.hasOwn(sent, name) ||
    /alter|atualiz|modific|updat|vers[aã]o/i.test(name) ||
    (isSituation && /situac|^ativo$/i.test(name))
  const appeared = Object.keys(now).find(
    (name) => !isNamed(name) && !isNothing(now[name] ?? null) && !Object.hasOwn(before, name),
  )
  return (
    differing(before, now, isNamed) ??
    vanished(before, now, isNamed) ??
    (appeared === undefined ? null : { field: appeared, sent: before[appeared], shown: now[appeared] })
  )
}

/** The first field, however deep, that is shown no more. */
function vanished(before: Fields, now: Fields, isNamed: (name: string) => boolean): Differing | null {
  for (const [field, value] of Object.entries(before)) {
    if (isNamed(field) || value === null) continue
    const shown = now[field]
    if (shown === undefined) return { field, sent: value, shown }
    const deeper = isObject(value) && isObject(shown) ? vanished(value, shown, () => false) : null
    if (deeper) return { ...deeper, field: `${field}.${deeper.field}` }
  }
  return null
}
