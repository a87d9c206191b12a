import { fault } from './fault.js'

/** `homologa check --fault too-many-always` */
export const tooManyAlways = fault({
  name: 'too-many-always',
  breaks: 'homologation/limit-hit',
  description: {
    en: 'every step answers 429',
    'pt-BR': 'todo passo responde 429',
  },
  where: 'every-step',
  change: (_, { hitLimit }) => ({ ...hitLimit(), status: 429 }),
})
