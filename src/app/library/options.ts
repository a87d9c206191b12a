import { z } from 'zod'
import type { Credentials } from '../../client/token-source.js'
import { everyRevocation } from '../../judging/graded-traffic.js'
import { buildReport } from '../../report/build-report.js'
import type { Words } from '../../report/look.js'
import type { Judgement } from '../../rules/finding.js'
import { url } from '../../settings/kinds.js'
import { type Profile, type ProfileName, profiles, TOLERANCE_MS } from '../../specification/profile.js'
import { loadCatalogue } from '../../words/catalogue.js'
import { isMessageReference, SettingsError, say } from '../../words/errors.js'
import { type Lang, langs } from '../../words/lang.js'
import { shapeFlaw } from '../../words/shape-flaw.js'
import { headerOf, metaOf, ownRunFacts, runFactsNote } from '../kept-run.js'
import type { Target } from '../target.js'
import type { Graded } from './matchers.js'
import { type OpenRunJournal, openNoJournal, REPEAT_COMMAND, type RunJournal } from './reporting.js'

/** Options of every call of the library. */
export interface CommonOptions {
  /** Readings and open values: `spec`, `bling`, or a profile of your own. Default: `spec`. */
  readonly profile?: ProfileName | Profile
  /** Milliseconds by which an interval of a client may be too short, because its timers are inexact. Default: 5. */
  readonly toleranceMs?: number
  /** Language of the report. Default: `en`. */
  readonly lang?: Lang
}

/** Options of a call that runs against a service. */
export interface RunOptions extends CommonOptions {
  /** Address of the service with its version prefix. Default: the embedded service. */
  readonly baseUrl?: string
  /** Needed with `baseUrl`. A token without the other credentials cannot be renewed. */
  readonly credentials?: Partial<Credentials>
  /** Milliseconds for one request. Default: 10,000. */
  readonly timeoutMs?: number
  /** Seed of the embedded service. */
  readonly seed?: string
  /** Ends the run early. */
  readonly signal?: AbortSignal
}

/** A schema for each option of a call. TypeScript demands all of them, so that no option is reported as unknown. */
export type ShapeOf<O> = { readonly [K in keyof Required<O>]: z.ZodType }

export const milliseconds = z.number().min(0).max(3_600_000)
export const port = z.int().min(0).max(65_535)
/** An option that is an address; slashes at its end are removed. An error shows the option's `name`. */
export const address = (name: string) => z.string().transform((text) => url.read(text, name))
/** Recognised by its members, because the window of a test environment has another `AbortSignal` than Node. */
const abortSignal = z.custom<AbortSignal>(
  (value) => typeof value === 'object' && value !== null && 'aborted' in value && 'addEventListener' in value,
  { params: { flaw: 'signal' } },
)
export const callback = z.custom((value) => typeof value === 'function', { params: { flaw: 'function' } })

/** The option `invalidateAt`. With an unknown step the token would never be revoked, and a run would pass that proved nothing. */
export const revocation = (...further: readonly string[]) =>
  z.unknown().transform((step) => {
    const known: readonly unknown[] = [...everyRevocation, ...further]
    if (step === undefined || known.includes(step)) return step
    throw new Error(`"invalidateAt" is ${JSON.stringify(step)}, but must be one of ${known.join(', ')}`)
  })

/** `fillDefaults` checks profile and language, because it can list those that exist. */
export const commonShape = { profile: z.unknown(), toleranceMs: milliseconds, lang: z.unknown() }
/** Credentials of a caller who gives none. */
export const noCredentials: Credentials = {
  accessToken: null,
  refreshToken: null,
  clientId: null,
  clientSecret: null,
  tokenCommand: null,
  tokenUrl: null,
}
/** A credential may be undefined, like a variable that is not set. Further fields are allowed, so that the result of `examine` can be passed on. */
const credentialsShape = z.looseObject(
  Object.fromEntries(Object.keys(noCredentials).map((name) => [name, z.string().nullable().default(null)])),
)

export const runShape = {
  ...commonShape,
  baseUrl: address('baseUrl'),
  credentials: credentialsShape,
  timeoutMs: milliseconds.min(1),
  seed: z.string(),
  signal: abortSignal,
}

/**
 * Checks the options of a call, and fills in the defaults of those that are common to all. JavaScript has no compiler that would find a
 * mistyped option, and a run with an ignored option would judge something else than was meant.
 *
 * @throws if an option is unknown or has a wrong value; the message says what is allowed
 */
export async function readOptions<O extends CommonOptions>(call: string, shape: ShapeOf<O>, options: O) {
  const checked = await checkOptions(call, shape, options)
  return { options: checked, common: await fillDefaults(checked) }
}

