import { documented, named } from '../../route.js'

const specified = named('contratos', { list: 'GET /contratos' })

/** With what the public document shows of each. */
export const contratos = documented('contratos', specified, {
  list: '200 array',
  create: 'POST /contratos body 201 created 400',
  read: 'GET /contratos/{idContrato} 200 object 404',
  replace: 'PUT /contratos/{idContrato} body 201 created 400 404',
  remove: 'DELETE /contratos/{idContrato} 204 400 404',
})
