/** The languages of the tool. Each has a catalogue beside this file and a line in `catalogue.ts`. */
export const langs = ['en', 'pt-BR'] as const

/** A language of messages and reports. */
export type Lang = (typeof langs)[number]

/** As each calls itself. */
export const langNames: Readonly<Record<Lang, string>> = { en: 'English', 'pt-BR': 'Português' }

/** The language that follows; after the last comes the first. */
export function nextLang(lang: Lang): Lang {
  return langs[langs.indexOf(lang) + 1] ?? langs[0]
}
