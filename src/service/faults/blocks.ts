import type { Channel } from '../../exchange/exchange.js'
import { html } from '../answer.js'
import { type FaultRow, faultTable, type Gate } from './fault.js'

/** `most` counted responses within `withinMs` shut the gate for `forMs`. */
interface Block {
  readonly counts: (channel: Channel, status: number) => boolean
  readonly most: number
  readonly withinMs: number
  readonly forMs: number
}

/**
 * The public blocks by address. The response to a blocked address is not shown in public: here it is a page with 403, which no client may
 * mistake for a response of the API. Requests that come while the gate is shut change nothing.
 */
export const blocks = faultTable({
  'blocked-after-errors': blockOf({
    counts: (_channel, status) => status >= 400,
    ...{ most: 300, withinMs: 10_000, forMs: 600_000 },
  }),
  'blocked-after-renewals': blockOf({
    counts: (channel) => channel === 'token',
    ...{ most: 20, withinMs: 60_000, forMs: 3_600_000 },
  }),
  'blocked-after-requests': blockOf({ counts: () => true, most: 600, withinMs: 10_000, forMs: 600_000 }),
})

function blockOf(block: Block): FaultRow {
  return {
    breaks: 'limits/rate',
    severity: 'none',
    where: () => false,
    change: (answer) => answer,
    gate: () => createGate(block),
  }
}

function createGate({ counts, most, withinMs, forMs }: Block): Gate {
  let timesMs: number[] = []
  let shutUntilMs = Number.NEGATIVE_INFINITY
  return {
    turnAway: (nowMs) => (nowMs < shutUntilMs ? html(403, page) : null),
    see(channel, status, nowMs) {
      if (nowMs < shutUntilMs || !counts(channel, status)) return
      timesMs.push(nowMs)
      if (timesMs.length < most) return
      timesMs = timesMs.slice(-most)
      if (nowMs - (timesMs[0] ?? nowMs) < withinMs) shutUntilMs = nowMs + forMs
    },
  }
}

const page =
  '<!doctype html><html lang="pt-BR"><title>Acesso bloqueado</title><h1>Acesso bloqueado</h1><p>Este endereço enviou requisições demais.</p></html>'
