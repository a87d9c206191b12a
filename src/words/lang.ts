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

/** The language of a tag or locale in any spelling: `pt`, `pt-br`, `pt_BR.UTF-8`; null if the tool does not have it. */
export function readLang(text: string): Lang | null {
  const [wanted = ''] = text.toLowerCase().split(/[-_.@]/)
  return langs.find((one) => one.split('-')[0] === wanted) ?? null
}

/** The language of the user's system, by the order that POSIX gives its variables; English if the tool does not have it. */
export function systemLang({
  LC_ALL,
  LC_MESSAGES,
  LANG,
}: Readonly<Record<string, string | undefined>>): Lang {
  return readLang(LC_ALL || LC_MESSAGES || LANG || '') ?? 'en'
}
