import type { Lang } from './lang.js'
import type { Language } from './language.js'

/** Every language. A third one is its folder, its line here, in `fill.ts` and in `numerals.ts`, and its name in `lang.ts`. */
export const languages: Readonly<Record<Lang, Language>> = {
  en: {
    catalogue: async () => (await import('./en/index.js')).en,
    help: async () => (await import('./en/help.js')).helpWords,
    requirements: async () => (await import('./en/requirements.js')).requirementWords,
  },
  'pt-BR': {
    catalogue: async () => (await import('./pt-BR/index.js')).ptBR,
    help: async () => (await import('./pt-BR/help.js')).helpWords,
    requirements: async () => (await import('./pt-BR/requirements.js')).textosDosRequisitos,
  },
}
