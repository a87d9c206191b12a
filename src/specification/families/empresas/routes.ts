import { named } from '../../route.js'

export const empresas = named('empresas', { list: 'GET /empresas' })
