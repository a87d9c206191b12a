import type { Header, Intent } from '../exchange/exchange.js'
import { segmentOf } from '../rules/identifier.js'
import type { Profile } from '../specification/profile.js'
import type { Method } from '../specification/route.js'
import type { OperationShape } from '../specification/shapes.js'
import type { JsonSlice } from './json-slice.js'

/** The values that steps pass to later ones, by name. Identifiers are slices of text, so that every digit is kept. */
export type Captures = Readonly<Record<string, JsonSlice>>

/** A response as a step reads it. */
export interface StepResponse {
  readonly status: number
  readonly headers: readonly Header[]
  /** The decoded body; null where none came, or where it is not UTF-8. */
  readonly text: string | null
}

/**
 * A step: the captures it needs, the request it sends, and the values it captures from the response. It is data, so
 * that any host can run it. Rules, not steps, judge the response.
 */
export interface SuiteStep {
  /** `<suite>/<step>`, as exchanges and findings name it. */
  readonly id: string
  /** For lists of tests; free of any language, such as the route. */
  readonly title: string
  readonly method: Method
  /** Template below the base address; `{name}` is replaced by the capture of that name, which must be one segment. */
  readonly path: string
  /** Captures without which the step cannot be sent; those of the path are needed anyway. */
  readonly needs?: readonly string[]
  /**
   * Query parameters, encoded here; several values repeat the name. A value of exactly `{name}` is replaced by the
   * capture.
   */
  readonly query?: Readonly<Record<string, string | number | readonly string[]>>
  /** Query parameters that are sent where one of these captures exists; the first that does. */
  readonly offers?: Readonly<Record<string, readonly string[]>>
  /** Query parameters that the public document demands, and the specification does not show; sent by who knows it. */
  readonly documentedQuery?: NonNullable<SuiteStep['query']>
  readonly headers?: readonly Header[]
  /** How the request is wrong on purpose. */
  readonly intent?: Intent
  /** The JSON text of the body; left out, or undefined: none is sent. */
  readonly body?: (captures: Captures, profile: Profile) => string | undefined
  /** Values that later steps may need; those that the response lacks are left out. */
  readonly captures?: (response: StepResponse, profile: Profile) => Captures
  /**
   * Earlier responses that this one may contradict. The first contradicted one is read again, which shows whether
   * somebody wrote in between.
   */
  readonly rechecks?: readonly Recheck[]
  /** Id of the route whose sample body it sends, or spoils: by it a plan knows what the body refers to. */
  readonly sample?: string
  /** The capture that later steps need from it: where this step is not sent, neither are they. */
  readonly provides?: string
  /** By which steps are picked: `read`, `write`, `paging`, … */
  readonly tags?: readonly string[]
  /** Ids of the routes for whose sake it is sent; where none of them may be called, it is left out. */
  readonly serves?: readonly string[]
}

interface Recheck {
  /** The capture whose step is sent again. */
  readonly capture: string
  readonly isNeeded: (response: StepResponse, captures: Captures) => boolean
}

export interface Suite {
  readonly id: string
  readonly title: string
  readonly steps: readonly SuiteStep[]
  /** Whether the newest hash goes out on every step after the first. §Homologation procedure */
  readonly carriesHash: boolean
  /**
   * Selects the part that is repeated, after a pause, when a limit was hit: the whole suite (§Limits), or the refused
   * request.
   */
  readonly onLimit: 'repeats-suite' | 'repeats-step'
  /** The effect of a step without success: it ends the run, or steps whose needs are met continue. */
  readonly withoutSuccess: 'ends' | 'goes-on'
  /** Whether it ends before others begin, which start with its captures. */
  readonly runsFirst?: true
  /** Shapes of a user's requests and responses, by id of the route; they replace those of the specification. */
  readonly shapes?: Readonly<Record<string, OperationShape>>
}

/** A capture as an address holds it: its text, or its digits where it is spelt as no address writes it (`7.0`, `1e3`). */
function addressed({ value, text }: JsonSlice): string {
  if (typeof value === 'string') return value
  return typeof value === 'number' && Number.isInteger(value) && !/^\d+$/.test(text)
    ? BigInt(value).toString()
    : text
}

/** As one segment of a path; null where it cannot be one. */
function segmentIn(capture: JsonSlice): string | null {
  return segmentOf(addressed(capture))
}

/** The names in a path template. */
function namesIn(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '')
}

/** The captures without which the step cannot be sent. */
export function neededBy(step: SuiteStep): string[] {
  return [...new Set([...namesIn(step.path), ...(step.needs ?? []), ...namesInQuery(step)])]
}

/** Returns the captures that the step needs but no step made, and those of its path that no path can hold. */
export function missingFor(step: SuiteStep, captures: Captures): string[] {
  const inPath = namesIn(step.path)
  return neededBy(step).filter((name) => {
    const capture = Object.hasOwn(captures, name) ? captures[name] : undefined
    return capture === undefined || (inPath.includes(name) && segmentIn(capture) === null)
  })
}

/** The absolute address of a step whose needs are met. */
export function addressOf(step: SuiteStep, baseUrl: string, captures: Captures): string {
  const path = step.path.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const capture = captures[name]
    return (capture && segmentIn(capture)) ?? whole
  })
  const query = new URLSearchParams()
  for (const [name, values] of Object.entries(step.query ?? {})) {
    for (const value of typeof values === 'object' ? values : [values])
      query.append(name, filled(String(value), captures))
  }
  for (const [name, sources] of Object.entries(step.offers ?? {})) {
    const source = sources.find((capture) => Object.hasOwn(captures, capture))
    if (source !== undefined) query.append(name, filled(`{${source}}`, captures))
  }
  const search = query.size === 0 ? '' : `?${query}`
  return `${baseUrl.replace(/\/+$/, '')}${path}${search}`
}

function namesInQuery({ query = {} }: SuiteStep): string[] {
  return Object.values(query).flatMap((values) =>
    typeof values === 'number' ? [] : [values].flat().flatMap(nameAlone),
  )
}

function nameAlone(value: string): string[] {
  const name = /^\{([\w ]+)\}$/.exec(value)?.[1]
  return name === undefined ? [] : [name]
}

function filled(value: string, captures: Captures): string {
  const capture = captures[nameAlone(value)[0] ?? '']
  return capture === undefined ? value : addressed(capture)
}
