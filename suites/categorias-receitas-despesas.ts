import { contract, list, refusal } from './contract.js'

/** Categories of income and expense: named without a method, so that the list is observed and never judged. */
export const categoriasReceitasDespesas = contract('categorias-receitas-despesas', [
  list('list'),
  refusal('list'),
])
