import type { RawExchange } from '../exchange/raw.js'
import { isSuccess } from '../specification/recognise.js'
import { type Captures, neededCaptures, type StepResponse, type SuiteStep } from './suite.js'

interface CapturedValues {
  readonly captures: Captures
  /** The step that captured each value. */
  readonly capturedBy: ReadonlyMap<string, SuiteStep>
}

/**
 * Finds the earlier read whose response this response of a read contradicts; null if there is none. It is then sent again, because
 * somebody may have changed the record meanwhile. Example: a read responds 404 to an identifier that a list has shown.
 */
export function findContradicted(
  step: SuiteStep,
  exchange: Pick<RawExchange, 'response'>,
  { captures, capturedBy }: CapturedValues,
): SuiteStep | null {
  const response = responseOf(exchange)
  // a step that is wrong on purpose (`intent`) is meant to fail
  if (response === null || step.method !== 'GET' || step.intent !== undefined) return null
  const isMissing = response.status === 404
  if (!isMissing && !isSuccess(response)) return null
  const recheck = step.rechecks?.find(({ isNeeded }) => isNeeded(response, captures))
  // a 404 contradicts the responses that showed the identifiers in the request
  const identifiers = isMissing ? neededCaptures(step) : []
  const names = recheck ? [recheck.capture] : identifiers
  const source = names.map((name) => capturedBy.get(name)).find((earlier) => earlier?.method === 'GET')
  // the missing record may be deleted, so the repeated response provides later steps with the identifier of another one
  if (!source || isMissing) return source ?? null
  // the record still exists, so later steps keep the values that were captured before
  const { captures: _, ...withoutCaptures } = source
  return withoutCaptures
}

/** Returns a response as steps read it; null if none came. */
export function responseOf({ response }: Pick<RawExchange, 'response'>): StepResponse | null {
  if (response === null) return null
  const { body, headers, status } = response
  const text = body === null || body.flaw === 'undecodable' ? null : decodeText(body.bytes)
  return { status, headers, text }
}

function decodeText(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}
