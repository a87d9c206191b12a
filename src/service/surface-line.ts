import { systemClock } from '../clock.js'
import { settling } from '../settling.js'
import { openThreadLine } from '../thread-line.js'
import type { ServiceAnswer } from './answer.js'
import type { FromSurface, ThreadPlan, ToSurface } from './far-surface.js'
import type { OpenedAt, OpenSurface, SurfacePlan } from './open-surface.js'
import type { Arrival } from './seen.js'
import type { Desk, Malformed } from './surface.js'

export interface LineEars {
  readonly onMalformed: (malformed: Malformed) => void
  /** Hears once that an open surface's thread ended by itself, and every connection with it. Requests under way are told no more. */
  readonly onLost: (loss: Error) => void
}

/** A surface in a thread of its own, which asks this one for answers. @throws as listening does */
export async function openSurfaceBeside(
  surface: SurfacePlan,
  desk: Desk,
  { onMalformed, onLost }: LineEars,
): Promise<Omit<OpenSurface, 'beginTurn'>> {
  const moment = { atMs: systemClock.now(), atNs: process.hrtime.bigint() }
  const plan: ThreadPlan = { surface, moment }
  const closed = settling<void>()
  const listening = settling<OpenedAt>()
  let isOpen = false
  const line = await openThreadLine('surface-thread.js', plan, {
    here: async (port) => (await import('./far-surface.js')).surfaceOn(port, plan),
    onLost(loss) {
      closed.resolve()
      listening.reject(loss)
      if (isOpen) onLost(loss)
    },
  })
  const say = (said: ToSurface) => line.port.postMessage(said)
  const underWay = new Map<string, Arrival>()
  let answers: (readonly [string, ServiceAnswer])[] = []

  function ask(arrival: Arrival): void {
    underWay.set(arrival.id, arrival)
    desk.ask(arrival, (answer) => {
      arrival.answer = answer
      answers.push([arrival.id, answer])
    })
  }

  function hear(told: FromSurface): void {
    if (told.kind === 'asked') ask(told.arrival)
    else if (told.kind === 'over') {
      const { id, ...end } = told.over
      const arrival = underWay.get(id)
      underWay.delete(id)
      if (arrival) desk.over({ ...arrival, ...end })
    } else if (told.kind === 'broken-off') desk.over(told.arrival)
    else if (told.kind === 'malformed') onMalformed(told.malformed)
    else if (told.kind === 'listening') listening.resolve(told.at)
    else if (told.kind === 'failed') listening.reject(Object.assign(new Error(told.message), told.error))
    else closed.resolve()
  }

  line.port.on('message', (told: readonly FromSurface[]) => {
    told.forEach(hear)
    if (answers.length > 0) say({ kind: 'answers', answers })
    answers = []
  })
  const at = await listening.promise.catch((error) => {
    line.end()
    throw error
  })
  isOpen = true
  return {
    ...at,
    async close() {
      say({ kind: 'close' })
      await closed.promise
      line.end()
    },
  }
}
