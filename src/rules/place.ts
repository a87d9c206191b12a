import { pathBelow, pathOf, placeBelow, sameOrigin } from '../exchange/address.js'
import type { Exchange } from '../exchange/exchange.js'
import { isObject, parseJson } from '../exchange/json.js'
import { sightOf } from '../exchange/sources.js'
import { matchRoute, routeName } from '../specification/find-route.js'
import { homologationStep, type StepNumber } from '../specification/homologation.js'
import type { Knowledge } from '../specification/route.js'
import type { JudgeContext } from './context.js'

/**
 * The place of a request in the procedure. A client that makes a mistake is still in the procedure: a request with a
 * wrong path or method still means one of the five steps, and the finding is about the mistake, not about a missing
 * step.
 */
export type Place =
  | {
      readonly kind: 'step'
      readonly step: StepNumber
      readonly productId: string | null
      /** How it is written otherwise than the specification writes it. */
      readonly spelling?: Spelling
    }
  /** On the procedure's paths, with the wrong method or a part missing. */
  | {
      readonly kind: 'bent'
      readonly step: StepNumber
      readonly productId: string | null
      readonly how: Misshape
    }
  /** Off the procedure's paths. */
  | {
      readonly kind: 'astray'
      readonly step: StepNumber | null
      readonly how: Astray
      readonly route: string | null
    }
  | { readonly kind: 'token' }
  /** Not part of the procedure: another origin, a preflight, an incomplete request. */
  | { readonly kind: 'elsewhere' }

export function stepOf(place: Place): StepNumber | null {
  return 'step' in place ? place.step : null
}

export function misshapeIn(place: Place): Misshape | null {
  return place.kind === 'bent' ? place.how : null
}

type Misshape = 'no-situacoes' | 'method' | 'no-id' | 'path'
/** A slash at the end of the path; a verb that is not in capitals. Some services take either, others neither. */
type Spelling = 'closing-slash' | 'verb'
type Astray = 'real-route' | 'lost-prefix' | 'unknown-path'

const procedure = /\/homologacao\/produtos(?=\/|$)(.*)$/

type Base = Pick<JudgeContext, 'baseUrl' | 'profile'>

/** The place of an exchange. `expected`: the step that would come next (6: none), which settles what an ambiguous request means. */
export function placeOf(exchange: Exchange, context: Base, expected: number): Place {
  const { method } = exchange.request
  const { request, response, failure } = exchange
  // no service acts on a body that was cut off, so that a client which sends it whole does not repeat it
  const isHalfSent = request.body?.flaw === 'truncated' && response === null && failure?.kind === 'aborted'
  if (exchange.channel === 'elsewhere' || method === 'OPTIONS' || isHalfSent) return { kind: 'elsewhere' }
  if (exchange.channel === 'token') return { kind: 'token' }
  const placed = placeBelow(exchange.request.url, context.baseUrl)
  const { path } = placed.address
  const below = placed.below ?? pathBelow(path, pathOf(context.baseUrl))
  const rest = below?.match(/^\/homologacao\/produtos(?=\/|$)(.*)$/)
  if (rest) {
    const meant = placeInProcedure(method, rest[1] ?? '', exchange, expected)
    return isUnversioned(exchange, context) ? asStray(meant, 'lost-prefix') : meant
  }
  const stray = procedure.exec(path)
  if (stray) {
    const meant = placeInProcedure(method, stray[1] ?? '', exchange, expected)
    return asStray(meant, below === null ? 'lost-prefix' : 'unknown-path')
  }
  if (below === null) return placeOutsideBase(exchange, context)
  return placeOutsideProcedure(method, below, context.profile.knowledge)
}

function asStray(meant: Place, how: Astray): Place {
  return { kind: 'astray', step: 'step' in meant ? meant.step : null, how, route: null }
}

/** The base of another's file is read off its requests. Where it has no version, or a former one, and the service has no such path, it was lost. */
function isUnversioned(exchange: Exchange, { baseUrl }: Base): boolean {
  return (
    exchange.response?.status === 404 &&
    !sightOf(exchange).isWhole &&
    !/\/v(?:[3-9]|\d{2,})\/?$/.test(baseUrl)
  )
}

