import type { Channel } from '../../exchange/exchange.js'
import type { RequirementId } from '../../specification/requirements.js'
import { html } from '../answer.js'
import { type Fault, fault, type Gate } from './fault.js'

interface Block<Name extends string> {
  readonly name: Name
  readonly description: Fault['description']
  /** Which answers count. */
  readonly counts: (channel: Channel, status: number) => boolean
  /** So many of them … */
  readonly most: number
  readonly withinMs: number
  /** … shut the gate for so long. */
  readonly forMs: number
}

/**
 * The public blocks by address. What a blocked address is answered is not shown: here a page with 403, which no client may mistake for an
 * answer of the API. What comes while the gate is shut changes nothing.
 */
export function addressBlock<const Name extends string>({ name, description, ...rule }: Block<Name>) {
  return fault({
    ...{ name, description, severity: 'none', breaks: 'limits/rate' satisfies RequirementId },
    where: () => false,
    change: (answer) => answer,
    gate: () => createGate(rule),
  })
}

function createGate({ counts, most, withinMs, forMs }: Omit<Block<string>, 'name' | 'description'>): Gate {
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
