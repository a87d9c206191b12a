import { fault } from '../fault.js'
import { withBody } from '../spoilt.js'
import { isList, onRoutes } from './on-route.js'

/** `homologa contract --write --fault list-broken-json` */
export const listBrokenJson = fault({
  name: 'list-broken-json',
  breaks: 'envelope/json',
  description: {
    en: 'lists end in the middle of their JSON',
    'pt-BR': 'listas terminam no meio do JSON',
  },
  where: onRoutes(isList),
  change: (answer) => withBody(answer, String(answer.body).slice(0, -1)),
})
