import { fault } from '../fault.js'
import { withData } from '../spoilt.js'
import { onRoutes } from './on-route.js'

/** `homologa contract --write --fault listing-situation-5` */
export const listingSituation5 = fault({
  name: 'listing-situation-5',
  breaks: 'situations/listing',
  description: {
    en: 'listings show the situation 5',
    'pt-BR': 'anúncios mostram a situação 5',
  },
  where: onRoutes((route) => route.id === 'anuncios/read'),
  change: (answer) => withData(answer, (data) => ({ ...data, situacao: 5 })),
})
