import { fault } from '../fault.js'
import { withData } from '../spoilt.js'
import { onRoutes } from './on-route.js'

/** `homologa contract --write --fault id-changes-type` */
export const idChangesType = fault({
  name: 'id-changes-type',
  breaks: 'records/same-identifier',
  description: {
    en: 'single reads show the identifier as text',
    'pt-BR': 'leituras individuais mostram o identificador como texto',
  },
  where: onRoutes((route) => route.id === 'categorias-lojas/read'),
  change: (answer) => withData(answer, (data) => ({ ...data, id: String(data.id) })),
})
