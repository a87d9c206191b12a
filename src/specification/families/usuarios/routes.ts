import { documented, named } from '../../route.js'

const specified = named('usuarios', { list: 'GET /usuarios' })

/** With what the public document shows of each. */
export const usuarios = documented('usuarios', specified, {
  'recover-password': 'POST /usuarios/recuperar-senha access body 200 array 400',
  'reset-password': 'PATCH /usuarios/redefinir-senha access body 204 400',
  'verify-hash': 'GET /usuarios/verificar-hash 200 array 400',
})
