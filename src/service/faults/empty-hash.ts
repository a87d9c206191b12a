import { fault } from './fault.js'
import { withHeader, withoutHeader } from './spoilt.js'

/** `homologa check --fault empty-hash` */
export const emptyHash = fault({
  name: 'empty-hash',
  breaks: 'homologation/hash-issued',
  description: {
    en: 'step 1 answers with an empty hash header',
    'pt-BR': 'o passo 1 responde com o cabeçalho do hash vazio',
  },
  where: 1,
  change: (answer, { hashHeader }) => withHeader(withoutHeader(answer, hashHeader), [hashHeader, '']),
})
