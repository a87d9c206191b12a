import { type Lang, loadCatalogue } from '../words/catalogue.js'
import { isUnsaid, say } from '../words/errors.js'

/** What is wrong with what the user gave, as a sentence: whoever calls the library sees an error's message alone. */
export async function told<T>(work: () => Promise<T>, lang: Lang = 'en'): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!isUnsaid(error)) throw error
    throw new Error(say(error, await loadCatalogue(lang), lang), { cause: error })
  }
}
