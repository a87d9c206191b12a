import { fault } from './fault.js'
import { delivered } from './spoilt.js'

/** `homologa check --fault not-http` */
export const notHttp = fault({
  name: 'not-http',
  breaks: 'service/answers',
  description: {
    en: 'step 1 answers bytes that are no HTTP',
    'pt-BR': 'o passo 1 responde bytes que não são HTTP',
  },
  where: 1,
  change: (answer) => delivered(answer, { kind: 'raw', bytes: Buffer.from('SSH-2.0-OpenSSH_9.6\r\n') }),
})
