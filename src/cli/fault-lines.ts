import { MendableError } from '../client/mendable-error.js'
import { RecordingError } from '../exchange/journal.js'
import { SettingsError } from '../settings/settings-error.js'
import { type Catalogue, fill, type Lang } from '../words/catalogue.js'

/** Whether the user can mend it: wrong settings, a busy account, a file that is none. */
export function isMendable(error: unknown): boolean {
  return (
    error instanceof SettingsError ||
    error instanceof MendableError ||
    error instanceof RecordingError ||
    (error instanceof Error && error.name === 'InputError')
  )
}

/** An error in the user's language; what is ours says so. */
export function faultLines(error: unknown, catalogue: Catalogue, lang: Lang, debug: boolean): string {
  if (error instanceof SettingsError) return `${error.say(catalogue, lang)}\n`
  if (error instanceof MendableError) return `${fill(catalogue.ui[error.key], error.values, lang)}\n`
  if (isMendable(error)) return `${(error as Error).message}\n`
  const message = error instanceof Error ? error.message : String(error)
  const stack = debug && error instanceof Error ? `${error.stack}\n` : ''
  const { ui } = catalogue
  return `${fill(ui['cli.harness'], { message }, lang)}\n${ui['cli.harness.next']}\n${stack}`
}
