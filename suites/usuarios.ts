import { contract, list, refusal } from './contract.js'

/** Users: named without a method, so that the list is observed and never judged. */
export const usuarios = contract('usuarios', [list('list'), refusal('list')])
