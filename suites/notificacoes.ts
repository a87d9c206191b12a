import { contract, list, refusal } from './contract.js'

/** Notifications: named without a method, so that the list is observed and never judged. */
export const notificacoes = contract('notificacoes', [list('list'), refusal('list')])
