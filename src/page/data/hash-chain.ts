import type { Exchange } from '../../exchange/exchange.js'
import {
  bySentAt,
  isProcedure,
  isRefused,
  issuedHash,
  sentHash,
  startsAttempt,
} from '../../report/diff/procedure.js'
import type { Profile } from '../../specification/profile.js'

/** A hash of the run. Equal values share a letter. */
export interface Hash {
  readonly letter: string
  readonly value: string
}

/**
 * How the sent hash relates to the issued ones: `first` none was due yet; `newest`; `older` an earlier one; `none` no
 * hash was sent; `unknown` it was never issued; `misplaced` it was sent, but not in its header.
 */
export type Carried = 'first' | 'newest' | 'older' | 'none' | 'unknown' | 'misplaced'

export interface ChainLink {
  readonly exchange: Exchange
  readonly issued: Hash | null
  readonly sent: Hash | null
  readonly carried: Carried
  /** The hash that was the newest when the request went out. */
  readonly newest: Hash | null
  /** Row of the chain that issued what was sent, or null. */
  readonly sentFrom: number | null
}

/** The hashes of a run as they were issued and sent, in the order of the requests. */
export function hashChain(exchanges: readonly Exchange[], profile: Profile): ChainLink[] {
  const known = new Map<string, Hash>()
  const name = (value: string) => {
    const hash = known.get(value) ?? { letter: letterOf(known.size), value }
    known.set(value, hash)
    return hash
  }
  const links: ChainLink[] = []
  let newest: Hash | null = null
  for (const exchange of bySentAt(exchanges).filter(isProcedure)) {
    if (startsAttempt(exchange, links.at(-1)?.exchange ?? null, profile)) newest = null
    const issuedValue = issuedHash(exchange, profile)
    const sentValue = sentHash(exchange, profile) ?? misplacedHash(exchange, links)
    const sent = sentValue === null ? null : name(sentValue)
    const issued = issuedValue === null ? null : name(issuedValue)
    const sentFrom = sent ? links.findLastIndex((link) => link.issued === sent) : -1
    links.push({
      exchange,
      issued,
      sent,
      newest,
      carried: carriedAs({ sent, newest, sentFrom }, exchange, profile),
      sentFrom: sentFrom < 0 ? null : sentFrom,
    })
    if (issued && (profile.hash.refusalIssues || !isRefused(exchange, profile))) newest = issued
  }
  return links
}

type Carrying = Pick<ChainLink, 'sent' | 'newest'> & { readonly sentFrom: number }

function carriedAs({ sent, newest, sentFrom }: Carrying, exchange: Exchange, profile: Profile): Carried {
  if (!sent) return newest ? 'none' : 'first'
  if (sentHash(exchange, profile) === null) return 'misplaced'
  if (sent === newest) return 'newest'
  return sentFrom < 0 ? 'unknown' : 'older'
}

/** An issued hash that was sent in the address or in another header. */
function misplacedHash(exchange: Exchange, links: readonly ChainLink[]): string | null {
  const places = [exchange.request.url, ...exchange.request.headers.map(([, value]) => value)]
  const issued = links.flatMap((link) =>
    link.issued && link.issued.value.length >= 8 ? [link.issued.value] : [],
  )
  return issued.findLast((value) => places.some((place) => place.includes(value))) ?? null
}

/** A … Z, then A2 … Z2. */
function letterOf(index: number): string {
  const round = Math.floor(index / 26)
  return String.fromCharCode(65 + (index % 26)) + (round === 0 ? '' : String(round + 1))
}
