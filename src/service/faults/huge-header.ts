import { fault } from './fault.js'
import { withHeader } from './spoilt.js'

/** `homologa check --fault huge-header` */
export const hugeHeader = fault({
  name: 'huge-header',
  breaks: 'service/answers',
  description: {
    en: 'step 1 answers with a header of 10 MB',
    'pt-BR': 'o passo 1 responde com um cabeçalho de 10 MB',
  },
  where: 1,
  change: (answer) => withHeader(answer, ['X-Filler', 'x'.repeat(10_000_000)]),
})
