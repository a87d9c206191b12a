import type { Header, Intent } from '../exchange/exchange.js'
import { segmentOf } from '../rules/identifier.js'
import type { Profile } from '../specification/profile.js'
import type { Knowledge, Method } from '../specification/route.js'
import type { OperationShape } from '../specification/shapes.js'
import type { JsonSlice } from './json-slice.js'

/** Values that steps pass to later ones, by name. They keep the text of the response, so that no digit is lost. */
export type Captures = Readonly<Record<string, JsonSlice>>

/** A response as a step reads it. */
export interface StepResponse {
  readonly status: number
  readonly headers: readonly Header[]
  /** The decoded body; null if there is none, or if it is not UTF-8. */
  readonly text: string | null
}

/**
 * A step: the captures it needs, the request it sends, and the values it captures from the response. It is data, so
 * that any host can run it. Rules, not steps, judge the response.
 */
export interface SuiteStep {
  /** `<suite>/<step>`, as exchanges and findings name it. */
  readonly id: string
  /** The name for readers. In our own suites it is the route, which needs no translation. */
  readonly title: string
  readonly method: Method
  /** Template below the base address; `{name}` is replaced by the capture of that name, which must be one segment. */
  readonly path: string
  /** Captures without which the step cannot be sent, besides those in its path. */
  readonly needs?: readonly string[]
  /** Query parameters, not yet encoded. Several values repeat the name. A value `{name}` is replaced by the capture. */
  readonly query?: Readonly<Record<string, string | number | readonly string[]>>
  /** Query parameters that are sent only if one of these captures exists; the first one that does is the value. */
  readonly offers?: Readonly<Record<string, readonly string[]>>
  /** Query parameters that only the public document demands; sent if the profile knows the document. */
  readonly documentedQuery?: NonNullable<SuiteStep['query']>
  readonly headers?: readonly Header[]
  /** Says how the request is wrong on purpose. */
  readonly intent?: Intent
  /** Returns the JSON text of the body; undefined: none is sent. */
  readonly body?: (captures: Captures, profile: Profile) => string | undefined
  /** Returns values of the response that later steps may need. */
  readonly captures?: (response: StepResponse, profile: Profile) => Captures
  /** Earlier responses that this one may contradict. The first contradicted one is read again: somebody may have written. */
  readonly rechecks?: readonly Recheck[]
  /** Id of the route whose sample is the body, so that the plan knows which records the body refers to. */
  readonly sample?: string
  /** The capture that later steps need from this one. If this step is not sent, they are not, either. */
  readonly provides?: string
  /**
   * Words by which `--tag` selects steps: `read`, `write`, `paging`, … A `lookup` reads a list only to find identifiers for other
   * steps, so it comes along with every tag.
   */
  readonly tags?: readonly string[]
  /** Ids of the routes that need this step. If none of them may be called, the step is left out. */
  readonly serves?: readonly string[]
}

interface Recheck {
  /** The capture whose step is sent again. */
  readonly capture: string
  readonly isNeeded: (response: StepResponse, captures: Captures) => boolean
}

/** Steps that are run in order, and how the run deals with limits and failures. Our own are in `suites/`. */
export interface Suite {
  readonly id: string
  readonly title: string
  readonly steps: readonly SuiteStep[]
  /** Whether every step after the first sends the newest hash. §Homologation procedure */
  readonly carriesHash: boolean
  /** Says what is repeated, after a pause, when a limit was hit: the whole suite (§Limits) or the refused request. */
  readonly onLimit: 'repeats-suite' | 'repeats-step'
  /** Says what happens after a step without success: the run ends, or goes on with the steps that do not need it. */
  readonly withoutSuccess: 'ends' | 'goes-on'
  /** The suite is run before all others, which start with its captures. */
  readonly runsFirst?: true
  /** A user's own shapes, by id of the route; they replace those of the specification. */
  readonly shapes?: Readonly<Record<string, OperationShape>>
}

/** Adds the query parameters that only the public document demands, if the run knows the document. */
export function withDocumentedQuery(
  { documentedQuery, ...step }: SuiteStep,
  knowledge: Knowledge,
): SuiteStep {
  if (documentedQuery === undefined || knowledge !== 'document') return step
  return { ...step, query: { ...step.query, ...documentedQuery } }
}

/** How suites of the contract deal with limits and failures. */
export const contractDefaults = {
  carriesHash: false,
  onLimit: 'repeats-step',
  withoutSuccess: 'goes-on',
} as const

/** Writes a capture for use in a URL: the text as it came, but `7.0` as `7` and `1e3` as `1000`. */
function urlText({ value, text }: JsonSlice): string {
  if (typeof value === 'string') return value
  return typeof value === 'number' && Number.isInteger(value) && !/^\d+$/.test(text)
    ? BigInt(value).toString()
    : text
}

/** `/contatos/{idContato}` gives `idContato`. */
function namesInPath(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '')
}

/** Returns the names of all captures without which the step cannot be sent. */
export function neededCaptures(step: SuiteStep): string[] {
  return [...new Set([...namesInPath(step.path), ...(step.needs ?? []), ...namesInQuery(step)])]
}

/** Returns the needed captures that do not exist, and those of the path that cannot be part of a path. */
export function missingCaptures(step: SuiteStep, captures: Captures): string[] {
  const inPath = namesInPath(step.path)
  return neededCaptures(step).filter((name) => {
    const capture = Object.hasOwn(captures, name) ? captures[name] : undefined
    return capture === undefined || (inPath.includes(name) && segmentOf(urlText(capture)) === null)
  })
}

/** Returns the absolute URL of a step that has all captures it needs. */
export function urlOf(step: SuiteStep, baseUrl: string, captures: Captures): string {
  const path = step.path.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const capture = captures[name]
    return (capture && segmentOf(urlText(capture))) ?? whole
  })
  const query = new URLSearchParams()
  for (const [name, values] of Object.entries(step.query ?? {})) {
    for (const value of typeof values === 'object' ? values : [values])
      query.append(name, fillPlaceholder(String(value), captures))
  }
  for (const [name, sources] of Object.entries(step.offers ?? {})) {
    const source = sources.find((capture) => Object.hasOwn(captures, capture))
    if (source !== undefined) query.append(name, fillPlaceholder(`{${source}}`, captures))
  }
  const search = query.size === 0 ? '' : `?${query}`
  return `${baseUrl.replace(/\/+$/, '')}${path}${search}`
}

function namesInQuery({ query = {} }: SuiteStep): string[] {
  return Object.values(query).flatMap((values) =>
    typeof values === 'number' ? [] : [values].flat().flatMap(placeholderName),
  )
}

/** `{idContato}` gives `idContato`, and `{query idLoja}` the name of a capture from the user's samples; any other text gives nothing. */
function placeholderName(value: string): string[] {
  const name = /^\{([\w ]+)\}$/.exec(value)?.[1]
  return name === undefined ? [] : [name]
}

function fillPlaceholder(value: string, captures: Captures): string {
  const capture = captures[placeholderName(value)[0] ?? '']
  return capture === undefined ? value : urlText(capture)
}
