/** The languages that there are words in. */
export type Lang = 'en' | 'pt-BR'
export const langs: readonly Lang[] = ['en', 'pt-BR']
