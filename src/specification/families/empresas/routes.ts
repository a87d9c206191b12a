import { documented, named } from '../../route.js'

const specified = named('empresas', { list: 'GET /empresas' })

/** With what the public document shows of each. */
export const empresas = documented('empresas', specified, {
  'read-own': 'GET /empresas/me/dados-basicos 200 object',
})
