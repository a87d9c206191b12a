import { contract, list, refusal } from './contract.js'

/** Contracts: named without a method, so that the list is observed and never judged. */
export const contratos = contract('contratos', [list('list'), refusal('list')])
