import { headerValue } from '../exchange/exchange.js'
import { equalJson, isObject, type Json, parseJson, valueIn } from '../exchange/json.js'
import type { RequirementId } from '../specification/requirements.js'
import { invalidRequest, limitHit, type Problem, recordNotFound } from './error-body.js'
import type { ServiceRequest } from './response.js'
import type { Run } from './run.js'
import type { ServiceSettings } from './settings.js'
import type { StepRequest } from './step-request.js'

/** A rule of the procedure that a request broke, with the response that the service has for it. */
export interface Breach {
  readonly requirement: RequirementId
  readonly status: 400 | 404 | 429
  readonly problem: Problem
}

/** A request for a step, with everything that the inspections compare it with. */
interface InspectedStep extends StepRequest {
  readonly run: Run
  readonly request: ServiceRequest
  readonly nowMs: number
  readonly settings: ServiceSettings
}

/** Checks one rule; returns what is wrong, or null if the request keeps the rule. */
type Inspection = (inspected: InspectedStep) => Problem | null

/**
 * Finds every rule of the procedure that a request for a step breaks, limits first. The access token is not checked
 * here: `respond-to-api.ts` does that before.
 */
export function findBreaches(inspected: InspectedStep): Breach[] {
  return inspections.flatMap(([requirement, status, inspect]) => {
    const problem = inspect(inspected)
    return problem === null ? [] : [{ requirement, status, problem }]
  })
}

/** Whether the response to this breach ends the run. §Limits */
export function isLimit({ requirement }: Breach): boolean {
  return requirement === 'homologation/spacing' || requirement === 'homologation/total-time'
}

/** Measured between the arrivals of two requests. */
const minimumGap: Inspection = ({ run, nowMs, settings }) => {
  const { reading, intervalMs } = settings.profile.spacing
  if (reading !== 'at-least' || run.lastArrivedAtMs === null) return null
  if (nowMs - run.lastArrivedAtMs >= intervalMs - settings.toleranceMs) return null
  const msg = `O tempo limite entre as requisições não foi respeitado: aguarde ${intervalMs} ms.`
  return limitHit(msg, 'TOO_MANY_REQUESTS')
}

/** Measured from the previous response, because a client cannot send its next request before that. */
const maximumGap: Inspection = ({ run, nowMs, settings }) => {
  const { reading, intervalMs } = settings.profile.spacing
  if (reading !== 'at-most' || run.lastRespondedAtMs === null) return null
  if (nowMs - run.lastRespondedAtMs <= intervalMs + settings.toleranceMs) return null
  const msg = `O tempo limite entre as requisições, de ${intervalMs} ms, foi ultrapassado.`
  return limitHit(msg, 'VALIDATION_ERROR')
}

const totalTime: Inspection = ({ run, nowMs, settings }) => {
  const { maxMs } = settings.profile.total
  const tookMs = nowMs - run.startedAtMs
  if (maxMs === null || tookMs <= maxMs + settings.toleranceMs) return null
  const msg = `O tempo limite da homologação, de ${maxMs} ms, foi ultrapassado.`
  return limitHit(msg, 'VALIDATION_ERROR')
}

const restartAfterLimit: Inspection = ({ run }) => {
  if (!run.isOver) return null
  const msg = 'O tempo limite já foi atingido nesta execução: repita a operação desde o passo 1.'
  return limitHit(msg, 'VALIDATION_ERROR')
}

const order: Inspection = ({ run, step }) => {
  // a step 1 after a complete run has begun a run of its own before it comes here
  if (step === run.done + 1) return null
  const next = run.done === 5 ? 1 : run.done + 1
  return invalidRequest(`O passo esperado é o ${next}; veio o ${step}.`, 'homologacao')
}

const exactRoute: Inspection = ({ isExact, request }) => {
  if (isExact) return null
  return recordNotFound(`Nada atende por ${request.method} ${request.path}.`)
}

const sameProduct: Inspection = ({ run, id }) => {
  if (id === null || id === String(run.productId)) return null
  return recordNotFound(`O produto "${id}" não existe; o desta execução é "${run.productId}".`)
}

const hashCarried: Inspection = ({ run, step, request, settings }) => {
  // step 1, even if it is repeated, is the one that asks for a hash
  if (run.newestHash === null || step === 1 || !needsHash(run, settings)) return null
  const { header } = settings.profile.hash
  const sent = headerValue(request.headers, header)
  if (sent === run.newestHash) return null
  return invalidRequest(`O hash ${sent ? 'não é o mais recente' : 'não foi informado'}.`, header)
}

function needsHash(run: Run, { hashNeeded }: ServiceSettings): boolean {
  return hashNeeded === 'every-step' || (hashNeeded === 'after-invalidation' && run.followsRefusal)
}

const postData: Inspection = ({ run, step, request }) => {
  if (step !== 2 || equalJson(jsonBody(request), { ...run.product })) return null
  return invalidRequest('O corpo não é o conteúdo de "data" do passo 1.', 'data')
}

const putChange: Inspection = ({ run, step, request, settings }) => {
  if (step !== 3 || isChanged(jsonBody(request), { ...run.product }, settings)) return null
  return invalidRequest('O corpo não é o produto com o campo pedido alterado.', settings.profile.change.field)
}

/**
 * True if the body is the product with exactly one field changed to the text that the profile asks for. With the field
 * `auto` the client chooses which one, and may add a `descricao`.
 */
function isChanged(
  body: Json | undefined,
  product: Record<string, Json>,
  { profile }: ServiceSettings,
): boolean {
  const { field, text } = profile.change
  if (!isObject(body) || Object.keys(product).some((key) => !Object.hasOwn(body, key))) return false
  const changed = Object.keys(body).filter((key) => !equalJson(body[key], product[key]))
  const [name] = changed
  if (changed.length !== 1 || name === undefined) return false
  const isRightField =
    field === 'auto' ? Object.hasOwn(product, name) || name === 'descricao' : name === field
  if (!isRightField) return false
  return text === null ? typeof body[name] === 'string' : body[name] === text
}

const situation: Inspection = ({ step, request, settings }) => {
  if (step !== 4) return null
  const { field, value } = settings.profile.situation
  const body = jsonBody(request)
  const sent = isObject(body) ? body[field] : undefined
  if (value === null ? typeof sent === 'string' || typeof sent === 'number' : sent === value) return null
  return invalidRequest(`O campo "${field}" não traz a situação.`, field)
}

/** Without `enforce` all are noted; with it the first breach decides the response. */
const inspections: readonly (readonly [RequirementId, Breach['status'], Inspection])[] = [
  ['homologation/spacing', 429, minimumGap],
  ['homologation/spacing', 400, maximumGap],
  ['homologation/total-time', 400, totalTime],
  ['homologation/limit-hit', 400, restartAfterLimit],
  ['homologation/order', 400, order],
  // only step 4 is recognised by other methods and paths than its own
  ['homologation/situation', 404, exactRoute],
  ['homologation/same-product', 404, sameProduct],
  ['homologation/hash-carried', 400, hashCarried],
  ['homologation/post-data', 400, postData],
  ['homologation/put-change', 400, putChange],
  ['homologation/situation', 400, situation],
]

const utf8 = new TextDecoder('utf-8', { fatal: true })

function jsonBody({ body }: ServiceRequest): Json | undefined {
  if (body === null) return undefined
  try {
    return valueIn(parseJson(utf8.decode(body)))
  } catch {
    return undefined
  }
}
