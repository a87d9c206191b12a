import { fault } from '../fault.js'
import { withData } from '../spoilt.js'
import { onRoutes } from './on-route.js'

/** `homologa contract --write --fault parent-as-number` */
export const parentAsNumber = fault({
  name: 'parent-as-number',
  breaks: 'categories/parent',
  description: {
    en: "`categoriaPai` is the parent's identifier",
    'pt-BR': '`categoriaPai` é o identificador da categoria pai',
  },
  where: onRoutes((route) => route.id === 'categorias-produtos/read'),
  change: (answer) => withData(answer, (data) => ({ ...data, categoriaPai: 15_000_000_001 })),
})
