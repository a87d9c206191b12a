import { fault } from './fault.js'
import { withBody, withData } from './spoilt.js'

/** `homologa check --fault invalid-utf8` */
export const invalidUtf8 = fault({
  name: 'invalid-utf8',
  breaks: 'envelope/json',
  description: {
    en: 'step 1 answers JSON in Latin-1, which is no UTF-8',
    'pt-BR': 'o passo 1 responde JSON em Latin-1, que não é UTF-8',
  },
  where: 1,
  change: (answer) => {
    const spoilt = withData(answer, (data) => ({ ...data, nome: 'Pão de queijo' }))
    return withBody(spoilt, Buffer.from(String(spoilt.body), 'latin1'))
  },
})
