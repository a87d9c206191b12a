import { fault } from './fault.js'
import { delivered } from './spoilt.js'

/** `homologa check --fault slow-drip` */
export const slowDrip = fault({
  name: 'slow-drip',
  breaks: 'service/answers',
  description: {
    en: 'step 1 answers one byte a second',
    'pt-BR': 'o passo 1 responde um byte por segundo',
  },
  where: 1,
  change: (answer) => delivered(answer, { kind: 'drip', bytesPerSecond: 1 }),
})
