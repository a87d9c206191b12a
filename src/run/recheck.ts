import type { RawExchange } from '../exchange/raw.js'
import { isSuccess } from '../specification/recognise.js'
import { type Captures, neededBy, type StepResponse, type SuiteStep } from './suite.js'

/** The values captured from earlier responses of a round, and the step that captured each. */
export interface Taken {
  readonly captures: Captures
  readonly takenBy: ReadonlyMap<string, SuiteStep>
}

/**
 * The earlier step that is sent again because this response contradicts its response; null where it contradicts none. A read that does
 * not find the record whose identifier another read showed is such a contradiction: somebody may have deleted the record meanwhile.
 */
export function contradicted(
  step: SuiteStep,
  sent: Responded,
  { captures, takenBy }: Taken,
): SuiteStep | null {
  const response = responseOf(sent)
  if (response === null || step.method !== 'GET' || step.intent !== undefined) return null
  const isGone = response.status === 404
  if (!isGone && !isSuccess(response)) return null
  const odd = step.rechecks?.find(({ isNeeded }) => isNeeded(response, captures))
  const names = odd ? [odd.capture] : isGone ? neededBy(step) : []
  const source = names.map((name) => takenBy.get(name)).find((one) => one?.method === 'GET')
  if (!source || isGone) return source ?? null
  // the record is still there, so later steps go on with it
  const { captures: _, ...again } = source
  return again
}

type Responded = Pick<RawExchange, 'response'>

/** A response as steps read it; null where none came. */
export function responseOf({ response }: Responded): StepResponse | null {
  if (response === null) return null
  const { body, headers, status } = response
  return { status, headers, text: body === null || body.flaw === 'undecodable' ? null : textOf(body.bytes) }
}

function textOf(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}
