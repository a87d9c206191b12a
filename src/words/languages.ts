import { kinds as englishKinds } from './en/kinds.js'
import type { Lang } from './lang.js'
import type { Language } from './language.js'
import { kinds as portugueseKinds } from './pt-BR/kinds.js'

/** Every language. A third one is its folder, its line here, and its name in `lang.ts`. */
export const languages: Readonly<Record<Lang, Language>> = {
  en: {
    catalogue: async () => (await import('./en/index.js')).en,
    help: async () => (await import('./en/help.js')).helpWords,
    requirements: async () => (await import('./en/requirements.js')).requirementWords,
    kinds: englishKinds,
  },
  'pt-BR': {
    catalogue: async () => (await import('./pt-BR/index.js')).ptBR,
    help: async () => (await import('./pt-BR/help.js')).helpWords,
    requirements: async () => (await import('./pt-BR/requirements.js')).textosDosRequisitos,
    kinds: portugueseKinds,
  },
}
