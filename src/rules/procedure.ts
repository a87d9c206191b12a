import { type Exchange, headerValue } from '../exchange/exchange.js'
import { parseJson, property } from '../exchange/json.js'
import type { Carried, ProcedureRequest } from './finding.js'
import { issuedHashes } from './hashes.js'
import { productIdIn } from './homologation/differences.js'
import { bearerOf, hashesBefore, outcomeOf, type Placed, type Trace } from './trace.js'

/** The requests of the procedure, in the order in which they were sent. */
export function procedureOf(run: Trace): ProcedureRequest[] {
  const requests: ProcedureRequest[] = []
  const tokens = new NewestToken(run)
  for (const placed of run.procedure) {
    const { exchange, step, outcome, done } = placed
    if (step === null) continue
    requests.push({
      exchange: exchange.id,
      step,
      outcome,
      ...hashOf(run, placed, requests),
      productId: done[2] ? productIdIn(done[2].responseJson, run.profile) : null,
      dataFrom: done[1]?.exchange.id ?? null,
      accessToken: tokens.before(placed),
      ...dueOf(run, placed),
    })
  }
  return requests
}

/** Shorter values may occur elsewhere by chance. */
const SHORTEST_TELLING = 8

function hashOf(run: Trace, placed: Placed, earlier: readonly ProcedureRequest[]) {
  const { header } = run.profile.hash
  const { request } = placed.exchange
  const own = headerValue(request.headers, header)?.trim() || null
  const newestHash = hashesBefore(run, placed).newest?.value ?? null
  const places = [request.url, ...request.headers.map(([, value]) => value)]
  const isMisplaced = (hash: string | null): hash is string =>
    hash !== null && hash.length >= SHORTEST_TELLING && places.some((place) => place.includes(hash))
  const sentHash = own ?? earlier.map(({ issuedHash }) => issuedHash).findLast(isMisplaced) ?? null
  const sentFrom = sentHash === null ? -1 : earlier.findLastIndex(({ issuedHash }) => issuedHash === sentHash)
  return {
    issuedHash: issuedHashes(placed.exchange, header).at(-1) ?? null,
    sentHash,
    newestHash,
    carried: carriedAs({ own, sentHash, newestHash, sentFrom }),
    sentFrom: sentFrom < 0 ? null : sentFrom,
  }
}

function carriedAs(hash: {
  own: string | null
  sentHash: string | null
  newestHash: string | null
  sentFrom: number
}): Carried {
  const { own, sentHash, newestHash, sentFrom } = hash
  if (sentHash === null) return newestHash === null ? 'first' : 'none'
  if (own === null) return 'misplaced'
  if (own === newestHash) return 'newest'
  return sentFrom < 0 ? 'unknown' : 'older'
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

/** The tokens of a run, in the order in which they were seen. */
class NewestToken {
  readonly #all: readonly Placed[]
  readonly #profile: Trace['profile']
  readonly #refused = new Set<string | null>()
  readonly #issued: string[] = []
  readonly #taken: string[] = []
  #at = 0

  constructor(run: Trace) {
    this.#all = run.all
    this.#profile = run.profile
  }

  /** The newest that was issued and not refused before a request; else one that the service took; else the request's own. */
  before({ exchange, index }: Placed): string | null {
    for (; this.#at < index; this.#at++) this.#see(this.#all[this.#at]?.exchange as Exchange)
    const own = bearerOf(exchange)
    const known = [...(own === null ? [] : [own]), ...this.#taken, ...this.#issued]
    return known.findLast((token) => !this.#refused.has(token) && !token.startsWith('[refresh_token')) ?? null
  }

  #see(exchange: Exchange): void {
    const bearer = bearerOf(exchange)
    const outcome = outcomeOf(exchange, this.#profile)
    if (outcome === 'refused') this.#refused.add(bearer)
    if (outcome === 'success' && bearer !== null) this.#taken.push(bearer)
    const token = exchange.channel === 'token' ? issuedToken(exchange) : null
    if (token !== null) this.#issued.push(token)
  }
}

function issuedToken({ response }: Exchange): string | null {
  const json = parseJson(response?.body?.text ?? '')
  const token = json.ok ? property(json.value, 'access_token') : undefined
  return typeof token === 'string' && token !== '' ? token : null
}
