import { fault } from '../fault.js'
import { withBody } from '../spoilt.js'
import { onRoutes } from './on-route.js'

/** `homologa contract --write --fault custom-field-takes-anything` */
export const customFieldTakesAnything = fault({
  name: 'custom-field-takes-anything',
  breaks: 'situations/custom-field',
  description: {
    en: 'any situation of a custom field is accepted',
    'pt-BR': 'qualquer situação de campo customizado é aceita',
  },
  where: onRoutes((route) => route.id === 'campos-customizados/set-situation', [400]),
  change: (answer) => ({ ...withBody(answer, null, null), status: 204 }),
})
