import { fault } from '../fault.js'
import { delivered } from '../spoilt.js'
import { isList, onRoutes } from './on-route.js'

/** `homologa contract --write --fault list-reset` */
export const listReset = fault({
  name: 'list-reset',
  breaks: 'service/answers',
  description: {
    en: 'the connection breaks within a list',
    'pt-BR': 'a conexão cai no meio de uma lista',
  },
  where: onRoutes(isList),
  change: (answer) => delivered(answer, { kind: 'reset', afterBytes: 20 }),
})
