import { decodePercent } from '../../exchange/address.js'
import { headerValue, headerValues } from '../../exchange/exchange.js'
import { traitsOfSource } from '../../exchange/sources.js'
import { type StepNumber, stepNumbers } from '../../specification/homologation.js'
import type { Profile } from '../../specification/profile.js'
import { type FindCause, firstOf, fromSameInPreviousRequest } from '../earlier.js'
import { type IssuedHash, issuedHashes } from '../hashes.js'
import { EMPTY_VARIABLE_TEXTS } from '../identifier.js'
import { type RuleNote, rule, type Suffix, unlessNotRecorded } from '../rule.js'
import { findKnownHashes, type PlacedExchange, type Trace } from '../trace.js'
import { findLastRepetition, fromConfusion } from './confusion.js'
import { productDataIn } from './differences.js'

export type HashReading = Profile['hash']['carriedOn']

/** If a request was sent twice, the application may have read only one of the two hashes that were issued. */
const fromOtherHash: FindCause = ({ values: { newest, sent, header } }, earlier) =>
  findLastRepetition(earlier, ({ at }) => {
    const issued = at === null ? [] : issuedHashes(at.exchange, String(header))
    return issued.some((hash) => hash === newest || hash === sent)
  })

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
    // a lost response may have issued a newer hash; `mayMissIssuer` covers recordings that lack a response without saying so
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

/**
 * Requests after step 1 whose sender knew a hash; under `after-invalidation`, only the first of them after each refused
 * token. Requests to wrong addresses are left out, because `homologation/right-routes` reports them.
 */
function requestsThatMustCarry(run: Trace, reading: HashReading): PlacedExchange[] {
  const withKnownHash = run.procedure.filter(
    (placed) =>
      placed.step !== 1 && placed.place.kind !== 'astray' && findKnownHashes(run, placed).newest !== null,
  )
  if (reading === 'every-step') return withKnownHash
  return withKnownHash.filter(
    ({ lastRefusal }, i) => lastRefusal !== null && lastRefusal !== withKnownHash[i - 1]?.lastRefusal,
  )
}

function examineHeader(run: Trace, placed: PlacedExchange, note: HashNote): void {
  const { header } = run.profile.hash
  const known = findKnownHashes(run, placed)
  const { request, value } = known.newest as IssuedHash
  const sent = sentHashes(run, placed).join(', ')
  const values = { header, issuedBy: request.step, newest: value, sent }
  const state = stateOfHeader(run, placed)
  const misplaced = state === 'right' || state === 'missing' ? findMisplacedHash(run, placed) : null
  if (misplaced) note.breach(misplaced.code, placed, { values: { ...values, ...misplaced.values } })
  else if (state === 'older') {
    const sentBy = known.findOriginInAnyAttempt(sent)?.request.step ?? null
    note.breach('older', placed, { values: { ...values, sentBy } })
  } else if (state !== 'right' && state !== 'unverifiable') note.breach(state, placed, { values })
}

/** The values of the hash header of a request. A correct request has one. */
function sentHashes(run: Trace, { exchange }: PlacedExchange): string[] {
  return headerValues(exchange.request.headers, run.profile.hash.header).map((value) => value.trim())
}

/** `right`: the newest hash; `unverifiable`: a hash of a response that the recording may lack; all others are breaches. */
type HeaderState = 'right' | 'unverifiable' | Suffix<'homologation/hash-carried'>

/** Judges the hash header of a request that must carry a hash. */
function stateOfHeader(run: Trace, placed: PlacedExchange): HeaderState {
  const [sent, ...others] = sentHashes(run, placed)
  if (sent === undefined) return 'missing'
  if (others.length > 0) return 'several'
  // no response issues an empty hash, not even one that the recording lacks
  if (sent === '') return 'empty'
  const known = findKnownHashes(run, placed)
  if (known.isNewest(sent)) return 'right'
  if (known.findOriginInAnyAttempt(sent)) return 'older'
  if (mayMissIssuer(run, placed)) return 'unverifiable'
  return PLACEHOLDER.test(sent) ? 'placeholder' : 'unknown'
}

const PLACEHOLDER = new RegExp(`^(?:${EMPTY_VARIABLE_TEXTS})$`, 'i')

/** Whether the recording may lack the response that issued a hash, or its headers. */
function mayMissIssuer(run: Trace, { step, index, exchange }: PlacedExchange): boolean {
  const earlier = run.procedure.filter((other) => other.index < index)
  if (run.hasLost || earlier.some(lacksHeaders)) return true
  if (traitsOfSource(exchange).isComplete || step === null) return false
  // a file of another tool that shows no success of an earlier step may lack the response to that step
  const isShown = (number: StepNumber) =>
    earlier.some((other) => other.step === number && other.outcome === 'success')
  return stepNumbers.some((number) => number < step && !isShown(number))
}

/** Judges a request that need not carry a hash: if it does, the hash must not be in the address or sent with several values. */
function examineOptionalHash(run: Trace, placed: PlacedExchange, note: HashNote): void {
  const { header } = run.profile.hash
  const known = findKnownHashes(run, placed)
  if (known.occursIn(decodePercent(placed.exchange.request.url)))
    return note.breach('in-address', placed, { values: { header } })
  const newest = known.newest?.value
  const sent = new Set(sentHashes(run, placed))
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
  const hasOwn = sentHashes(run, placed).length > 0
  const other = headers.find(([name, value]) => {
    if (name.toLowerCase() === own || !known.findOrigin(value.trim())) return false
    // `occursIn` does not search for short hashes
    const isAccepted = /homologacao$/i.test(name) || !known.occursIn(value)
    return !hasOwn || !isAccepted
  })
  if (other) return { code: 'other-header', values: { other: other[0] } }
  return placed.step === 4 && known.occursIn(body?.text ?? '') ? { code: 'in-body' } : null
}

/** Whether a parameter of a request's address contains a hash. `homologation/hash-carried` reports it. */
export function containsHash(run: Trace, placed: PlacedExchange, parameter: string): boolean {
  const [, query = ''] = placed.exchange.request.url.split('?')
  const known = findKnownHashes(run, placed)
  return new URLSearchParams(query).getAll(parameter).some((value) => known.occursIn(value))
}

/** The requests that must carry the newest hash under a reading, and whose hash header certainly does not. */
export function findRequestsWithoutHash(run: Trace, reading: HashReading): PlacedExchange[] {
  return findCarriers(run, reading).filter((placed) => {
    const state = stateOfHeader(run, placed)
    return state !== 'right' && state !== 'unverifiable'
  })
}

/** The response to step 1 has a hash header that is not empty. No response issues two hashes. */
export const hashIssued = rule('homologation/hash-issued', (run, note) => {
  const { header } = run.profile.hash
  for (const placed of run.procedure) {
    const { place, outcome } = placed
    if (place.kind === 'step' && place.step === 1 && outcome === 'success') examineFirst(run, placed, note)
    const found = issuedHashes(placed.exchange, header)
    const values = { header, hashes: found.join(', ') }
    if (found.length > 1) note.breach('several', placed, { blame: 'service', severity: 'warning', values })
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

/** Whether a request should carry a hash, and none had been issued before it. So it may be refused although it keeps the rules. */
function lacksHash(run: Trace, { step, before, hashCount }: PlacedExchange): boolean {
  const mustCarry = run.profile.hash.carriedOn === 'every-step' || before?.outcome === 'refused'
  return mustCarry && step !== 1 && hashCount === 0
}
