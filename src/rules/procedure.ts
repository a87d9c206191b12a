import { decodePercent } from '../exchange/address.js'
import { endMs, headerValue } from '../exchange/exchange.js'
import { property, valueIn } from '../exchange/json.js'
import type { StepNumber } from '../specification/homologation.js'
import type { Carried, ProcedureRequest } from './finding.js'
import { issuedHashes } from './hashes.js'
import { productIdIn } from './homologation/differences.js'
import { findKnownHashes, type PlacedExchange, type Trace } from './trace.js'

/**
 * Describes the requests of the procedure for reports, in the order in which they were sent: the hash, the token and the
 * product of each, and what a correct client would have sent.
 */
export function procedureOf(run: Trace): ProcedureRequest[] {
  const tokens = new NewestToken(run.all)
  /** By hash, the position in the procedure of the last request whose response issued it. */
  const issuedAt = new Map<string, number>()
  return run.procedure.map((placed, position): ProcedureRequest => {
    const { exchange, outcome, done } = placed
    const issuedHash = issuedHashes(exchange, run.profile.hash.header).at(-1) ?? null
    const request: ProcedureRequest = {
      exchange: exchange.id,
      step: placed.step as StepNumber,
      outcome,
      issuedHash,
      ...describeSentHash(run, placed, issuedAt),
      productId: done[2] ? productIdIn(done[2].responseJson, run.profile) : null,
      dataFrom: done[1]?.exchange.id ?? null,
      accessToken: tokens.findFor(placed),
      ...describeSpacing(run, placed),
    }
    if (issuedHash !== null) issuedAt.set(issuedHash, position)
    return request
  })
}

function describeSentHash(
  run: Trace,
  placed: PlacedExchange,
  issuedAt: ReadonlyMap<string, number>,
): Pick<ProcedureRequest, 'sentHash' | 'newestHash' | 'carried' | 'sentFrom'> {
  const { url, headers } = placed.exchange.request
  const known = findKnownHashes(run, placed)
  const newestHash = known.newest?.value ?? null
  const inHeader = headerValue(headers, run.profile.hash.header)?.trim() || null
  if (inHeader !== null) {
    const sentFrom = issuedAt.get(inHeader) ?? null
    const carriedIfNotNewest: Carried = sentFrom === null ? 'unknown' : 'older'
    const carried = inHeader === newestHash ? 'newest' : carriedIfNotNewest
    return { sentHash: inHeader, newestHash, carried, sentFrom }
  }
  // without a hash in its header, the request may have one in its address or in another header
  for (const text of [decodePercent(url), ...headers.map(([, value]) => value)]) {
    const found = known.findIn(text)?.value
    if (found !== undefined)
      return { sentHash: found, newestHash, carried: 'misplaced', sentFrom: issuedAt.get(found) ?? null }
  }
  return { sentHash: null, newestHash, carried: newestHash === null ? 'first' : 'none', sentFrom: null }
}

/** When the spacing of the profile allows a request, from the previous request of the procedure. §Homologation procedure 5 */
function describeSpacing({ profile }: Trace, { before }: PlacedExchange) {
  const { reading, intervalMs } = profile.spacing
  if (before === null || reading === 'free') return { earliestMs: null, latestMs: null }
  if (reading === 'at-least') return { earliestMs: before.exchange.sentAtMs + intervalMs, latestMs: null }
  // under `at-most` the interval begins at the end of the response
  return { earliestMs: null, latestMs: endMs(before.exchange) + intervalMs }
}

/** Follows the exchanges of a run and knows which access token a correct client would send next. */
class NewestToken {
  readonly #refused = new Set<string>()
  readonly #issued: string[] = []
  /** Tokens that the service accepted, the newest last. */
  readonly #accepted = new Set<string>()
  #nextIndex = 0

  constructor(private readonly all: readonly PlacedExchange[]) {}

  /**
   * The newest token that was issued before a request and not refused. A recording may begin after the token was issued: then
   * the newest that was accepted, else the request's own.
   */
  findFor({ bearer, index }: PlacedExchange): string | null {
    for (const placed of this.all.slice(this.#nextIndex, index)) this.#learn(placed)
    this.#nextIndex = index
    // masking labels a refresh token `[refresh_token#1]`; a client may have sent it as its access token
    const isUsable = (token: string) => !this.#refused.has(token) && !token.startsWith('[refresh_token')
    const known = this.#issued.findLast(isUsable) ?? [...this.#accepted].findLast(isUsable)
    return known ?? (bearer !== null && isUsable(bearer) ? bearer : null)
  }

  #learn({ bearer, outcome, place, responseJson }: PlacedExchange): void {
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
