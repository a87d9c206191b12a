import { type Catalogue, fill, type Lang } from '../words/catalogue.js'
import { isMendable, isUnsaid, say } from '../words/errors.js'

/** An error in the user's language; what is ours says so. */
export function faultLines(error: unknown, catalogue: Catalogue, lang: Lang, debug: boolean): string {
  if (isMendable(error)) return `${say(error, catalogue, lang)}\n`
  const message = isUnsaid(error)
    ? say(error, catalogue, lang)
    : error instanceof Error
      ? error.message
      : String(error)
  const stack = debug && error instanceof Error ? `${error.stack}\n` : ''
  const { ui } = catalogue
  return `${fill(ui['cli.harness'], { message }, lang)}\n${ui['cli.harness.next']}\n${stack}`
}