/** Traffic to another address is not ours to place, unless the harness itself was the address. */
function placeOutsideBase(exchange: Exchange, context: Base): Place {
  if (sightOf(exchange).plays === 'service' || sameOrigin(exchange.request.url, context.baseUrl)) {
    return { kind: 'astray', step: null, how: 'unknown-path', route: null }
  }
  return { kind: 'elsewhere' }
}

function placeInProcedure(method: string, rest: string, exchange: Exchange, expected: number): Place {
  const verb = method.toUpperCase()
  const bare = rest.endsWith('/') ? rest.slice(0, -1) : rest
  // a PUT or PATCH on the collection that carries a product, sent before any identifier was issued, is meant as the create
  const mayCreate = rest === '' && expected === 2 && (verb === 'PUT' || verb === 'PATCH')
  const isCreate = mayCreate && !hasOnlySituation(exchange)
  const place = isCreate ? createWithWrongMethod : placeByPath(verb, bare, exchange, expected)
  const spelt = bare !== rest ? 'closing-slash' : verb !== method ? 'verb' : null
  return place.kind === 'step' && spelt ? { ...place, spelling: spelt } : place
}

const createWithWrongMethod: Place = { kind: 'bent', step: 2, productId: null, how: 'method' }

function placeByPath(method: string, rest: string, exchange: Exchange, expected: number): Place {
  const segments = (rest === '/situacoes' ? '//situacoes' : rest).split('/')
  const productId = segments[1] || null
  const onSituations = segments[2] === 'situacoes' && segments.length === 3
  if (method === 'GET' && rest === '') return { kind: 'step', step: 1, productId: null }
  if (method === 'POST' && rest === '') return { kind: 'step', step: 2, productId: null }
  const step = findMeantStep(method, onSituations, exchange, expected)
  if (step === null || step === 2) return { kind: 'astray', step, how: 'unknown-path', route: null }
  const how = findMisshape(step, method, segments)
  return how === null ? { kind: 'step', step, productId } : { kind: 'bent', step, productId, how }
}

function findMeantStep(
  method: string,
  onSituations: boolean,
  exchange: Exchange,
  expected: number,
): StepNumber | null {
  // a read of the product takes the place of the DELETE if step 5 is expected; else its purpose is unknown
  if (method === 'GET' && !onSituations) return expected === 5 ? 5 : null
  if (method === 'DELETE') return onSituations && expected === 4 ? 4 : 5
  const mayBePut = onSituations && method === 'PUT' && expected === 3
  if (mayBePut && !hasNoBody(exchange) && !hasOnlySituation(exchange)) return 3
  if (onSituations) return 4
  if (method === 'POST') return expected >= 3 && expected <= 5 ? (expected as StepNumber) : 2
  if (method !== 'PUT' && method !== 'PATCH') return null
  if (expected === 5 && hasNoBody(exchange)) return 5
  if (method === 'PUT') return 3
  return expected === 3 && !hasOnlySituation(exchange) ? 3 : 4
}

/** Whether it carries nothing, which no PUT or PATCH means. */
function hasNoBody({ request: { body }, gaps }: Exchange): boolean {
  return body === null ? !gaps.includes('request-bodies') : body.sizeBytes === 0 && body.flaw === null
}

function findMisshape(
  step: StepNumber,
  method: string,
  [, id = '', tail, ...more]: readonly string[],
): Misshape | null {
  const onSituations = tail === 'situacoes' && more.length === 0
  if (homologationStep(step).method !== method) return 'method'
  if ((tail !== undefined && !onSituations) || (onSituations && step !== 4)) return 'path'
  if (id === '') return 'no-id'
  return step === 4 && !onSituations ? 'no-situacoes' : null
}

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

/** The routes of real products that clients take for the procedure's. */
const stepByRealRoute: Readonly<Record<string, StepNumber>> = {
  'POST /produtos': 2,
  'PUT /produtos/{idProduto}': 3,
  'PATCH /produtos/{idProduto}/situacoes': 4,
  'DELETE /produtos/{idProduto}': 5,
}
