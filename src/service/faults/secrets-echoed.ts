import { canaries, echoOf } from './canaries.js'
import { fault } from './fault.js'
import { withHeader, withJson } from './spoilt.js'

/** `homologa check --fault secrets-echoed` */
export const secretsEchoed = fault({
  name: 'secrets-echoed',
  breaks: 'homologation/answer-status',
  description: {
    en: 'step 3 fails and echoes every secret and personal datum, encoded forms included',
    'pt-BR': 'o passo 3 falha e ecoa cada segredo e dado pessoal, também codificado',
  },
  where: 3,
  change: (answer, { request }) => {
    const echo = echoOf(request)
    const spoilt = withJson(answer, {
      error: { type: 'SERVER_ERROR', message: echo.join(' '), description: canaries },
    })
    return { ...withHeader(spoilt, ['X-Debug', echo.join(', ')]), status: 500 }
  },
})
