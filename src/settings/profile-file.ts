import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { type Profile, profiles } from '../specification/profile.js'
import { whyOf } from '../thrown.js'
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
  return parseProfile(await readText(nameOrFile, cwd), nameOrFile)
}

async function readText(file: string, cwd: string): Promise<string> {
  try {
    return await readFile(resolve(cwd, file), 'utf8')
  } catch (error) {
    throw new SettingsError('settings.profile.unreadable', {
      file,
      why: whyOf(error),
    })
  }
}
