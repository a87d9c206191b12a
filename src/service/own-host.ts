import { isIP } from 'node:net'

/**
 * Whether a request means this listener, by its `Host`. A page of a stranger can point a name of its own at this machine, and its
 * scripts then read what we answer (DNS rebinding); its requests carry that name. So a name is foreign unless it is ours: an
 * address, this machine's own name, a name that no public DNS knows (`homologa` of a container, `host.docker.internal`), or one that
 * was named. Clients without `Host` are no browsers.
 *
 * @param names beside those: the host that was bound, that of a public URL
 */
export function createHostCheck(names: readonly string[]): (host: string | undefined) => boolean {
  const own = new Set(names.map((name) => name.toLowerCase()))
  let lastOwn: string | undefined
  return (host) => {
    if (host === undefined || host === lastOwn) return true
    if (!isOwn(nameOf(host), own)) return false
    lastOwn = host
    return true
  }
}

const PRIVATE = /(^|\.)(localhost|internal)$/

function isOwn(name: string, own: ReadonlySet<string>): boolean {
  if (own.has(name) || isIP(name) !== 0) return true
  return /^[\w-]+$/.test(name) || PRIVATE.test(name)
}

/** Without port, brackets and a dot at its end. */
function nameOf(host: string): string {
  return host
    .toLowerCase()
    .replace(/:\d*$/, '')
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
}
