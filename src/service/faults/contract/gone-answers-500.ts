import { fault } from '../fault.js'
import { withStatus } from '../spoilt.js'
import { onRoutes } from './on-route.js'

/** `homologa contract --write --fault gone-answers-500` */
export const goneAnswers500 = fault({
  name: 'gone-answers-500',
  breaks: 'errors/unknown-record',
  description: {
    en: 'an update of what is gone fails with 500',
    'pt-BR': 'alterar o que já foi excluído falha com 500',
  },
  where: onRoutes((route) => route.id === 'categorias-produtos/replace', [404]),
  change: (answer) => withStatus(answer, 500),
})
