import { headerValue } from '../../exchange/exchange.js'
import { fault } from './fault.js'
import { withData, withoutHeader } from './spoilt.js'

/** `homologa check --fault hash-in-body` */
export const hashInBody = fault({
  name: 'hash-in-body',
  breaks: 'homologation/hash-issued',
  description: {
    en: 'step 1 puts the hash into the body, not into its header',
    'pt-BR': 'o passo 1 põe o hash no corpo, não no cabeçalho',
  },
  where: 1,
  change: (answer, { hashHeader }) => {
    const hash = headerValue(answer.headers, hashHeader)
    return withData(withoutHeader(answer, hashHeader), (data) => ({ ...data, hash }))
  },
})
