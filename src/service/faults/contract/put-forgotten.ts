import { allRoutes } from '../../../specification/families/index.js'
import { fault } from '../fault.js'
import { withData } from '../spoilt.js'
import { afterWrite } from './after-write.js'
import { withOldTexts } from './records-of.js'

/** Where a PATCH can follow, the values that come back would be its breach. */
const patched = new Set(
  allRoutes('specification')
    .filter(({ method }) => method === 'PATCH')
    .map(({ family }) => family),
)

/** `homologa contract --write --fault put-forgotten` */
export const putForgotten = fault({
  name: 'put-forgotten',
  breaks: 'records/replaced',
  description: {
    en: 'after PUT the record holds other values',
    'pt-BR': 'depois do PUT o registro tem outros valores',
  },
  where: afterWrite((route) => route.method === 'PUT' && !patched.has(route.family)),
  change: (answer) => withData(answer, withOldTexts),
})
