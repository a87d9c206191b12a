import { documented, named } from '../../route.js'

const specified = named('contas-contabeis', { list: 'GET /contas-contabeis' })

/** With what the public document shows of each. */
export const contasContabeis = documented('contas-contabeis', specified, {
  list: '200 array',
  read: 'GET /contas-contabeis/{idContaContabil} 200 object 404',
})
