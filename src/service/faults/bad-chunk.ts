import { fault } from './fault.js'
import { delivered } from './spoilt.js'

const CHUNKS =
  'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n'

/** `homologa check --fault bad-chunk` */
export const badChunk = fault({
  name: 'bad-chunk',
  breaks: 'service/answers',
  description: {
    en: 'step 1 answers in chunks whose length is no number',
    'pt-BR': 'o passo 1 responde em pedaços de tamanho ilegível',
  },
  where: 1,
  change: (answer) => delivered(answer, { kind: 'raw', bytes: Buffer.from(CHUNKS) }),
})
