import { isObject, type Json } from '../../exchange/json.js'
import { observer } from '../observer.js'
import { createRecent } from '../recent.js'
import { differingField } from './equal-enough.js'
import { recordKey } from './record-key.js'

interface Sent {
  readonly body: { readonly [key: string]: Json }
  readonly answeredAtMs: number
  readonly exchange: string
}

/** After PUT the record holds the sent values, as far as the single read shows them. */
export const replaced = observer('records/replaced', () => {
  const pending = createRecent<Sent>(200)
  return (seen, note) => {
    const { route, exchange, data } = seen
    if (!route || route.family === 'homologacao') return
    if (route.method !== 'GET') {
      pending.delete(recordKey(seen))
      const body = seen.sent?.ok ? seen.sent.value : null
      if (route.method !== 'PUT' || !seen.isSuccess || !isObject(body ?? undefined) || exchange.intent) return
      const answeredAtMs = exchange.answeredAtMs ?? exchange.sentAtMs
      pending.set(seen.key, { body: body as Sent['body'], answeredAtMs, exchange: exchange.id })
      return
    }
    const sent = pending.get(seen.key)
    if (!sent || !isObject(data) || exchange.sentAtMs < sent.answeredAtMs) return
    pending.delete(seen.key)
    note.tested()
    const field = differingField(sent.body, data)
    if (field === null) return
    note.breach('field', {
      values: { field, sent: show(sent.body[field]), shown: show(data[field]), put: sent.exchange },
    })
  }
})

export function show(value: Json | undefined): string {
  return (JSON.stringify(value) ?? '—').slice(0, 80)
}
