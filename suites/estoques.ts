import { suiteOf } from './contract.js'
import { changeOwn, createOwn, find, forSakeOf, list, refusal } from './parts.js'

/** Stock, named without methods: beyond the list the embedded service alone is asked. */
export const estoques = suiteOf('estoques', [
  list('list'),
  refusal('list'),
  forSakeOf(
    ['create', 'replace'],
    [find('/produtos'), find('/depositos'), createOwn('create', 'created', 'create'), changeOwn('replace')],
  ),
])
