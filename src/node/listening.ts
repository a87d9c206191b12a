import type { Server } from 'node:net'

/** Begins to listen, and gives the port. Rejects where the address cannot be listened on. */
export function listening(
  server: Server,
  place: { readonly port: number; readonly host: string; readonly backlog?: number },
): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(place, () => {
      server.removeListener('error', reject)
      const address = server.address()
      resolve(typeof address === 'object' && address !== null ? address.port : place.port)
    })
  })
}

/**
 * A host by which a client on this machine can reach the listener. A wildcard address is replaced, because clients
 * cannot connect to it.
 */
export function callableHost(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1'
  if (host === '::') return '[::1]'
  return host.includes(':') ? `[${host}]` : host
}

/** The error of Node's parser about bytes that it cannot parse. */
export interface ParserError extends NodeJS.ErrnoException {
  readonly rawPacket?: Buffer
  readonly bytesParsed?: number
}
