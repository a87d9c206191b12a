import { isObject, type Json, property, valueIn } from '../../exchange/json.js'
import {
  defaultListingSituation,
  isCustomFieldSituation,
  isListingSituation,
  listingActions,
} from '../../specification/states.js'
import { isAboutContent } from '../errors/errors.js'
import { identifierIn } from '../identifier.js'
import { RecentMap } from '../memory.js'
import { type ObserverNote, observer } from '../observer.js'
import type { SeenExchange } from '../seen.js'

/** The situation of a listing (`anuncio`) is 1 to 4. After `publicar` it is 1, after `pausar` 4. */
export const listing = observer('situations/listing', () => {
  /** The last action on each listing, until a read shows its effect. */
  const pending = new RecentMap<{ readonly action: Action; readonly respondedAtMs: number }>(200)
  return (seen, note) => {
    const { route } = seen
    if (route?.family !== 'anuncios') return
    if (route.method !== 'GET') {
      if (!seen.isSuccess) return
      const action = actions[route.id]
      if (action) pending.set(seen.recordKey, { action, respondedAtMs: seen.endMs })
      // any other write may change the situation again
      else pending.delete(seen.recordKey)
      return
    }
    const shown = findSituations(seen)
    if (shown.length === 0) return
    note.tested()
    const wrong = shown.find(({ situacao }) => !isListingSituation(situacao))
    if (wrong) return note.breach('value', { values: { shown: JSON.stringify(wrong.situacao).slice(0, 60) } })
    for (const { recordKey, situacao } of shown) {
      const last = pending.get(recordKey)
      // a read that was sent before the action had ended may rightly show the old situation
      if (!last || seen.exchange.sentAtMs < last.respondedAtMs) continue
      pending.delete(recordKey)
      const expected = listingActions[last.action]
      if (situacao === expected) continue
      note.breach('action', { values: { action: last.action, expected, shown: Number(situacao) } })
    }
  }
})

/** The situations in a single read (`/anuncios/7`) or in a list (`/anuncios`), with the keys of their records (`/anuncios/7`). */
function findSituations(seen: SeenExchange): { recordKey: string; situacao: Json }[] {
  const { route, data, key, listedRecords } = seen
  const single = route?.id === 'anuncios/read' ? [{ recordKey: key, record: data }] : []
  const listed = route?.id === 'anuncios/list' ? (listedRecords ?? []) : []
  const ofList = listed.map((record) => ({ recordKey: `${key}/${identifierIn(record)}`, record }))
  return [...single, ...ofList].flatMap(({ recordKey, record }) => {
    const situacao = property(record, 'situacao')
    return situacao === undefined ? [] : [{ recordKey, situacao }]
  })
}

type Action = keyof typeof listingActions

/** The routes that perform actions on a listing. */
const actions: Readonly<Record<string, Action>> = {
  'anuncios/publish': 'publicar',
  'anuncios/pause': 'pausar',
}

/** GET /anuncios without the parameter `situacao` lists the listings in situation 1. */
export const listingDefault = observer('situations/listing-default', () => (seen, note) => {
  if (seen.route?.id !== 'anuncios/list' || seen.query.has('situacao')) return
  const shown = (seen.listedRecords ?? [])
    .map((record) => property(record, 'situacao'))
    .filter(isListingSituation)
  if (shown.length === 0) return
  note.tested()
  const other = shown.find((situacao) => situacao !== defaultListingSituation)
  if (other !== undefined)
    note.breach('other', { values: { expected: defaultListingSituation, shown: other } })
})

type SituationNote = ObserverNote<'situations/custom-field'>

/** The situation of a custom field is 0 or 1: others are refused, and the record shows the one that was set. */
export const customField = observer('situations/custom-field', (memory) => {
  /** The situation that was set last, for each custom field. */
  const lastSet = new RecentMap<{ readonly situacao: 0 | 1; readonly respondedAtMs: number }>(200)
  return (seen, note) => {
    const { route, exchange } = seen
    if (route?.family !== 'campos-customizados') return
    const key = seen.recordKey
    if (route.id === 'campos-customizados/set-situation') {
      const situacao = examinePatch(seen, memory.wasCreated(key), note)
      if (situacao !== null) lastSet.set(key, { situacao, respondedAtMs: seen.endMs })
    } else if (route.method !== 'GET') lastSet.delete(key)
    else if (route.id === 'campos-customizados/read' && isObject(seen.data)) {
      const last = lastSet.get(key)
      const isLater = last !== undefined && exchange.sentAtMs >= last.respondedAtMs
      examineRead(seen, isLater ? last.situacao : null, note)
    }
  }
})

/** Judges a request that sets a situation. Returns the situation that was set, or null. `exists`: whether the record surely exists. */
function examinePatch(seen: SeenExchange, exists: boolean, note: SituationNote): 0 | 1 | null {
  const { requestJson, status, isSuccess, intent } = seen
  if (status === null || seen.isAccessRefused) return null
  // a server error says nothing about the situation. If our own run sent a wrong one on purpose, it should have been a 400
  if (status >= 500 && intent !== 'invalid') return null
  // a 404 may be about the record
  if (status === 404 && (intent !== 'invalid' || !exists)) return null
  const situacao = property(valueIn(requestJson), 'situacao')
  const values = { sent: JSON.stringify(situacao) ?? '—', status }
  if (isCustomFieldSituation(situacao)) {
    note.tested()
    if (isSuccess) return situacao
    if (status === 400 && intent === 'success') note.breach('refused', { values })
    return null
  }
  // from here on, the situation in the request is wrong or missing
  if (requestJson === null && seen.exchange.gaps.includes('request-bodies')) return null
  note.tested()
  if (isSuccess) note.breach('accepted', { values })
  else if (status !== 400 && isAboutContent(seen, status)) note.breach('other-status', { values })
  return null
}

/** `expected`: the situation that the record must show; null if 0 and 1 are both right. */
function examineRead({ data }: SeenExchange, expected: 0 | 1 | null, note: SituationNote): void {
  const shown = property(data, 'situacao')
  if (shown === undefined) return
  note.tested()
  if (!isCustomFieldSituation(shown))
    note.breach('value', { values: { shown: JSON.stringify(shown).slice(0, 60) } })
  else if (expected !== null && shown !== expected)
    note.breach('not-set', { values: { sent: expected, shown } })
}
