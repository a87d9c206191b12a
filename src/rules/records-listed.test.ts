import { expect, it } from 'vitest'
import type { Json } from '../exchange/json.js'
import { recordsListed } from './records-listed.js'

it.each<[Json | undefined, readonly Json[] | null]>([
  [[1], [1]],
  [[], []],
  [undefined, null],
  [null, null],
  ['x', null],
  [{}, null],
  [{ itens: [] }, []],
  [{ itens: [{ id: 1 }], total: 1 }, [{ id: 1 }]],
  [{ itens: [{ id: 1 }], erros: [] }, [{ id: 1 }]],
  [{ itens: [{ id: 1 }], ids: [1] }, [{ id: 1 }]],
  [{ itens: [{ id: 1 }, 2] }, null],
  [{ ids: [1] }, null],
  [{ itens: [{ id: 1 }], outros: [{ id: 2 }] }, null],
  [{ itens: [], outros: [] }, null],
])('of %j: %j', (data, records) => expect(recordsListed(data)).toEqual(records))
