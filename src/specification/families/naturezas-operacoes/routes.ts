import { named } from '../../route.js'

export const naturezasOperacoes = named('naturezas-operacoes', { list: 'GET /naturezas-operacoes' })
