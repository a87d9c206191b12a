import { decodePercent } from '../../exchange/address.js'
import { headerValue, headerValues } from '../../exchange/exchange.js'
import { traitsOfSource } from '../../exchange/sources.js'
import { stepNumbers } from '../../specification/homologation.js'
import type { Profile } from '../../specification/profile.js'
import { firstOf, fromSameInPreviousRequest } from '../earlier.js'
import { type IssuedHash, issuedHashes, type KnownHashes } from '../hashes.js'
import { EMPTY_VARIABLE_TEXTS } from '../identifier.js'
import { type RuleNote, rule, unlessNotRecorded } from '../rule.js'
import { findKnownHashes, type PlacedExchange, type Trace } from '../trace.js'
import { fromConfusion, fromOtherHash } from './confusion.js'
import { productDataIn } from './differences.js'

export type HashReading = Profile['hash']['carriedOn']

/** A request carries the newest hash that the application has received, in its header and nowhere else. */
export const hashCarried = rule(
  'homologation/hash-carried',
  (run, note) => {
    const required = new Set(findCarriers(run, run.profile.hash.carriedOn))
    for (const placed of run.procedure) {
      if (required.has(placed)) {
        note.tested()
        examineHeader(run, placed, note)
      } else examineOptionalHash(run, placed, note)
    }
  },
  {
    // a lost response may have issued a newer hash; `mayMissIssuer` covers a recording without some headers, or without its beginning
    needsWholeRecording: ['missing', 'other-header', 'empty', 'placeholder', 'older', 'unknown'],
    fallbackCause: firstOf(fromConfusion, fromOtherHash),
    causes: fromSameInPreviousRequest,
    whyUntested: unlessNotRecorded('no-carrier'),
  },
)

type HashNote = RuleNote<'homologation/hash-carried'>

/** The requests that must carry a hash under a reading of the clause, as far as the recording contains their headers. */
export function findCarriers(run: Trace, reading: HashReading): PlacedExchange[] {
  return requestsThatMustCarry(run, reading).filter((placed) => !lacksHeaders(placed))
}

/** The requests that must carry a hash, but whose headers the recording does not contain. */
export function findUnseenCarriers(run: Trace, reading: HashReading): PlacedExchange[] {
  return requestsThatMustCarry(run, reading).filter(lacksHeaders)
}

function lacksHeaders({ exchange }: PlacedExchange): boolean {
  return exchange.gaps.includes('headers')
}

/** Requests after step 1 whose sender knew a hash; under `after-invalidation`, only the first of them after each refused token. */
function requestsThatMustCarry(run: Trace, reading: HashReading): PlacedExchange[] {
  const withKnownHash = run.procedure.filter(
    (placed) =>
      placed.step !== 1 && placed.place.kind !== 'astray' && findKnownHashes(run, placed).newest !== null,
  )
  if (reading === 'every-step') return withKnownHash
  return withKnownHash.filter(
    ({ lastRefusal }, i) => lastRefusal !== null && lastRefusal.index >= (withKnownHash[i - 1]?.index ?? -1),
  )
}

function examineHeader(run: Trace, placed: PlacedExchange, note: HashNote): void {
  const { header } = run.profile.hash
  const known = findKnownHashes(run, placed)
  const newest = known.newest as IssuedHash
  const sent = headerValues(placed.exchange.request.headers, header).map((value) => value.trim())
  const values = { header, issuedBy: newest.request.step, newest: newest.value, sent: sent.join(', ') }
  const misplaced = findMisplacedHash(run, placed)
  if (sent.length === 0)
    return note.breach(misplaced?.code ?? 'missing', placed, { values: { ...values, ...misplaced?.values } })
  if (sent.length > 1) return note.breach('several', placed, { values })
  if (sent[0] === '') return note.breach('empty', placed, { values })
  if (!known.isNewest(sent[0] ?? '')) {
    const origin = findOriginInAnyAttempt(known, sent[0] ?? '')
    if (origin) return note.breach('older', placed, { values: { ...values, sentBy: origin.request.step } })
    const code = PLACEHOLDER.test(values.sent) ? 'placeholder' : 'unknown'
    if (!mayMissIssuer(run, placed)) note.breach(code, placed, { values })
    return
  }
  if (misplaced) note.breach(misplaced.code, placed, { values: { ...values, ...misplaced.values } })
}

const PLACEHOLDER = new RegExp(`^(?:${EMPTY_VARIABLE_TEXTS})$`, 'i')

function findOriginInAnyAttempt(known: KnownHashes, hash: string): IssuedHash | null {
  return known.findOrigin(hash) ?? known.findOriginInFormerAttempts(hash)
}

/** Whether the recording may lack the response that issued a hash, or its headers. */
function mayMissIssuer(run: Trace, { step, index, exchange }: PlacedExchange): boolean {
  if (run.hasLost || run.procedure.some((other) => other.index < index && lacksHeaders(other))) return true
  if (traitsOfSource(exchange).isComplete || step === null) return false
  const shown = run.procedure.filter((other) => other.index < index && other.outcome === 'success')
  return stepNumbers.some((number) => number < step && !shown.some((other) => other.step === number))
}

