import { placeText, readYamlOrJson } from '../documents/read-document.js'
import { isPlainObject } from '../specification/plain-object.js'
import { type Profile, profiles } from '../specification/profile.js'
import { OwnShapeFlaw } from '../specification/shapes.js'
import { SettingsError } from '../words/errors.js'
import { type ShapeIssue, shapeFlaw } from '../words/shape-flaw.js'
import { didYouMean, unknownError } from './did-you-mean.js'

export function isProfileName(text: string): text is keyof typeof profiles {
  return Object.hasOwn(profiles, text)
}

/** Returns file, line and column of the field with this path. */
type PlaceOf = (path: readonly PropertyKey[]) => Promise<string>

/**
 * Reads a profile from the text of a JSON or YAML file, such as `{ extends: bling, spacing: { intervalMs: 3000 } }`. It contains only
 * the changes to the profile that `extends` names (default: `spec`). The function opens no file, so the page calls it too.
 *
 * @throws SettingsError if the text cannot be read, or a value is not allowed
 */
export async function parseProfile(text: string, file: string): Promise<Profile> {
  const { value, locate } = await readYamlOrJson(text, file)
  if (!isPlainObject(value)) throw new SettingsError('settings.profile.no-object', { file })
  const { extends: base = 'spec', ...changes } = value
  const placeOf: PlaceOf = async (path) =>
    placeText(file, await locate(path.map((key) => (typeof key === 'symbol' ? String(key) : key))))
  if (typeof base !== 'string' || !isProfileName(base)) {
    const why = shapeFlaw({ code: 'invalid_value', values: Object.keys(profiles) })
    const place = await placeOf(['extends'])
    throw new SettingsError('settings.profile.field', { file: place, path: 'extends', why })
  }
  const { profileSchema } = await import('../specification/profile-schema.js')
  const assumptions = listAssumptions(profiles[base], changes)
  const merged = merge({ ...profiles[base], name: file, assumptions }, changes)
  const parsed = profileSchema.safeParse(merged)
  // zod names at least one issue.
  if (!parsed.success) throw await createFieldError(parsed.error.issues[0] as FieldIssue, placeOf)
  await refuseUnusableShapes(parsed.data, placeOf)
  return parsed.data
}

type FieldIssue = ShapeIssue & { readonly path: readonly PropertyKey[] }

async function createFieldError(issue: FieldIssue, placeOf: PlaceOf): Promise<SettingsError> {
  const [unknownKey] = issue.code === 'unrecognized_keys' ? (issue.keys ?? []) : []
  const path = unknownKey === undefined ? issue.path : [...issue.path, unknownKey]
  const near = unknownKey === undefined ? null : didYouMean(unknownKey, keysAt(profiles.spec, issue.path))
  const values = { file: await placeOf(path), path: path.join('.'), why: shapeFlaw(issue) }
  return unknownError('settings.profile.field', near, values)
}

/** Throws now if zod cannot read the profile's own shapes, rather than at the end of a run. */
async function refuseUnusableShapes(profile: Profile, placeOf: PlaceOf): Promise<void> {
  if (!profile.shapes) return
  const { ownShapes } = await import('../specification/own-shapes.js')
  try {
    ownShapes(profile)
  } catch (error) {
    if (!(error instanceof OwnShapeFlaw)) throw error
    const { reason, path, detail } = error
    const place = await placeOf(['shapes', ...path])
    throw new SettingsError(`settings.profile.shape-${reason}`, { place, path: path.join(' '), detail })
  }
}

/** The field that an assumption of a built-in profile is about, if it has another name. */
const fieldsOfAssumptions: Readonly<Record<string, string>> = {
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

/**
 * Lists what a changed profile assumes: the assumptions of the base profile about fields that were not changed, and each
 * change, such as `spacing.intervalMs: 3000`.
 */
function listAssumptions(base: Profile, changes: Record<string, unknown>): string[] {
  const { shapes, ...values } = changes
  const changed = listLeaves(values).filter(([path]) => !/^(name|description|assumptions)\b/.test(path))
  const isChanged = (field: string) =>
    changed.some(([path]) => path === field || path.startsWith(`${field}.`))
  const kept = base.assumptions.filter((code) => !isChanged(fieldsOfAssumptions[code] ?? code))
  const fromShapes = isPlainObject(shapes) ? Object.keys(shapes).map((route) => `shapes: ${route}`) : []
  return [...kept, ...changed.map(([path, value]) => `${path}: ${JSON.stringify(value)}`), ...fromShapes]
}

/** `{ a: { b: 1 } }` → `[['a.b', 1]]` */
function listLeaves(value: Record<string, unknown>, prefix = ''): [path: string, value: unknown][] {
  return Object.entries(value).flatMap(([key, inner]): [string, unknown][] =>
    isPlainObject(inner) ? listLeaves(inner, `${prefix}${key}.`) : [[`${prefix}${key}`, inner]],
  )
}

/** The keys of the object at a path; none if there is no object. */
function keysAt(profile: unknown, path: readonly PropertyKey[]): string[] {
  let inner = profile
  for (const key of path) inner = (inner as Record<PropertyKey, unknown> | undefined)?.[key]
  return typeof inner === 'object' && inner !== null ? Object.keys(inner) : []
}

/** Merges objects at every depth. Other values, such as lists, are replaced. */
function merge(base: Record<string, unknown>, changes: Record<string, unknown>): Record<string, unknown> {
  const changed = Object.entries(changes).map(([key, value]): [string, unknown] => {
    const old = Object.hasOwn(base, key) ? base[key] : undefined
    return [key, isPlainObject(old) && isPlainObject(value) ? merge(old, value) : value]
  })
  // This makes `__proto__` an ordinary key, which the schema then refuses as unknown.
  return Object.fromEntries([...Object.entries(base), ...changed])
}
