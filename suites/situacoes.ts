import { contract, list, read, refusal } from './contract.js'

/** Situations of the modules, and what may follow them. */
export const situacoes = contract('situacoes', [
  list('list-modules', 'idModuloSistema'),
  refusal('list-modules'),
  read('list-of-module'),
  list('list-actions'),
  list('list-transitions'),
])
