import { fault } from './fault.js'
import { delivered } from './spoilt.js'

/** `homologa check --fault late` */
export const late = fault({
  name: 'late',
  breaks: 'service/answers',
  description: {
    en: 'step 4 is answered after a minute',
    'pt-BR': 'o passo 4 é respondido depois de um minuto',
  },
  where: 4,
  change: (answer) => delivered(answer, { kind: 'whole', delayMs: 60_000, isHeldBack: true }),
})
