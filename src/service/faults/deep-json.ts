import { fault } from './fault.js'
import { withBody } from './spoilt.js'

const DEPTH = 100_000

/** `homologa check --fault deep-json` */
export const deepJson = fault({
  name: 'deep-json',
  breaks: 'envelope/json',
  description: {
    en: 'step 1 answers JSON that nests 100,000 levels deep',
    'pt-BR': 'o passo 1 responde JSON com 100.000 níveis',
  },
  where: 1,
  change: (answer) => withBody(answer, `{"data":${'['.repeat(DEPTH)}${']'.repeat(DEPTH)}}`),
})
