import { fault } from './fault.js'
import { delivered } from './spoilt.js'

/** `homologa check --fault endless-body` */
export const endlessBody = fault({
  name: 'endless-body',
  breaks: 'service/answers',
  description: {
    en: 'the body of step 1 never ends',
    'pt-BR': 'o corpo do passo 1 nunca termina',
  },
  where: 1,
  change: (answer) => delivered(answer, { kind: 'endless', chunk: ' '.repeat(65_536) }),
})
