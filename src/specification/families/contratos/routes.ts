import { named } from '../../route.js'

export const contratos = named('contratos', { list: 'GET /contratos' })
