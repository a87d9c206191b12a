/** The languages of the tool. Each has a catalogue beside this file and a line in `catalogue.ts`. */
export const langs = ['en', 'pt-BR'] as const

/** A language of messages and reports. */
export type Lang = (typeof langs)[number]

/** The name of each language in that language. */
export const langNames: Readonly<Record<Lang, string>> = { en: 'English', 'pt-BR': 'Português' }

/** Returns the next language of the list, for a button that switches between them; after the last comes the first. */
export function nextLang(lang: Lang): Lang {
  return langs[langs.indexOf(lang) + 1] ?? langs[0]
}

/** Reads a language from a tag or a locale: `pt`, `pt-br`, `pt_BR.UTF-8`. null if we do not have it. */
export function readLang(text: string): Lang | null {
  const [wanted = ''] = text.toLowerCase().split(/[-_.@]/)
  return langs.find((lang) => lang.split('-')[0] === wanted) ?? null
}

/** Reads the language of the user's system from its variables, in the order that POSIX defines. English if we do not have it. */
export function systemLang(env: Readonly<Record<string, string | undefined>>): Lang {
  return readLang(env.LC_ALL || env.LC_MESSAGES || env.LANG || '') ?? 'en'
}
