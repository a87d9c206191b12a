import { fault } from './fault.js'
import { delivered } from './spoilt.js'

/** `homologa check --fault huge-content-length` */
export const hugeContentLength = fault({
  name: 'huge-content-length',
  breaks: 'service/answers',
  description: {
    en: 'step 1 declares a body of 2 GB and sends it',
    'pt-BR': 'o passo 1 declara um corpo de 2 GB e o envia',
  },
  where: 1,
  change: (answer) =>
    delivered(answer, { kind: 'endless', chunk: ' '.repeat(65_536), declaredBytes: 2 * 1024 ** 3 }),
})
