import { named } from '../../route.js'

export const notificacoes = named('notificacoes', { list: 'GET /notificacoes' })
