import { fault } from './fault.js'

/** `homologa check --fault time-limit-always` */
export const timeLimitAlways = fault({
  name: 'time-limit-always',
  breaks: 'homologation/limit-hit',
  description: {
    en: 'step 2 always answers 400 "tempo limite"',
    'pt-BR': 'o passo 2 sempre responde 400 "tempo limite"',
  },
  where: 2,
  change: (_, { hitLimit }) => hitLimit(),
})
