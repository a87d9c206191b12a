import { pathOf } from '../../exchange/address.js'
import { rule } from '../rule.js'
import type { Placed, Trace } from '../trace.js'

/** No request to real routes, lost version prefix or unknown path during a run. */
export const rightRoutes = rule(
  'homologation/right-routes',
  (run, note) => {
    if (run.procedure.length > 0) note.tested()
    for (const placed of duringRun(run)) {
      if (placed.place.kind !== 'astray') continue
      const { how, route, step } = placed.place
      const values = {
        method: placed.exchange.request.method,
        path: pathOf(placed.exchange.request.url),
        twin: route,
      }
      note.breach(how, placed, { step, values, ...(route ? { route } : {}) })
    }
  },
  { lasting: 'all', tells: ['versioning/unavailable:unknown-path'] },
)

/** From the first request of the procedure to the answer of step 5. */
function duringRun({ all, procedure }: Trace): readonly Placed[] {
  const [first] = procedure
  const last = procedure.findLast((placed) => placed.step === 5 && placed.outcome === 'success')
  return first ? all.slice(first.index, last && last.index + 1) : []
}
