import { readTextFile } from '../node/text-file.js'
import { type Profile, profiles } from '../specification/profile.js'
import { SettingsError } from '../words/errors.js'
import { didYouMean } from './did-you-mean.js'
import { isProfileName, parseProfile } from './parse-profile.js'

/**
 * A profile by name, or from a file.
 *
 * @throws SettingsError where the name is unknown, the file cannot be read, or a value does not fit
 */
export async function loadProfile(nameOrFile: string, cwd: string): Promise<Profile> {
  if (isProfileName(nameOrFile)) return profiles[nameOrFile]
  if (!/[./\\]/.test(nameOrFile)) {
    const near = didYouMean(nameOrFile, Object.keys(profiles))
    throw new SettingsError(near ? 'settings.profile.unknown-near' : 'settings.profile.unknown', {
      name: nameOrFile,
      near,
      known: Object.keys(profiles).join(', '),
    })
  }
  const text = await readTextFile(nameOrFile, cwd, 'settings.profile.unreadable')
  return parseProfile(text, nameOrFile)
}
