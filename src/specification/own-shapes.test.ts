import { expect, it } from 'vitest'
import { z } from 'zod'
import { routeById } from './find-route.js'
import { withWrittenShapes } from './own-shapes.js'
import { bling, spec } from './profile.js'
import type { Route } from './route.js'
import { loadShapesOf } from './shapes.js'

const isPair = z.array(z.int()).refine((numbers) => numbers.length === 2)
const suite = {
  shapes: {
    'produtos/list': { data: z.array(z.looseObject({ codigo: z.string().regex(/^SKU-/) })) },
    'vendedores/read': { data: z.object({ loja: isPair }) },
  },
}

it('the schemas of a suite are written into the profile, and read again', async () => {
  const profile = JSON.parse(JSON.stringify(withWrittenShapes(bling, [{}, suite])))
  const { data } =
    (await loadShapesOf(profile)).of(routeById('produtos/list') as Route, 'specification') ?? {}
  expect(data?.safeParse([{ codigo: 'SKU-1', nome: 'a' }]).success).toBe(true)
  for (const wrong of [[{ codigo: 'A' }], [{}], {}]) expect(data?.safeParse(wrong).success).toBe(false)
})

it('what is no JSON Schema is left out, and so are routes that the profile does not know', async () => {
  const written = withWrittenShapes(bling, [suite]).shapes
  expect(written?.['GET /vendedores/{idVendedor}']?.data).toMatchObject({ required: ['loja'] })
  expect(Object.keys(withWrittenShapes(spec, [suite]).shapes ?? {})).toEqual(['GET /produtos'])
  expect(withWrittenShapes(spec, [{}])).toBe(spec)
})