/** Judges a request that need not carry a hash: if it does, the hash must not be in the address or sent with several values. */
function examineOptionalHash(run: Trace, placed: PlacedExchange, note: HashNote): void {
  const { header } = run.profile.hash
  const known = findKnownHashes(run, placed)
  if (known.occursIn(decodePercent(placed.exchange.request.url)))
    return note.breach('in-address', placed, { values: { header } })
  const newest = known.newest?.value
  const sent = new Set(headerValues(placed.exchange.request.headers, header).map((value) => value.trim()))
  if (newest === undefined || sent.size < 2) return
  const values = { header, newest, sent: [...sent].join(', ') }
  note.breach('several', placed, { severity: 'warning', values })
}

interface MisplacedHash {
  readonly code: 'in-address' | 'other-header' | 'in-body'
  readonly values?: { readonly other: string }
}

/**
 * Finds a hash outside its header: in the address, in another header, or in the body of step 4. Other rules judge the
 * bodies of steps 2, 3 and 5 field by field. If the request has the right header too, another header is accepted if its
 * name ends in `homologacao`, because another profile calls it so, or if its value is so short that it may be a coincidence.
 */
function findMisplacedHash(run: Trace, placed: PlacedExchange): MisplacedHash | null {
  const { url, headers, body } = placed.exchange.request
  const known = findKnownHashes(run, placed)
  if (known.occursIn(decodePercent(url))) return { code: 'in-address' }
  const own = run.profile.hash.header.toLowerCase()
  const isOwn = (name: string) => name.toLowerCase() === own
  const isMissing = !headers.some(([name]) => isOwn(name))
  const isAccepted = (name: string, value: string) => /homologacao$/i.test(name) || !known.occursIn(value)
  const other = headers.find(
    ([name, value]) =>
      !isOwn(name) && known.findOrigin(value.trim()) && (isMissing || !isAccepted(name, value)),
  )
  if (other) return { code: 'other-header', values: { other: other[0] } }
  return placed.step === 4 && known.occursIn(body?.text ?? '') ? { code: 'in-body' } : null
}

/** Whether a parameter of a request's address contains a hash. `homologation/hash-carried` reports it. */
export function containsHash(run: Trace, placed: PlacedExchange, parameter: string): boolean {
  const [, query = ''] = placed.exchange.request.url.split('?')
  const known = findKnownHashes(run, placed)
  return new URLSearchParams(query).getAll(parameter).some((value) => known.occursIn(value))
}

/** The requests that must carry the newest hash under a reading, and do not. */
export function findRequestsWithoutHash(run: Trace, reading: HashReading): PlacedExchange[] {
  return findCarriers(run, reading).filter((placed) => {
    const [sent, second] = headerValues(placed.exchange.request.headers, run.profile.hash.header)
    if (sent === undefined || second !== undefined) return true
    const known = findKnownHashes(run, placed)
    const isOfUnseenIssuer = findOriginInAnyAttempt(known, sent.trim()) === null && mayMissIssuer(run, placed)
    return !known.isNewest(sent.trim()) && !isOfUnseenIssuer
  })
}

/** The response to step 1 has a hash header that is not empty. No response issues two hashes. */
export const hashIssued = rule('homologation/hash-issued', (run, note) => {
  const { header } = run.profile.hash
  for (const placed of run.procedure) {
    const { place, outcome } = placed
    if (place.kind === 'step' && place.step === 1 && outcome === 'success') examineFirst(run, placed, note)
    const found = issuedHashes(placed.exchange, header)
    if (found.length > 1)
      note.breach('several', placed, {
        blame: 'service',
        severity: 'warning',
        values: { header, hashes: found.join(', ') },
      })
  }
})

function examineFirst(run: Trace, placed: PlacedExchange, note: RuleNote<'homologation/hash-issued'>): void {
  const { header } = run.profile.hash
  const { response, gaps } = placed.exchange
  if (!response || gaps.includes('headers')) return
  note.tested()
  const value = headerValue(response.headers, header)
  // a hash among the product data may spoil the body of step 2
  const isInBody = Object.keys(productDataIn(placed) ?? {}).some((name) => /hash|homologacao/i.test(name))
  const mayFail = (later: PlacedExchange) => lacksHash(run, later) || (isInBody && later.step === 2)
  const options = { blame: 'service', values: { header }, mayFail } as const
  if (value === null) note.breach('missing', placed, options)
  else if (issuedHashes(placed.exchange, header).length === 0) note.breach('empty', placed, options)
}

/** Whether a request should carry a hash, and none had been issued before it. Without a hash, `requestsThatMustCarry` does not list it. */
function lacksHash(run: Trace, { step, before, hashes, hashCount }: PlacedExchange): boolean {
  const mustCarry = run.profile.hash.carriedOn === 'every-step' || before?.outcome === 'refused'
  return mustCarry && step !== 1 && hashes.findNewest(hashCount, Number.POSITIVE_INFINITY) === null
}
