import { changeOwn, contract, createOwn, find, forSakeOf, list, refusal } from './contract.js'

/** Stock, named without methods: beyond the list the embedded service alone is asked. */
export const estoques = contract('estoques', [
  list('list'),
  refusal('list'),
  forSakeOf(
    ['create', 'replace'],
    [find('/produtos'), find('/depositos'), createOwn('create', 'created', 'create'), changeOwn('replace')],
  ),
])
