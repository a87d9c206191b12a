import { contract, list, refusal } from './contract.js'

/** Sellers: named without a method, so that the list is observed and never judged. */
export const vendedores = contract('vendedores', [list('list'), refusal('list')])
