import { placeText, readYamlOrJson } from '../documents/read-document.js'
import { isPlainObject } from '../specification/plain-object.js'
import { type Profile, profiles } from '../specification/profile.js'
import { OwnShapeFlaw } from '../specification/shapes.js'
import { SettingsError } from '../words/errors.js'
import { shapeFlaw } from '../words/shape-flaw.js'
import { didYouMean } from './did-you-mean.js'

export function isProfileName(text: string): text is keyof typeof profiles {
  return Object.hasOwn(profiles, text)
}

/**
 * Reads a profile from the text of a JSON or YAML file. `extends` names the profile whose values it changes (default
 * `spec`). It touches no file, so a browser can call it.
 *
 * @throws SettingsError if it cannot be read, or a value does not fit
 */
export async function parseProfile(text: string, file: string): Promise<Profile> {
  const { value: own, locate } = await readYamlOrJson(text, file)
  if (!isPlainObject(own)) throw new SettingsError('settings.profile.no-object', { file })
  const { extends: base = 'spec', ...changes } = own
  const placeOf = async (path: readonly PropertyKey[]) =>
    placeText(file, await locate(path.map((key) => (typeof key === 'symbol' ? String(key) : key))))
  if (typeof base !== 'string' || !isProfileName(base)) {
    const why = shapeFlaw({ code: 'invalid_value', values: Object.keys(profiles) })
    throw new SettingsError('settings.profile.field', {
      file: await placeOf(['extends']),
      path: 'extends',
      why,
    })
  }
  const { profileSchema } = await import('../specification/profile-schema.js')
  const assumptions = assumptionsLeft(profiles[base], changes)
  const merged = merge({ ...profiles[base], name: file, assumptions }, changes)
  const parsed = profileSchema.safeParse(merged)
  if (parsed.success) return withUsableShapes(parsed.data, placeOf)
  const [issue = { code: 'custom', path: [], message: '' } as const] = parsed.error.issues
  const [unknown] = issue.code === 'unrecognized_keys' ? issue.keys : []
  const path = [...issue.path, ...(unknown ? [unknown] : [])].join('.')
  const near = unknown ? didYouMean(unknown, keysAt(profiles.spec, issue.path)) : null
  const place = await placeOf(issue.path)
  if (near) throw new SettingsError('settings.profile.field-near', { file: place, path, near })
  throw new SettingsError('settings.profile.field', { file: place, path, why: shapeFlaw(issue) })
}

/** Enough for the shapes of every route; a file beyond it is something else. */
const MOST_SHAPE_CHARS = 400_000

/** Reports shapes that zod cannot read now, rather than when a run is over. */
async function withUsableShapes(
  profile: Profile,
  placeOf: (path: readonly PropertyKey[]) => Promise<string>,
): Promise<Profile> {
  if (!profile.shapes) return profile
  if (JSON.stringify(profile.shapes).length > MOST_SHAPE_CHARS)
    throw new SettingsError('settings.profile.shapes-size', {
      place: await placeOf(['shapes']),
      most: MOST_SHAPE_CHARS,
    })
  const { ownShapes } = await import('../specification/own-shapes.js')
  try {
    ownShapes(profile)
    return profile
  } catch (error) {
    if (!(error instanceof OwnShapeFlaw)) throw error
    const { reason, path, detail } = error
    const place = await placeOf(['shapes', ...path])
    throw new SettingsError(`settings.profile.shape-${reason}`, { place, path: path.join(' '), detail })
  }
}

/** The field that an assumption of a built-in profile is about, where its name is another. */
const assumed: Readonly<Record<string, string>> = {
  'hash-header': 'hash.header',
  'hash-every-step': 'hash.carriedOn',
  'spacing-at-most': 'spacing.reading',
  'own-pace': 'spacing.paceMs',
  'dead-token': 'deadToken',
  'token-address': 'tokenRequest',
  'service-host': 'service',
  'text-sent': 'change.sends',
  'limit-hit': 'limitHit',
  'missing-scope': 'missingScope',
  'own-rate': 'rate',
}

/** The assumptions that remain after a file changed values, and each change in the file's own words. */
function assumptionsLeft(base: Profile, changes: Record<string, unknown>): string[] {
  const { shapes, ...values } = changes
  const changed = leaves(values).filter(([path]) => !/^(name|description|assumptions)\b/.test(path))
  const touches = (field: string) => changed.some(([path]) => path === field || path.startsWith(`${field}.`))
  const kept = base.assumptions.filter((code) => !touches(assumed[code] ?? code))
  const shaped = isPlainObject(shapes) ? Object.keys(shapes).map((route) => `shapes: ${route}`) : []
  return [...kept, ...changed.map(([path, value]) => `${path}: ${JSON.stringify(value)}`), ...shaped]
}

function leaves(value: Record<string, unknown>, prefix = ''): [path: string, value: unknown][] {
  return Object.entries(value).flatMap(([key, inner]): [string, unknown][] =>
    isPlainObject(inner) ? leaves(inner, `${prefix}${key}.`) : [[`${prefix}${key}`, inner]],
  )
}

function keysAt(profile: unknown, path: readonly PropertyKey[]): string[] {
  const inner = path.reduce<unknown>(
    (value, key) => (value as Record<PropertyKey, unknown> | undefined)?.[key],
    profile,
  )
  return typeof inner === 'object' && inner !== null ? Object.keys(inner) : []
}

function merge(base: Record<string, unknown>, changes: Record<string, unknown>): Record<string, unknown> {
  const changed = Object.entries(changes).map(([key, value]): [string, unknown] => {
    const old = Object.hasOwn(base, key) ? base[key] : undefined
    return [key, isPlainObject(old) && isPlainObject(value) ? merge(old, value) : value]
  })
  // `__proto__` becomes an ordinary key, which is then refused as unknown.
  return Object.fromEntries([...Object.entries(base), ...changed])
}
