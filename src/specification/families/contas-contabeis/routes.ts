import { named } from '../../route.js'

export const contasContabeis = named('contas-contabeis', { list: 'GET /contas-contabeis' })
