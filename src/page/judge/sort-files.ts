import { spec } from '../../specification/profile.js'

/** Dropped files, sorted into recordings and profiles. */
export interface SortedFiles {
  readonly recordings: readonly File[]
  readonly profiles: readonly File[]
  /** Folders, and files that no longer exist. */
  readonly unread: readonly File[]
}

type Kind = keyof SortedFiles

/** A profile of more bytes was not written by hand. */
const MOST_PROFILE_BYTES = 1_000_000

/** YAML is a profile. Of JSON the keys tell. */
export async function sortFiles(files: readonly File[]): Promise<SortedFiles> {
  const kinds = await Promise.all(files.map(kindOf))
  const those = (kind: Kind) => files.filter((_, i) => kinds[i] === kind)
  return { recordings: those('recordings'), profiles: those('profiles'), unread: those('unread') }
}

async function kindOf(file: File): Promise<Kind> {
  try {
    await file.slice(0, 1).arrayBuffer()
  } catch {
    return 'unread'
  }
  return (await looksLikeProfile(file)) ? 'profiles' : 'recordings'
}

async function looksLikeProfile(file: File): Promise<boolean> {
  if (file.size > MOST_PROFILE_BYTES) return false
  if (/\.ya?ml$/i.test(file.name)) return true
  if (!/\.json$/i.test(file.name)) return false
  try {
    const value: unknown = JSON.parse(await file.text())
    return (
      typeof value === 'object' && value !== null && PROFILE_KEYS.some((key) => Object.hasOwn(value, key))
    )
  } catch {
    return false
  }
}

/** Every document may have these. */
const COMMON_KEYS = ['name', 'description', 'request']

/** Keys that a profile may consist of, and no recording has. */
const PROFILE_KEYS = ['extends', 'routes', 'shapes', ...Object.keys(spec)].filter(
  (key) => !COMMON_KEYS.includes(key),
)
