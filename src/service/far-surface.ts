import type { MessagePort } from 'node:worker_threads'
import { type Clock, systemClock } from '../clock.js'
import type { ServiceAnswer } from './answer.js'
import { type OpenedAt, openSurface, type SurfacePlan } from './open-surface.js'
import type { Arrival } from './seen.js'
import type { Malformed } from './surface.js'

/**
 * The far end of a surface beside: it reads sockets, notes what arrives and writes what it is given, and nothing else, so that a
 * request is noted when it comes. What arrived in one turn of its loop goes over together, in its order.
 */

export interface ThreadPlan {
  readonly surface: SurfacePlan
  /** One moment by the clock of the near end, milliseconds, and by `process.hrtime`, which all threads share. */
  readonly moment: { readonly atMs: number; readonly atNs: bigint }
}

/** What is known of a request when it is over, beyond what was asked with. */
export type Over = Pick<Arrival, 'id' | 'surplusBytes' | 'delivered' | 'answeredAtMs'>

export type FromSurface =
  | { readonly kind: 'listening'; readonly at: OpenedAt }
  | { readonly kind: 'failed'; readonly message: string; readonly error: NodeJS.ErrnoException }
  | { readonly kind: 'asked'; readonly arrival: Arrival }
  /** Of a request that was asked with. */
  | { readonly kind: 'over'; readonly over: Over }
  /** Of one that never was. */
  | { readonly kind: 'broken-off'; readonly arrival: Arrival }
  | { readonly kind: 'malformed'; readonly malformed: Malformed }
  | { readonly kind: 'closed' }

export type ToSurface =
  | { readonly kind: 'answers'; readonly answers: readonly (readonly [id: string, answer: ServiceAnswer])[] }
  | { readonly kind: 'close' }

/** Serves over the port until it is told to close. */
export async function surfaceOn(port: MessagePort, { surface: plan, moment }: ThreadPlan): Promise<void> {
  const awaited = new Map<string, (answer: ServiceAnswer) => void>()
  let told: FromSurface[] = []
  const flush = () => {
    if (told.length > 0) port.postMessage(told)
    told = []
  }
  const tell = (one: FromSurface) => {
    if (told.push(one) === 1) setImmediate(flush)
  }
  const desk = {
    ask(arrival: Arrival, give: (answer: ServiceAnswer) => void) {
      awaited.set(arrival.id, give)
      tell({ kind: 'asked', arrival: portable(arrival) })
    },
    over(arrival: Arrival) {
      const { id, surplusBytes, delivered, answeredAtMs } = arrival
      if (arrival.isAsked) tell({ kind: 'over', over: { id, surplusBytes, delivered, answeredAtMs } })
      else tell({ kind: 'broken-off', arrival: portable(arrival) })
    },
  }
  const onMalformed = (malformed: Malformed) => tell({ kind: 'malformed', malformed })
  const opened = await openSurface(plan, desk, {
    clock: clockFrom(moment),
    onMalformed,
  }).catch(failure)
  if ('kind' in opened) return void port.postMessage([opened])
  const { close, beginTurn, ...at } = opened
  port.on('message', async (said: ToSurface) => {
    if (said.kind === 'answers') {
      beginTurn()
      for (const [id, answer] of said.answers) {
        awaited.get(id)?.(answer)
        awaited.delete(id)
      }
      return
    }
    await close()
    tell({ kind: 'closed' })
    flush()
  })
  port.postMessage([{ kind: 'listening', at }])
}

/** An error loses its code on its way to another thread. */
function failure(error: NodeJS.ErrnoException): FromSurface & { readonly kind: 'failed' } {
  return { kind: 'failed', message: error.message, error: { ...error } }
}

/** A body is a part of the buffer that the socket was read into; only its own bytes go over. */
function portable(arrival: Arrival): Arrival {
  const { body } = arrival
  return body ? { ...arrival, body: { ...body, bytes: new Uint8Array(body.bytes) } } : arrival
}

function clockFrom({ atMs, atNs }: ThreadPlan['moment']): Clock {
  const offsetMs = atMs + Number(process.hrtime.bigint() - atNs) / 1e6 - performance.now()
  return { ...systemClock, now: () => performance.now() + offsetMs }
}
