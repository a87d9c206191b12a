import { fault } from './fault.js'
import { delivered } from './spoilt.js'

/** `homologa check --fault hang` */
export const hang = fault({
  name: 'hang',
  breaks: 'service/answers',
  description: {
    en: 'step 2 is never answered',
    'pt-BR': 'o passo 2 nunca recebe resposta',
  },
  where: 2,
  change: (answer) => delivered(answer, { kind: 'hang' }),
})
