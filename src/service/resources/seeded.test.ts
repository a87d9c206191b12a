import { expect, it } from 'vitest'
import { openResources } from './open.js'

/** Identifiers of what stands in the lists of a record, each with the list's path. */
function itemsIn(value: unknown, path = ''): { readonly path: string; readonly id: unknown }[] {
  if (Array.isArray(value)) return value.flatMap((item) => [{ path, id: item.id }, ...itemsIn(item, path)])
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, part]) => itemsIn(part, `${path}/${name}`))
}

it.each([
  ['pedidos/vendas', ['/itens', '/parcelas', '/transporte/volumes']],
  ['contatos', ['/pessoasContato']],
  ['campos-customizados', ['/opcoes']],
])('items of %s have identifiers of their own, however many records there are', async (resource, lists) => {
  const { recordAccess } = await openResources({ seed: 'items', count: 100 })
  const items = (recordAccess.recordsOf('somebody', `/${resource}`) ?? []).flatMap((record) =>
    itemsIn(record),
  )
  for (const list of lists) {
    const ids = items.filter(({ path }) => path === list).map(({ id }) => id)
    expect(ids.length).toBeGreaterThanOrEqual(100)
    expect(new Set(ids).size).toBe(ids.length)
  }
})

it('leads an item that stands for a record elsewhere there, as ever', async () => {
  const { recordAccess } = await openResources({ seed: 'items', count: 100 })
  const known = (resource: string) =>
    new Set((recordAccess.recordsOf('somebody', `/${resource}`) ?? []).map(({ id }) => id))
  const types = known('contatos/tipos')
  const named = (recordAccess.recordsOf('somebody', '/contatos') ?? []).flatMap((record) => itemsIn(record))
  const strange = named.filter(({ path, id }) => path === '/tiposContato' && !types.has(id as number))
  expect(strange).toEqual([])
})
