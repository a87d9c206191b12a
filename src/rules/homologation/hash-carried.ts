import { decoded } from '../../exchange/address.js'
import { headerValue, headerValues } from '../../exchange/exchange.js'
import { sightOf } from '../../exchange/sources.js'
import { stepNumbers } from '../../specification/homologation.js'
import type { Profile } from '../../specification/profile.js'
import { asBefore, either } from '../earlier.js'
import { type IssuedHash, issuedHashes, type KnownHashes } from '../hashes.js'
import { EMPTY_VARIABLE_TEXTS } from '../identifier.js'
import { type RuleNote, rule, unlessHidden } from '../rule.js'
import { findKnownHashes, type Placed, type Trace } from '../trace.js'
import { fromConfusion, fromOtherHash } from './confusion.js'
import { productDataIn } from './differences.js'

export type HashReading = Profile['hash']['carriedOn']

/** The step that follows carries the newest hash, in its header and nowhere else. */
export const hashCarried = rule(
  'homologation/hash-carried',
  (run, note) => {
    const required = new Set(carriers(run, run.profile.hash.carriedOn))
    for (const placed of run.procedure) {
      if (required.has(placed)) {
        note.tested()
        examineHeader(run, placed, note)
      } else examineUnasked(run, placed, note)
    }
  },
  {
    needsWholeRecording: ['missing', 'other-header', 'empty', 'placeholder', 'older', 'unknown'],
    fallbackCause: either(fromConfusion, fromOtherHash),
    causes: asBefore,
    whyUntested: unlessHidden('no-carrier'),
  },
)

type HashNote = RuleNote<'homologation/hash-carried'>

/** The requests that must carry a hash under a reading: only where one had been issued, and the recording would show it. */
export function carriers(run: Trace, reading: HashReading): Placed[] {
  return askedFor(run, reading).filter((placed) => !lacksHeaders(placed))
}

/** Requests whose headers the recording does not keep. */
export function unseenCarriers(run: Trace, reading: HashReading): Placed[] {
  return askedFor(run, reading).filter(lacksHeaders)
}

function lacksHeaders({ exchange }: Placed): boolean {
  return exchange.gaps.includes('headers')
}

function askedFor(run: Trace, reading: HashReading): Placed[] {
  const able = run.procedure.filter(
    (placed) =>
      placed.step !== 1 && placed.place.kind !== 'astray' && findKnownHashes(run, placed).newest !== null,
  )
  if (reading === 'every-step') return able
  return able.filter(
    ({ lastRefusal }, i) => lastRefusal !== null && lastRefusal.index >= (able[i - 1]?.index ?? -1),
  )
}

function examineHeader(run: Trace, placed: Placed, note: HashNote): void {
  const { header } = run.profile.hash
  const known = findKnownHashes(run, placed)
  const newest = known.newest as IssuedHash
  const sent = headerValues(placed.exchange.request.headers, header).map((value) => value.trim())
  const values = { header, issuedBy: newest.request.step, newest: newest.value, sent: sent.join(', ') }
  const stray = strayPlace(run, placed)
  if (sent.length === 0)
    return note.breach(stray?.code ?? 'missing', placed, { values: { ...values, ...stray?.values } })
  if (sent.length > 1) return note.breach('several', placed, { values })
  if (sent[0] === '') return note.breach('empty', placed, { values })
  if (!known.isNewest(sent[0] ?? '')) {
    const origin = originOf(known, sent[0] ?? '')
    if (origin) return note.breach('older', placed, { values: { ...values, sentBy: origin.request.step } })
    const code = PLACEHOLDER.test(values.sent) ? 'placeholder' : 'unknown'
    return mayLackIssuer(run, placed) ? undefined : note.breach(code, placed, { values })
  }
  if (stray) note.breach(stray.code, placed, { values: { ...values, ...stray.values } })
}

const PLACEHOLDER = new RegExp(`^(?:${EMPTY_VARIABLE_TEXTS})$`, 'i')

function originOf(known: KnownHashes, hash: string): IssuedHash | null {
  return known.findOrigin(hash) ?? known.findOriginInFormerAttempts(hash)
}

/** Whether the recording may lack the response that brought it, or the headers of that response. */
function mayLackIssuer(run: Trace, { step, index, exchange }: Placed): boolean {
  if (run.hasLost || run.procedure.some((one) => one.index < index && lacksHeaders(one))) return true
  if (sightOf(exchange).isWhole || step === null) return false
  const shown = run.procedure.filter((one) => one.index < index && one.outcome === 'success')
  return stepNumbers.some((number) => number < step && !shown.some((one) => one.step === number))
}

