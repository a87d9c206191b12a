import { pathBelow, pathOf, placeBelow, sameOrigin } from '../exchange/address.js'
import type { Exchange } from '../exchange/exchange.js'
import { isObject, parseJson } from '../exchange/json.js'
import { traitsOfSource } from '../exchange/sources.js'
import { matchRoute, routeName } from '../specification/find-route.js'
import { homologationStep, type StepNumber } from '../specification/homologation.js'
import type { Knowledge } from '../specification/route.js'
import type { JudgeContext } from './context.js'

/**
 * What a request is in the procedure of five steps. A request with a wrong path or method still counts as the step that
 * it was meant to be, so the finding is about the mistake, and not about a missing step. Examples, below the base address:
 *
 *     PUT /homologacao/produtos/7     → step 3
 *     PATCH /homologacao/produtos/7   → misshapen, step 4, no-situacoes
 *     POST /produtos                  → astray, step 2, real-route
 */
export type Place =
  | {
      readonly kind: 'step'
      readonly step: StepNumber
      readonly productId: string | null
      readonly spelling?: Spelling
    }
  /** On the procedure's paths, with the wrong method or a part missing. */
  | {
      readonly kind: 'misshapen'
      readonly step: StepNumber
      readonly productId: string | null
      readonly how: Misshape
    }
  /** Not on the procedure's paths. */
  | {
      readonly kind: 'astray'
      readonly step: StepNumber | null
      readonly how: Astray
      readonly route: string | null
    }
  | { readonly kind: 'token' }
  /** No part of the procedure: another path at another host, a preflight, a request whose body was cut off. */
  | { readonly kind: 'elsewhere' }

export function stepOf(place: Place): StepNumber | null {
  return 'step' in place ? place.step : null
}

export function misshapeIn(place: Place): Misshape | null {
  return place.kind === 'misshapen' ? place.how : null
}

/** The part that is missing (`/situacoes` or the identifier) or wrong (the method, or the rest of the path). */
type Misshape = 'no-situacoes' | 'method' | 'no-id' | 'path'
/** A slash at the end of the path, or a verb in lower case. Some services accept either, others neither. */
type Spelling = 'closing-slash' | 'verb'
/** A route of real records, a path without `/Api/v3` before it, or any other path. */
type Astray = 'real-route' | 'lost-prefix' | 'unknown-path'

/** Both match `/homologacao/produtos` with or without more segments, and capture those: `/7/situacoes`. */
const procedureBelowBase = /^\/homologacao\/produtos(?=\/|$)(.*)$/
const procedureAnywhere = /\/homologacao\/produtos(?=\/|$)(.*)$/

type Base = Pick<JudgeContext, 'baseUrl' | 'profile'>

/**
 * The place of an exchange. `expectedStep` is the step that would come next (6: none) and decides what an ambiguous request means. The procedure's
 * paths count at every host, because a client that calls the wrong host still means its step; `homologation/right-routes` reports the host.
 */
export function placeOf(exchange: Exchange, context: Base, expectedStep: number): Place {
  const { request, response, failure, channel } = exchange
  const { method } = request
  // no service acts on a body that was cut off, so a client that sends the whole body afterwards does not repeat the step
  const isCutOff = request.body?.flaw === 'truncated' && response === null && failure?.kind === 'aborted'
  if (channel === 'elsewhere' || method === 'OPTIONS' || isCutOff) return { kind: 'elsewhere' }
  if (channel === 'token') return { kind: 'token' }
  const { address, below: belowOwnBase } = placeBelow(request.url, context.baseUrl)
  // at another host, the path counts as if it were below the base
  const below = belowOwnBase ?? pathBelow(address.path, pathOf(context.baseUrl))
  const belowBase = below === null ? null : procedureBelowBase.exec(below)
  const found = belowBase ?? procedureAnywhere.exec(address.path)
  if (!found) {
    if (below === null) return placeOutsideBase(exchange, context)
    return placeOutsideProcedure(method, below, context.profile.knowledge)
  }
  const place = placeInProcedure(method, found[1] ?? '', exchange, expectedStep)
  if (belowBase && !isUnversioned(exchange, context)) return place
  // if the base is there, other segments stand between it and the procedure's path
  const isPrefixLost = belowBase !== null || below === null
  return {
    kind: 'astray',
    step: stepOf(place),
    how: isPrefixLost ? 'lost-prefix' : 'unknown-path',
    route: null,
  }
}

/**
 * Whether the application left out the version prefix `/Api/v3`, although its path is below the base address. That happens
 * in a file of another tool, whose base address is guessed from its requests and so lacks the prefix too. The signs are a
 * base address without a version of 3 or more, and a service that does not know the path.
 */
function isUnversioned(exchange: Exchange, { baseUrl }: Base): boolean {
  return (
    exchange.response?.status === 404 &&
    !traitsOfSource(exchange).isComplete &&
    !/\/v(?:[3-9]|\d{2,})\/?$/.test(baseUrl)
  )
}

/** Other traffic to another host is no part of the procedure, unless the harness itself is the service that received it. */
function placeOutsideBase(exchange: Exchange, context: Base): Place {
  if (traitsOfSource(exchange).plays === 'service' || sameOrigin(exchange.request.url, context.baseUrl)) {
    return { kind: 'astray', step: null, how: 'unknown-path', route: null }
  }
  return { kind: 'elsewhere' }
}

