import type { Server } from 'node:http'
import type { Duplex } from 'node:stream'

/** Nobody gives an answer up so soon: who ends so shortly behind the request has closed its own half alone. */
const RIGHT_BEHIND_MS = 200
/** The longest that its answer is waited for; then it has left. */
const MOST_WAITED_MS = 10_000

/**
 * A client may close its half of the connection behind its request and read on; on the wire one that leaves looks the same. When it
 * comes tells them apart, and so who did it early gets its answer, while who waited first has given up.
 *
 * @param ageMsOf since when the request under way on a connection has been there; null where none is
 */
export function answerHalfClosed(server: Server, ageMsOf: (socket: Duplex) => number | null): void {
  // Node would end what half-closed, whatever it waits for; its types do not know the property
  Object.assign(server, { httpAllowHalfOpen: true })
  const hear = (socket: Duplex) => {
    socket.on('end', () => {
      const ageMs = ageMsOf(socket)
      if (ageMs === null) return
      if (ageMs > RIGHT_BEHIND_MS) return void socket.end()
      const timer = setTimeout(() => socket.end(), MOST_WAITED_MS)
      socket.once('close', () => clearTimeout(timer))
    })
  }
  server.on('connection', hear)
  server.on('secureConnection', hear)
}
