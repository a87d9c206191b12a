import { fault } from './fault.js'

/** `homologa check --fault too-many-once` */
export const tooManyOnce = fault({
  name: 'too-many-once',
  breaks: 'homologation/limit-hit',
  severity: 'none',
  description: {
    en: 'step 3 answers 429 once; a restart gets through',
    'pt-BR': 'o passo 3 responde 429 uma vez; o reinício passa',
  },
  where: 3,
  times: 1,
  change: (_, { hitLimit }) => ({ ...hitLimit(), status: 429 }),
})
