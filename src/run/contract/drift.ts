import { type Baseline, emptyBaseline, toBaseline } from '../../drift/baseline.js'
import { readBaseline, writeBaseline } from '../../drift/baseline-file.js'
import { compareShapes } from '../../drift/compare-shapes.js'
import { learnExchange, type Shapes } from '../../drift/shapes.js'
import { updateBaseline } from '../../drift/update-baseline.js'
import type { Exchange } from '../../exchange/exchange.js'
import { driftRules, judgeDrift } from '../../rules/drift/index.js'
import type { Finding } from '../../rules/finding.js'
import { keysOf } from '../../specification/plain-object.js'
import type { RequirementId } from '../../specification/requirements.js'

export interface DriftFindings {
  readonly findings: readonly Finding[]
  readonly tested: readonly RequirementId[]
  /** Routes of the baseline that this run did not see. */
  readonly notCompared: readonly string[]
}

/**
 * Collects the shapes of a run's responses, to compare them with the accepted baseline (the shapes of an earlier run that the user
 * took for right) and to update it.
 * @param accepted the file of the baseline; null if it does not exist
 * @throws InputError if the file is not a baseline
 */
export function watchDrift(accepted: { text: string; file: string } | null, baseUrl: string) {
  const baseline: Baseline | null = accepted && readBaseline(accepted.text, accepted.file)
  const shapes: Shapes = new Map()
  return {
    learn(exchange: Exchange): void {
      learnExchange(shapes, exchange, baseUrl)
    },
    /** Returns the differences from the accepted baseline; none if there is no baseline. */
    findings(): DriftFindings {
      if (baseline === null) return { findings: [], tested: [], notCompared: [] }
      const { differences, notCompared } = compareShapes(baseline, toBaseline(shapes))
      return { findings: judgeDrift(differences), tested: keysOf(driftRules), notCompared }
    },
    /** Returns the text of the updated baseline. If nothing has changed, the text of the file is kept byte by byte. */
    updated() {
      const updated = updateBaseline(baseline ?? emptyBaseline, toBaseline(shapes))
      const text = writeBaseline(updated)
      const isChanged = baseline === null || text !== writeBaseline(baseline)
      return { text: isChanged ? text : (accepted?.text ?? text), routes: updated.routes.size, isChanged }
    },
  }
}
