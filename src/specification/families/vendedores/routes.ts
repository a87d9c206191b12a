import { documented, named } from '../../route.js'

const specified = named('vendedores', { list: 'GET /vendedores' })

/** With what the public document shows of each. */
export const vendedores = documented('vendedores', specified, {
  list: '200 array',
  read: 'GET /vendedores/{idVendedor} 200 object 404',
})
