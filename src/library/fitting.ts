import { z } from 'zod'
import { url } from '../settings/kinds.js'
import { SettingsError } from '../words/errors.js'
import { type Lang, langs } from '../words/lang.js'
import { shapeFlaw } from '../words/shape-flaw.js'
import { told } from './told.js'

/** What each option of a call may be: all of them, so that one that is mistyped is known for none. */
export type ShapeOf<O> = { readonly [K in keyof Required<O>]: z.ZodType }

/** A length of time. */
export const milliseconds = z.number().min(0).max(3_600_000)
/** How long one request may take. */
export const requestTime = milliseconds.min(1)
export const port = z.int().min(0).max(65_535)
/** An address with its version prefix. */
export const address = z.string()
/** Told by what it can do: a test's own window brings another `AbortSignal` than Node's. */
export const abortSignal = z.custom<AbortSignal>(
  (value) => typeof value === 'object' && value !== null && 'aborted' in value && 'addEventListener' in value,
  { params: { flaw: 'signal' } },
)
export const callback = z.custom((value) => typeof value === 'function', { params: { flaw: 'function' } })
/** Where `fitting` is not who refuses it. */
export const elsewhere = z.unknown()

export const commonShape = { profile: elsewhere, toleranceMs: milliseconds, lang: elsewhere }
export const timedShape = {
  at: z.array(z.string()),
  latencyMs: z.union([z.number(), z.array(z.number())]),
  publicUrl: z.string(),
}
/** Other fields may stand beside: whatever `examine` or `emulate` gave may be handed on. */
export const credentialsShape = z.looseObject(
  Object.fromEntries(
    (['accessToken', 'refreshToken', 'clientId', 'clientSecret', 'tokenCommand', 'tokenUrl'] as const).map(
      (name) => [name, z.string().nullish()],
    ),
  ),
)

/**
 * The options as they were given, addresses without a slash at their end. JavaScript has no compiler to ask, and what is passed
 * over in silence judges another run than was meant.
 *
 * @throws where one is unknown or does not fit; it says which, of which call, and what would
 */
export function fitting<O extends object>(call: string, shape: ShapeOf<O>, options: O): Promise<O> {
  return told(async () => {
    const { error } = z.strictObject(shape).partial().safeParse(options)
    const [issue] = error?.issues ?? []
    if (issue?.code === 'unrecognized_keys')
      throw new SettingsError('library.option-unknown', {
        ...{ call, name: issue.keys[0] ?? '', known: Object.keys(shape).join(', ') },
      })
    if (issue)
      throw new SettingsError('library.option', {
        ...{ call, name: issue.path.join('.') || 'options', text: shown(options, issue.path) },
        why: shapeFlaw(issue),
      })
    refuseIdleCredentials(call, options)
    return { ...options, ...addressesOf(options) }
  }, languageOf(options))
}

/** Whoever has them means a live service, and must not be shown the embedded one's pass. */
function refuseIdleCredentials(call: string, options: object): void {
  const { baseUrl, credentials = {} } = options as { baseUrl?: string; credentials?: object }
  const isGiven = Object.values(credentials).some((value) => typeof value === 'string')
  if (isGiven && baseUrl === undefined) throw new SettingsError('library.credentials', { call })
}

function languageOf(options: object | null): Lang | undefined {
  return langs.find((one) => one === (options as { readonly lang?: unknown } | null)?.lang)
}

function addressesOf(options: object): object {
  const given = Object.entries(options).filter(([name]) => name === 'baseUrl' || name === 'tokenUrl')
  return Object.fromEntries(
    given.map(([name, text]) => [name, text === undefined ? text : url.read(text, name)]),
  )
}

const MOST_SHOWN = 80

/** A value, so far as it is no secret. */
function shown(options: unknown, path: readonly PropertyKey[]): string {
  const value = path.reduce<unknown>((inner, key) => (inner as Record<PropertyKey, unknown>)[key], options)
  if (path[0] === 'credentials') return typeof value
  const text = typeof value === 'number' ? String(value) : (jsonOf(value) ?? typeof value)
  return text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text
}

/** What holds itself, and a bigint, have no JSON. */
function jsonOf(value: unknown): string | undefined {
  try {
    return JSON.stringify(value)
  } catch {
    return undefined
  }
}
