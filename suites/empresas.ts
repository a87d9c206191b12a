import { contract, list, refusal } from './contract.js'

/** Companies: named without a method, so that the list is observed and never judged. */
export const empresas = contract('empresas', [list('list'), refusal('list')])
