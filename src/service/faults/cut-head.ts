import { fault } from './fault.js'
import { delivered } from './spoilt.js'

/** `homologa check --fault cut-head` */
export const cutHead = fault({
  name: 'cut-head',
  breaks: 'service/answers',
  description: {
    en: 'the head of the answer to step 3 breaks off',
    'pt-BR': 'o cabeçalho da resposta ao passo 3 é cortado',
  },
  where: 3,
  change: (answer) => delivered(answer, { kind: 'raw', bytes: Buffer.from('HTTP/1.1 204 No Con') }),
})