function checkOptions<O extends object>(call: string, shape: ShapeOf<O>, options: O): Promise<O> {
  return inSentences(async () => {
    const { data, error } = z.strictObject(shape).partial().safeParse(options)
    const [issue] = error?.issues ?? []
    if (issue?.code === 'unrecognized_keys')
      throw new SettingsError('library.option-unknown', {
        call,
        name: issue.keys[0] ?? '',
        known: Object.keys(shape).join(', '),
      })
    if (issue)
      throw new SettingsError('library.option', {
        call,
        name: issue.path.join('.') || 'options',
        text: valueText(options, issue.path),
        why: shapeFlaw(issue),
      })
    refuseUnusedCredentials(call, options)
    return data as O
  }, langOf(options))
}

/** Refuses credentials without an address: the caller means a live service, and must not see the embedded one pass. */
function refuseUnusedCredentials(call: string, options: object): void {
  const { baseUrl, credentials = {} } = options as { baseUrl?: string; credentials?: object }
  const isGiven = Object.values(credentials).some((value) => typeof value === 'string')
  if (isGiven && baseUrl === undefined) throw new SettingsError('library.credentials', { call })
}

function langOf(options: object | null): Lang | undefined {
  return langs.find((lang) => lang === (options as { readonly lang?: unknown } | null)?.lang)
}

const MOST_SHOWN = 80

/** A value for an error message. Of a secret only the type is shown. */
function valueText(options: unknown, path: readonly PropertyKey[]): string {
  const value = path.reduce<unknown>((inner, key) => (inner as Record<PropertyKey, unknown>)[key], options)
  if (path[0] === 'credentials') return typeof value
  const text = typeof value === 'number' ? String(value) : (jsonOf(value) ?? typeof value)
  return text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text
}

/** JSON of a value; undefined for cycles and bigints, which have none. */
function jsonOf(value: unknown): string | undefined {
  try {
    return JSON.stringify(value)
  } catch {
    return undefined
  }
}

/** {@link CommonOptions} with every default filled in. */
export interface Common extends Words {
  readonly profile: Profile
  readonly toleranceMs: number
  /** Keeps nothing, unless the reporter of vitest collects journals. */
  readonly openJournal: OpenRunJournal
}

/** @throws if there is no such language or profile */
async function fillDefaults(options: CommonOptions): Promise<Common> {
  const { profile, toleranceMs = TOLERANCE_MS, lang = 'en' } = options
  if (!langs.includes(lang)) throw new Error(`there is no language "${lang}"; there are ${langs.join(', ')}`)
  const catalogue = await loadCatalogue(lang)
  return { profile: await resolveProfile(profile), toleranceMs, lang, catalogue, openJournal: openNoJournal }
}

/** Returns the value. @throws an error with this sentence if there is none */
export function requireValue<T>(value: T | null | undefined, complaint: string): T {
  if (value === null || value === undefined) throw new Error(complaint)
  return value
}

/** @throws if there is no such profile, or an own profile has a mistake */
async function resolveProfile(profile: ProfileName | Profile = 'spec'): Promise<Profile> {
  if (typeof profile === 'string') {
    if (Object.hasOwn(profiles, profile)) return profiles[profile]
    const known = Object.keys(profiles).join(', ')
    throw new Error(`there is no profile "${profile}"; there are ${known}, and objects of your own`)
  }
  const { profileSchema } = await import('../../specification/profile-schema.js')
  const [issue] = profileSchema.safeParse(profile).error?.issues ?? []
  if (issue === undefined) return profile
  throw new Error(
    `"profile" does not fit at "${issue.path.join('.')}"; begin with { ...bling }, and change what differs`,
  )
}

/** Runs against a target, closes it, and builds the report from the judgement that `run` returns. */
export async function gradeRun(
  command: string,
  target: Target,
  common: Common,
  run: (
    journal: RunJournal,
    startedAt: string,
  ) => Promise<{ readonly judgement: Judgement; readonly repeats?: number }>,
): Promise<Graded> {
  const startedAt = new Date().toISOString()
  const beganMs = performance.now()
  const header = { ...headerOf(command, startedAt, common.profile), ...ownRunFacts(target) }
  const journal = common.openJournal(header)
  try {
    const { judgement, repeats = 0 } = await run(journal, startedAt)
    const durationMs = Math.round(performance.now() - beganMs)
    journal.note(runFactsNote(durationMs, REPEAT_COMMAND))
    const meta = { ...metaOf(header), repeats, durationMs }
    const report = buildReport(meta, judgement, common)
    return { verdict: report.verdict, report }
  } finally {
    await journal.close()
    await target.close()
  }
}

/** Renders errors that the user can fix as sentences, because a caller of the library sees only an error's message. */
export async function inSentences<T>(work: () => Promise<T>, lang: Lang = 'en'): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!isMessageReference(error)) throw error
    throw new Error(say(error, await loadCatalogue(lang), lang), { cause: error })
  }
}
