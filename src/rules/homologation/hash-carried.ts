import { headerValues } from '../../exchange/exchange.js'
import type { Profile } from '../../specification/profile.js'
import { fromMixedRuns } from '../earlier.js'
import type { IssuedHash } from '../hashes.js'
import { type Note, rule, unlessHidden } from '../rule.js'
import { hashesBefore, type Placed, type Trace } from '../trace.js'

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
    absences: ['missing', 'other-header', 'empty', 'older', 'unknown'],
    follows: { older: fromMixedRuns, unknown: fromMixedRuns },
    untested: unlessHidden('no-carrier'),
  },
)

type HashNote = Note<'homologation/hash-carried'>

/** The requests that must carry a hash under a reading: only where one had been issued. */
export function carriers(run: Trace, reading: HashReading): Placed[] {
  if (run.procedure.some(({ exchange }) => exchange.gaps.includes('headers'))) return []
  const able = run.procedure.filter(
    (placed) => placed.place.kind !== 'astray' && hashesBefore(run, placed).newest !== null,
  )
  if (reading === 'every-step') return able.filter((placed) => placed.step !== 1)
  return able.filter(({ refusal }, i) => refusal !== null && refusal.index >= (able[i - 1]?.index ?? -1))
}

function examineHeader(run: Trace, placed: Placed, note: HashNote): void {
  const { header } = run.profile.hash
  const known = hashesBefore(run, placed)
  const newest = known.newest as IssuedHash<Placed>
  const sent = headerValues(placed.exchange.request.headers, header).map((value) => value.trim())
  const values = { header, issuedBy: newest.by.step, newest: newest.value, sent: sent.join(', ') }
  const elsewhere = strayPlace(run, placed)
  if (sent.length === 0 && elsewhere) return note.breach('in-address', placed, { values })
  if (sent.length === 0) return missing(run, placed, values, note)
  if (sent.length > 1) return note.breach('several', placed, { values })
  if (sent[0] === '') return note.breach('empty', placed, { values })
  if (!known.isNewest(sent[0] ?? '')) {
    const origin = known.origin(sent[0] ?? '')
    if (origin) return note.breach('older', placed, { values: { ...values, sentBy: origin.by.step } })
    return note.breach('unknown', placed, { values })
  }
  if (elsewhere) note.breach('in-address', placed, { values })
}

/** Where the reading in force asks for none, what may be sent is told all the same. */
function examineUnasked(run: Trace, placed: Placed, note: HashNote): void {
  const { header } = run.profile.hash
  if (strayPlace(run, placed)) return note.breach('in-address', placed, { values: { header } })
  const newest = hashesBefore(run, placed).newest?.value
  const sent = new Set(headerValues(placed.exchange.request.headers, header).map((value) => value.trim()))
  if (newest === undefined || sent.size < 2) return
  const values = { header, newest, sent: [...sent].join(', ') }
  note.breach('several', placed, { severity: 'warning', values })
}

function missing(
  run: Trace,
  placed: Placed,
  values: Record<string, string | number | null>,
  note: HashNote,
): void {
  const known = hashesBefore(run, placed)
  const other = placed.exchange.request.headers.find(([, value]) => known.origin(value.trim()))
  if (other) note.breach('other-header', placed, { values: { ...values, other: other[0] } })
  else note.breach('missing', placed, { values })
}

/** Whether a hash issued before stands in the address. */
function strayPlace(run: Trace, placed: Placed): boolean {
  return hashesBefore(run, placed).standsIn(placed.exchange.request.url)
}

/** Steps of the requests that fail to carry the newest hash under a reading. */
export function stepsWithoutHash(run: Trace, reading: HashReading): Placed[] {
  return carriers(run, reading).filter((placed) => {
    const [sent, second] = headerValues(placed.exchange.request.headers, run.profile.hash.header)
    return sent === undefined || second !== undefined || !hashesBefore(run, placed).isNewest(sent.trim())
  })
}
