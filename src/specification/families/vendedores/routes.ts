import { named } from '../../route.js'

export const vendedores = named('vendedores', { list: 'GET /vendedores' })
