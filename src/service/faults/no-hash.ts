import { fault } from './fault.js'
import { withoutHeader } from './spoilt.js'

/** `homologa check --fault no-hash` */
export const noHash = fault({
  name: 'no-hash',
  breaks: 'homologation/hash-issued',
  description: {
    en: 'step 1 answers without the hash header',
    'pt-BR': 'o passo 1 responde sem o cabeçalho do hash',
  },
  where: 1,
  change: (answer, { hashHeader }) => withoutHeader(answer, hashHeader),
})
