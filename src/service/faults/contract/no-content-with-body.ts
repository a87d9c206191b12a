import { fault } from '../fault.js'
import { withJson } from '../spoilt.js'
import { onRoutes } from './on-route.js'

/** `homologa contract --write --fault no-content-with-body` */
export const noContentWithBody = fault({
  name: 'no-content-with-body',
  breaks: 'envelope/no-content',
  description: {
    en: '204 carries a body',
    'pt-BR': '204 traz um corpo',
  },
  where: onRoutes(() => true, [204]),
  change: (answer) => withJson(answer, { ok: true }),
})
