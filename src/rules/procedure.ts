import { decoded } from '../exchange/address.js'
import { headerValue } from '../exchange/exchange.js'
import { property, valueIn } from '../exchange/json.js'
import type { Carried, ProcedureRequest } from './finding.js'
import { issuedHashes } from './hashes.js'
import { productIdIn } from './homologation/differences.js'
import { findKnownHashes, type Placed, type Trace } from './trace.js'

/** The requests of the procedure, in the order in which they were sent. */
export function procedureOf(run: Trace): ProcedureRequest[] {
  const tokens = new NewestToken(run.all)
  /** Where each hash was issued last so far. */
  const issuedAt = new Map<string, number>()
  return run.procedure.flatMap((placed, at): ProcedureRequest[] => {
    const { exchange, step, outcome, done } = placed
    if (step === null) return []
    const issuedHash = issuedHashes(exchange, run.profile.hash.header).at(-1) ?? null
    const request: ProcedureRequest = {
      exchange: exchange.id,
      step,
      outcome,
      issuedHash,
      ...sentHashOf(run, placed, issuedAt),
      productId: done[2] ? productIdIn(done[2].responseJson, run.profile) : null,
      dataFrom: done[1]?.exchange.id ?? null,
      accessToken: tokens.before(placed),
      ...dueOf(run, placed),
    }
    if (issuedHash !== null) issuedAt.set(issuedHash, at)
    return [request]
  })
}

function sentHashOf(run: Trace, placed: Placed, issuedAt: ReadonlyMap<string, number>) {
  const { url, headers } = placed.exchange.request
  const known = findKnownHashes(run, placed)
  const newestHash = known.newest?.value ?? null
  const own = headerValue(headers, run.profile.hash.header)?.trim() || null
  if (own === null) {
    const places = [decoded(url), ...headers.map(([, value]) => value)]
    const sentHash = places.map((place) => known.findIn(place)).find(Boolean)?.value ?? null
    const missing: Carried = newestHash === null ? 'first' : 'none'
    const carried = sentHash === null ? missing : 'misplaced'
    return { sentHash, newestHash, carried, sentFrom: issuedAt.get(sentHash ?? '') ?? null } as const
  }
  const sentFrom = issuedAt.get(own) ?? null
  const former: Carried = sentFrom === null ? 'unknown' : 'older'
  return { sentHash: own, newestHash, carried: own === newestHash ? 'newest' : former, sentFrom } as const
}

/** When the spacing allows a request, by the request of the procedure before it. §Homologation procedure 5 */
function dueOf({ profile }: Trace, { before }: Placed) {
  const { reading, intervalMs } = profile.spacing
  if (before === null || reading === 'free') return { earliestMs: null, latestMs: null }
  const { sentAtMs, respondedAtMs } = before.exchange
  return reading === 'at-least'
    ? { earliestMs: sentAtMs + intervalMs, latestMs: null }
    : { earliestMs: null, latestMs: (respondedAtMs ?? sentAtMs) + intervalMs }
}

/** The access token that a correct client would send, by what it had seen until then. */
class NewestToken {
  readonly #all: readonly Placed[]
  readonly #refused = new Set<string>()
  readonly #issued: string[] = []
  /** Tokens that the service accepted, the newest last. */
  readonly #accepted = new Set<string>()
  #at = 0

  constructor(all: readonly Placed[]) {
    this.#all = all
  }

  /** The newest that was issued and not refused before a request; else one that the service accepted; else the request's own. */
  before({ bearer, index }: Placed): string | null {
    for (const placed of this.#all.slice(this.#at, index)) this.#see(placed)
    this.#at = index
    const isUsable = (token: string) => !this.#refused.has(token) && !token.startsWith('[refresh_token')
    const known = this.#issued.findLast(isUsable) ?? [...this.#accepted].findLast(isUsable)
    return known ?? (bearer !== null && isUsable(bearer) ? bearer : null)
  }

  #see({ bearer, outcome, place, responseJson }: Placed): void {
    if (bearer !== null && outcome === 'refused') this.#refused.add(bearer)
    if (bearer !== null && outcome === 'success') {
      this.#accepted.delete(bearer)
      this.#accepted.add(bearer)
    }
    if (place.kind !== 'token') return
    const token = property(valueIn(responseJson), 'access_token')
    if (typeof token === 'string' && token !== '') this.#issued.push(token)
  }
}
