import { type Profile, profiles } from '../specification/profile.js'
import { SettingsError } from '../words/errors.js'
import { shapeFlaw } from '../words/shape-flaw.js'
import { readYamlOrJson } from '../yaml-document.js'
import { didYouMean } from './did-you-mean.js'

export function isProfileName(text: string): text is keyof typeof profiles {
  return Object.hasOwn(profiles, text)
}

/**
 * A profile from the text of a file (JSON or YAML), which `file` names. It names in `extends` the profile whose values it changes
 * (default `spec`), and may leave out whatever stays. Touches no file: a browser calls it, too.
 *
 * @throws SettingsError where it cannot be read, or a value does not fit
 */
export async function parseProfile(text: string, file: string): Promise<Profile> {
  const own = await parseData(text, file)
  const { extends: base = 'spec', ...changes } = own
  if (typeof base !== 'string' || !isProfileName(base)) {
    throw new SettingsError('settings.profile.unknown', {
      name: String(base),
      known: Object.keys(profiles).join(', '),
    })
  }
  const { profileSchema } = await import('../specification/profile-schema.js')
  const assumptions = assumptionsLeft(profiles[base], changes)
  const merged = merge({ ...profiles[base], name: file, assumptions }, changes)
  const parsed = profileSchema.safeParse(merged)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const unknown = issue?.code === 'unrecognized_keys' ? (issue.keys[0] ?? null) : null
  const path = [...(issue?.path ?? []), ...(unknown ? [unknown] : [])].join('.')
  const near = unknown ? didYouMean(unknown, keysAt(profiles.spec, issue?.path ?? [])) : null
  if (near) throw new SettingsError('settings.profile.field-near', { file, path, near })
  throw new SettingsError('settings.profile.field', { file, path, why: shapeFlaw(issue ?? { code: '' }) })
}

/** The field that each assumption of a built-in profile speaks of. */
const assumed: Readonly<Record<string, string>> = {
  'hash-header': 'hash.header',
  'hash-every-step': 'hash.carriedOn',
  'spacing-at-most': 'spacing.reading',
  'own-pace': 'spacing.paceMs',
  total: 'total',
  change: 'change',
  situation: 'situation',
  'dead-token': 'deadToken',
  'token-address': 'tokenRequest',
  rate: 'rate',
  'text-sent': 'change.sends',
  'limit-hit': 'limitHit',
  'own-rate': 'rate',
  knowledge: 'knowledge',
}

/** What is still assumed where a file changes values, and each change in the file's own words. */
function assumptionsLeft(base: Profile, changes: Record<string, unknown>): string[] {
  const changed = leaves(changes).filter(([path]) => !/^(name|description|assumptions)\b/.test(path))
  const touches = (field: string) => changed.some(([path]) => path === field || path.startsWith(`${field}.`))
  const kept = base.assumptions.filter((code) => !touches(assumed[code] ?? code))
  return [...kept, ...changed.map(([path, value]) => `${path}: ${JSON.stringify(value)}`)]
}

function leaves(value: Record<string, unknown>, prefix = ''): [path: string, value: unknown][] {
  return Object.entries(value).flatMap(([key, inner]): [string, unknown][] =>
    isPlain(inner) ? leaves(inner, `${prefix}${key}.`) : [[`${prefix}${key}`, inner]],
  )
}

function keysAt(profile: unknown, path: readonly PropertyKey[]): string[] {
  const inner = path.reduce<unknown>(
    (value, key) => (value as Record<PropertyKey, unknown> | undefined)?.[key],
    profile,
  )
  return typeof inner === 'object' && inner !== null ? Object.keys(inner) : []
}

async function parseData(text: string, file: string): Promise<Record<string, unknown>> {
  const value = isJson(file) ? jsonOf(text) : undefined
  const read = value === undefined ? (await readYamlOrJson(text, file)).value : value
  if (isPlain(read)) return read
  throw new SettingsError('settings.profile.no-object', { file })
}

function isJson(file: string): boolean {
  return /\.json$/i.test(file)
}

/** Most profiles are small JSON files: `yaml` is loaded for the others, and for what is wrong with these. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function merge(base: Record<string, unknown>, changes: Record<string, unknown>): Record<string, unknown> {
  const merged = { ...base }
  for (const [key, value] of Object.entries(changes)) {
    const old = base[key]
    merged[key] = isPlain(old) && isPlain(value) ? merge(old, value) : value
  }
  return merged
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
