import { shapes } from '../../route.js'

export const depositos = shapes('depositos', {
  list: 'GET /depositos',
  create: 'POST /depositos',
  read: 'GET /depositos/{idDeposito}',
  replace: 'PUT /depositos/{idDeposito}',
})
