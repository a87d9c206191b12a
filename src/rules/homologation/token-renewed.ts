import { type Note, rule } from '../rule.js'
import { nextInProcedure, type Placed, type Trace } from '../trace.js'

/** Once a token was refused, the next request carries a new one, and the old one never comes back. */
export const tokenRenewed = rule('homologation/token-renewed', (run, note) => {
  const dead = new Set<string>()
  const retired = new Set<string>()
  let current: string | null = null
  for (const placed of run.procedure) {
    const before = run.procedure.filter((earlier) => earlier.index < placed.index).at(-1)
    const { bearer } = placed
    if (bearer !== null && retired.has(bearer) && before?.outcome !== 'refused')
      note.breach('old-token-again', placed)
    if (before?.outcome === 'refused') afterRefusal(before, placed, { dead, retired }, note)
    if (placed.outcome === 'refused' && bearer !== null) dead.add(bearer)
    if (current !== null && bearer !== null && bearer !== current) retired.add(current)
    if (bearer !== null) current = bearer
    if (placed.outcome === 'refused') endedAfter(run, placed, note)
  }
})

type RenewedNote = Note<'homologation/token-renewed'>

function afterRefusal(
  refused: Placed,
  placed: Placed,
  known: { dead: ReadonlySet<string>; retired: ReadonlySet<string> },
  note: RenewedNote,
): void {
  note.tested()
  if (placed.bearer === null || refused.bearer === null) return
  if (known.retired.has(placed.bearer) && placed.bearer !== refused.bearer)
    note.breach('old-token-again', placed)
  else if (known.dead.has(placed.bearer)) note.breach('same-token', placed)
}

/** A refusal of a token that was fresh is the service's; `auth/renewal` names it. */
function endedAfter(run: Trace, refused: Placed, note: RenewedNote): void {
  if (!run.context.ended || nextInProcedure(run, refused)) return
  const renewed = run.renewals.some((renewal) => renewal.index > refused.index)
  const fresh = run.procedure.some(
    (earlier) =>
      earlier.index < refused.index && earlier.outcome === 'refused' && earlier.bearer !== refused.bearer,
  )
  if (fresh) return
  note.breach(renewed ? 'renewed-unused' : 'gave-up', refused, {
    values: { status: refused.exchange.answer?.status ?? null },
  })
}
