import { documented, named } from '../../route.js'

const specified = named('notificacoes', { list: 'GET /notificacoes' })

/** With what the public document shows of each. */
export const notificacoes = documented('notificacoes', specified, {
  list: '200 array 400',
  'confirm-reading': 'POST /notificacoes/{idNotificacao}/confirmar-leitura text 200 array 400',
  count: 'GET /notificacoes/quantidade 200 object 400',
})
