import { isPlainObject } from '../../specification/plain-object.js'
import { spec } from '../../specification/profile.js'

/** Dropped files, sorted into recordings and profiles. */
interface SortedFiles {
  readonly recordings: readonly File[]
  readonly profiles: readonly File[]
  /** Folders, and files that do not exist any more. */
  readonly unread: readonly File[]
}

type FileKind = keyof SortedFiles

/** A larger file is not a profile, because people write profiles by hand. */
const MOST_PROFILE_BYTES = 1_000_000

/** Sorts the files that were dropped. A YAML file is a profile; a JSON file is a profile if it has one of {@link PROFILE_KEYS}. */
export async function sortFiles(files: readonly File[]): Promise<SortedFiles> {
  const kinds = await Promise.all(files.map(kindOf))
  const ofKind = (kind: FileKind) => files.filter((_, index) => kinds[index] === kind)
  return { recordings: ofKind('recordings'), profiles: ofKind('profiles'), unread: ofKind('unread') }
}

async function kindOf(file: File): Promise<FileKind> {
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
    return isPlainObject(value) && PROFILE_KEYS.some((key) => Object.hasOwn(value, key))
  } catch {
    return false
  }
}

/** Keys of a profile that other documents may have, too. */
const COMMON_KEYS = ['name', 'description', 'request']

/** Keys that only a profile has. */
const PROFILE_KEYS = ['extends', 'routes', 'shapes', ...Object.keys(spec)].filter(
  (key) => !COMMON_KEYS.includes(key),
)
