import { fault } from './fault.js'
import { withHeader } from './spoilt.js'

/** `homologa check --fault wrong-gzip` */
export const wrongGzip = fault({
  name: 'wrong-gzip',
  breaks: 'service/answers',
  description: {
    en: 'step 1 declares gzip and sends plain text',
    'pt-BR': 'o passo 1 declara gzip e envia texto puro',
  },
  where: 1,
  change: (answer) => withHeader(answer, ['Content-Encoding', 'gzip']),
})
