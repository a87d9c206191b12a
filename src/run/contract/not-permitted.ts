import type { Prohibition } from '../run-event.js'

/** Thrown by the gate before anything is sent. */
export class NotPermittedError extends Error {
  override readonly name = 'NotPermittedError'

  constructor(readonly because: Prohibition) {
    super(`the request was kept back: ${because}`)
  }
}
