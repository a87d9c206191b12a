import { named } from '../../route.js'

export const usuarios = named('usuarios', { list: 'GET /usuarios' })