/** If the reading in force requires no hash, a hash that is sent anyway is still reported. */
function examineUnasked(run: Trace, placed: Placed, note: HashNote): void {
  const { header } = run.profile.hash
  const known = findKnownHashes(run, placed)
  if (known.occursIn(decoded(placed.exchange.request.url)))
    return note.breach('in-address', placed, { values: { header } })
  const newest = known.newest?.value
  const sent = new Set(headerValues(placed.exchange.request.headers, header).map((value) => value.trim()))
  if (newest === undefined || sent.size < 2) return
  const values = { header, newest, sent: [...sent].join(', ') }
  note.breach('several', placed, { severity: 'warning', values })
}

interface Stray {
  readonly code: 'in-address' | 'other-header' | 'in-body'
  readonly values?: { readonly other: string }
}

/**
 * Finds an earlier hash outside its header: in the address, in a header of another name, or in the body of step 4.
 * The bodies of steps 2, 3 and 5 are judged field by field, so they are not searched. If the header itself is sent as
 * well, a header whose name has the same ending is not reported because another profile spells it so, and a short
 * value is ignored because it may be a coincidence.
 */
function strayPlace(run: Trace, placed: Placed): Stray | null {
  const { url, headers, body } = placed.exchange.request
  const known = findKnownHashes(run, placed)
  if (known.occursIn(decoded(url))) return { code: 'in-address' }
  const own = run.profile.hash.header.toLowerCase()
  const isOwn = (name: string) => name.toLowerCase() === own
  const isMissing = !headers.some(([name]) => isOwn(name))
  const isLawful = (name: string, value: string) => /homologacao$/i.test(name) || !known.occursIn(value)
  const other = headers.find(
    ([name, value]) =>
      !isOwn(name) && known.findOrigin(value.trim()) && (isMissing || !isLawful(name, value)),
  )
  if (other) return { code: 'other-header', values: { other: other[0] } }
  return placed.step === 4 && known.occursIn(body?.text ?? '') ? { code: 'in-body' } : null
}

/** True if a parameter of a request's address holds a hash. The finding about the hash's place reports it. */
export function holdsHash(run: Trace, placed: Placed, parameter: string): boolean {
  const [, query = ''] = placed.exchange.request.url.split('?')
  const known = findKnownHashes(run, placed)
  return new URLSearchParams(query).getAll(parameter).some((value) => known.occursIn(value))
}

/** Steps of the requests that fail to carry the newest hash under a reading. */
export function stepsWithoutHash(run: Trace, reading: HashReading): Placed[] {
  return carriers(run, reading).filter((placed) => {
    const [sent, second] = headerValues(placed.exchange.request.headers, run.profile.hash.header)
    if (sent === undefined || second !== undefined) return true
    const known = findKnownHashes(run, placed)
    const isFromElsewhere = originOf(known, sent.trim()) === null && mayLackIssuer(run, placed)
    return !known.isNewest(sent.trim()) && !isFromElsewhere
  })
}

/** Step 1 responds with a non-empty hash header; no response brings two. */
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

function examineFirst(run: Trace, placed: Placed, note: RuleNote<'homologation/hash-issued'>): void {
  const { header } = run.profile.hash
  const { response, gaps } = placed.exchange
  if (!response || gaps.includes('headers')) return
  note.tested()
  const value = headerValue(response.headers, header)
  const isInBody = Object.keys(productDataIn(placed) ?? {}).some((name) => /hash|homologacao/i.test(name))
  const mayFail = (later: Placed) => lacksHash(run, later) || (isInBody && later.step === 2)
  const options = { blame: 'service', values: { header }, mayFail } as const
  if (value === null) note.breach('missing', placed, options)
  else if (issuedHashes(placed.exchange, header).length === 0) note.breach('empty', placed, options)
}

/** Whether a request should carry a hash, and no response had brought one. */
function lacksHash(run: Trace, { step, before, hashes, hashCount }: Placed): boolean {
  const isAsked = run.profile.hash.carriedOn === 'every-step' || before?.outcome === 'refused'
  return isAsked && step !== 1 && hashes.findNewest(hashCount, Number.POSITIVE_INFINITY) === null
}
