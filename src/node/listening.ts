import type { Server } from 'node:net'

/** Starts a server and returns its port. Rejects if the address cannot be used. */
export function listening(
  server: Server,
  place: { readonly port: number; readonly host: string; readonly backlog?: number },
): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(place, () => {
      server.removeListener('error', reject)
      // port 0 lets the system choose a port, which only the address tells
      const address = server.address()
      resolve(typeof address === 'object' && address !== null ? address.port : place.port)
    })
  })
}

/** Returns the host for URLs of clients on this machine: `127.0.0.1` for the wildcard `0.0.0.0`, `[::1]` for `::`. */
export function callableHost(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1'
  if (host === '::') return '[::1]'
  return host.includes(':') ? `[${host}]` : host
}

/** The error with which Node's HTTP parser refuses bytes. `rawPacket` are these bytes. */
export interface ParserError extends NodeJS.ErrnoException {
  readonly rawPacket?: Buffer
}
