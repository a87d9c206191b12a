import { contract, list, refusal } from './contract.js'

/** Financial accounts: named without a method, so that the list is observed and never judged. */
export const contasContabeis = contract('contas-contabeis', [list('list'), refusal('list')])
