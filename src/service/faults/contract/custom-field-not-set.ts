import { fault } from '../fault.js'
import { withData } from '../spoilt.js'
import { afterWrite } from './after-write.js'

/** `homologa contract --write --fault custom-field-not-set` */
export const customFieldNotSet = fault({
  name: 'custom-field-not-set',
  breaks: 'situations/custom-field',
  description: {
    en: 'a custom field keeps its situation',
    'pt-BR': 'um campo customizado mantém sua situação',
  },
  where: afterWrite((route) => route.id === 'campos-customizados/set-situation'),
  change: (answer) => withData(answer, (data) => ({ ...data, situacao: data.situacao === 1 ? 0 : 1 })),
})
