import { loadCatalogue } from './catalogue.js'
import { isMessageReference, say } from './errors.js'
import type { Lang } from './lang.js'

/** Returns the message with which the work fails, as a user reads it. If the work succeeds, the test fails. */
export async function said(work: Promise<unknown> | (() => unknown), lang: Lang = 'en'): Promise<string> {
  const error = await Promise.resolve()
    .then(() => (typeof work === 'function' ? work() : work))
    .then(
      () => new Error('nothing failed'),
      (thrown: unknown) => thrown,
    )
  if (!isMessageReference(error)) throw error
  return say(error, await loadCatalogue(lang), lang)
}
