/** Every language that there are words in; its folder beside this file, and its line in `languages.ts`. */
export const langs = ['en', 'pt-BR'] as const

export type Lang = (typeof langs)[number]
