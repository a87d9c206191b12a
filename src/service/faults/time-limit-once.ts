import { fault } from './fault.js'

/** `homologa check --fault time-limit-once` */
export const timeLimitOnce = fault({
  name: 'time-limit-once',
  breaks: 'homologation/limit-hit',
  severity: 'none',
  description: {
    en: 'step 4 answers 400 "tempo limite" once; a restart gets through',
    'pt-BR': 'o passo 4 responde 400 "tempo limite" uma vez; o reinício passa',
  },
  where: 4,
  times: 1,
  change: (_, { hitLimit }) => hitLimit(),
})
