import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { whyOf } from '../thrown.js'
import { SettingsError } from '../words/errors.js'

/** A text file that the user named. @throws SettingsError where it cannot be read */
export async function readTextFile(file: string, cwd: string): Promise<string> {
  try {
    return await readFile(resolve(cwd, file), 'utf8')
  } catch (error) {
    throw new SettingsError('settings.file', { file, why: whyOf(error) })
  }
}
