import { documented, shapes } from '../../route.js'

const specified = shapes('depositos', {
  list: 'GET /depositos',
  create: 'POST /depositos',
  read: 'GET /depositos/{idDeposito}',
  replace: 'PUT /depositos/{idDeposito}',
})

/** With what the public document shows of each. */
export const depositos = documented('depositos', specified, {
  list: '200 array',
  create: 'body 201 created 400',
  read: '200 object 404',
  replace: 'body bare 200 created 400 404',
})
