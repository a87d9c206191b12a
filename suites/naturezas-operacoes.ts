import { contract, list, refusal } from './contract.js'

/** Kinds of operation: named without a method, so that the list is observed and never judged. */
export const naturezasOperacoes = contract('naturezas-operacoes', [list('list'), refusal('list')])
