import { fault } from './fault.js'
import { delivered } from './spoilt.js'

const SHORT = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{"data":{"n'

/** `homologa check --fault short-body` */
export const shortBody = fault({
  name: 'short-body',
  breaks: 'service/answers',
  description: {
    en: 'step 1 declares 500 bytes, sends eleven and hangs up',
    'pt-BR': 'o passo 1 declara 500 bytes, envia onze e desliga',
  },
  where: 1,
  change: (answer) => delivered(answer, { kind: 'raw', bytes: Buffer.from(SHORT) }),
})
