import { isObject, type Json } from '../../exchange/json.js'
import type { Route } from '../../specification/route.js'
import { type ObserverNote, observer } from '../observer.js'
import { createRecent } from '../recent.js'
import type { SeenExchange } from '../seen.js'
import { differingField } from './equal-enough.js'
import { recordKey } from './record-key.js'
import { show } from './replaced.js'

type Fields = { readonly [key: string]: Json }

interface Patch {
  readonly sent: Fields
  /** The record before; null where it was not read since it was last written. */
  readonly before: Fields | null
  readonly answeredAtMs: number
  readonly exchange: string
}

/** PATCH changes what it names and nothing else. */
export const patched = observer('records/patched', () => {
  const reads = createRecent<Fields>(200)
  const pending = createRecent<Patch>(200)
  return (seen, note) => {
    const { route, exchange, data } = seen
    if (!route || route.family === 'homologacao') return
    const key = recordKey(seen)
    if (route.method !== 'GET') {
      const patch = isPatch(route) ? patchOf(seen, reads.get(key) ?? null) : null
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

/** Of the situations, the custom field's alone: what else moves with the others is not shown. */
function isPatch({ method, path, id }: Route): boolean {
  return method === 'PATCH' && (path.endsWith('}') || id === 'campos-customizados/set-situation')
}

function patchOf({ sent, isSuccess, exchange }: SeenExchange, before: Fields | null): Patch | null {
  const body = sent?.ok ? sent.value : undefined
  if (!isSuccess || exchange.intent || !isObject(body)) return null
  return {
    sent: body,
    before,
    answeredAtMs: exchange.answeredAtMs ?? exchange.sentAtMs,
    exchange: exchange.id,
  }
}

function compare(patch: Patch, now: Fields, note: ObserverNote<'records/patched'>): void {
  const { sent, before, exchange } = patch
  const named = differingField(sent, now, (name) => name === 'situacao')
  if (named !== null) {
    note.breach('field', {
      values: { field: named, sent: show(sent[named]), shown: show(now[named]), patch: exchange },
    })
  }
  if (!before) return
  const other = changedBeside(sent, before, now)
  if (other === null) return
  note.breach('other-field', {
    values: { field: other, before: show(before[other]), shown: show(now[other]), patch: exchange },
  })
}

/** The first field that PATCH did not name and that changed or vanished. Fields that tell of change itself may change. */
function changedBeside(sent: Fields, before: Fields, now: Fields): string | null {
  const isNamed = (name: string) =>
    Object.hasOwn(sent, name) || /alter|atualiz|modific|updat|vers[aã]o/i.test(name)
  const vanished = Object.keys(before).find(
    (name) => !isNamed(name) && before[name] !== null && !Object.hasOwn(now, name),
  )
  return differingField(before, now, isNamed) ?? vanished ?? null
}
