import { pathOf } from '../place.js'
import { rule } from '../rule.js'
import type { Trace } from '../trace.js'

/** No request to real routes, lost version prefix or unknown path during a run. */
export const rightRoutes = rule('homologation/right-routes', (run, note) => {
  if (run.procedure.length > 0) note.tested()
  for (const placed of run.all) {
    if (placed.place.kind !== 'astray' || !duringRun(run, placed.index)) continue
    const { how, route, step } = placed.place
    const values = {
      method: placed.exchange.request.method,
      path: pathOf(placed.exchange.request.url),
      twin: route,
    }
    note.breach(how, placed, { step, values, ...(route ? { route } : {}) })
  }
})

/** From the first request of the procedure to the answer of step 5. */
function duringRun(run: Trace, index: number): boolean {
  const first = run.procedure[0]
  const last = run.procedure.filter((placed) => placed.step === 5 && placed.outcome === 'success').at(-1)
  return first !== undefined && index >= first.index && (last === undefined || index <= last.index)
}