/** `rest` is the path below `/homologacao/produtos`. */
function placeInProcedure(method: string, rest: string, exchange: Exchange, expectedStep: number): Place {
  const upperMethod = method.toUpperCase()
  const withoutSlash = rest.endsWith('/') ? rest.slice(0, -1) : rest
  // a PUT or PATCH of a product on the collection, before any identifier was issued, is meant as the create
  const isWrite = upperMethod === 'PUT' || upperMethod === 'PATCH'
  if (rest === '' && expectedStep === 2 && isWrite && !hasOnlySituation(exchange))
    return { kind: 'misshapen', step: 2, productId: null, how: 'method' }
  const place = placeByPath(upperMethod, withoutSlash, exchange, expectedStep)
  if (place.kind !== 'step') return place
  if (withoutSlash !== rest) return { ...place, spelling: 'closing-slash' }
  return upperMethod === method ? place : { ...place, spelling: 'verb' }
}

function placeByPath(method: string, rest: string, exchange: Exchange, expectedStep: number): Place {
  if (method === 'GET' && rest === '') return { kind: 'step', step: 1, productId: null }
  if (method === 'POST' && rest === '') return { kind: 'step', step: 2, productId: null }
  const path = readProductPath(rest)
  const { productId, onSituations } = path
  const step = findMeantStep(method, onSituations, exchange, expectedStep)
  // step 2 has its place on the collection, not below it
  if (step === null || step === 2) return { kind: 'astray', step, how: 'unknown-path', route: null }
  const how = findMisshape(step, method, path)
  return how === null ? { kind: 'step', step, productId } : { kind: 'misshapen', step, productId, how }
}

/** The path below `/homologacao/produtos`, such as `/7/situacoes`. */
interface ProductPath {
  readonly productId: string | null
  /** Whether exactly `/situacoes` follows the identifier. */
  readonly onSituations: boolean
  /** Whether anything else follows it. */
  readonly hasOtherEnd: boolean
}

function readProductPath(rest: string): ProductPath {
  // the identifier is missing
  if (rest === '/situacoes') return { productId: null, onSituations: true, hasOtherEnd: false }
  const [, id = '', ...afterId] = rest.split('/')
  const onSituations = afterId.join('/') === 'situacoes'
  return { productId: id || null, onSituations, hasOtherEnd: afterId.length > 0 && !onSituations }
}

/** The step that a request below the collection was meant as. If method and path contradict each other, the body and `expectedStep` decide. */
function findMeantStep(
  method: string,
  onSituations: boolean,
  exchange: Exchange,
  expectedStep: number,
): StepNumber | null {
  // a read of the product in the place of step 5 is meant as the DELETE; elsewhere its purpose is unknown
  if (method === 'GET' && !onSituations) return expectedStep === 5 ? 5 : null
  // a DELETE of the situation in the place of step 4 is meant as the PATCH
  if (method === 'DELETE') return onSituations && expectedStep === 4 ? 4 : 5
  if (onSituations) {
    // a PUT of a whole product in the place of step 3 is meant as that
    const isMeantAsStep3 = method === 'PUT' && expectedStep === 3 && !hasNoBody(exchange)
    return isMeantAsStep3 && !hasOnlySituation(exchange) ? 3 : 4
  }
  // a POST on a product is meant as the step that comes next, else as the create
  if (method === 'POST') return expectedStep >= 3 && expectedStep <= 5 ? (expectedStep as StepNumber) : 2
  if (method !== 'PUT' && method !== 'PATCH') return null
  // a write without a body in the place of step 5 is meant as the DELETE
  if (expectedStep === 5 && hasNoBody(exchange)) return 5
  if (method === 'PUT') return 3
  return expectedStep === 3 && !hasOnlySituation(exchange) ? 3 : 4
}

/** True only if the request surely had no body, so not if bodies were not recorded. */
function hasNoBody({ request: { body }, gaps }: Exchange): boolean {
  return body === null ? !gaps.includes('request-bodies') : body.sizeBytes === 0 && body.flaw === null
}

function findMisshape(step: StepNumber, method: string, path: ProductPath): Misshape | null {
  if (homologationStep(step).method !== method) return 'method'
  if (path.hasOtherEnd || (path.onSituations && step !== 4)) return 'path'
  if (path.productId === null) return 'no-id'
  return step === 4 && !path.onSituations ? 'no-situacoes' : null
}

/** Whether all fields of the body are about the situation, as in step 4: `{"situacao": "I"}`. */
function hasOnlySituation(exchange: Exchange): boolean {
  const body = parseJson(exchange.request.body?.text ?? '')
  return body.ok && isObject(body.value) && Object.keys(body.value).every((key) => /^situa/i.test(key))
}

function placeOutsideProcedure(method: string, below: string, knowledge: Knowledge): Place {
  const matched = matchRoute(method, below, knowledge)
  if (!matched) return { kind: 'astray', step: null, how: 'unknown-path', route: null }
  const name = routeName(matched.route)
  return { kind: 'astray', step: stepByRealRoute[name] ?? null, how: 'real-route', route: name }
}

/** The routes of real products that applications call in place of the procedure's routes. */
const stepByRealRoute: Readonly<Record<string, StepNumber>> = {
  'POST /produtos': 2,
  'PUT /produtos/{idProduto}': 3,
  'PATCH /produtos/{idProduto}/situacoes': 4,
  'DELETE /produtos/{idProduto}': 5,
}
