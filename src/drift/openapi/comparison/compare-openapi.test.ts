import { describe, expect, it } from 'vitest'
import { pickFrom, randomFrom, randomJson } from '../../random-json.fixture.js'
import { documentOf, sample } from '../sample.fixture.js'
import { compareOpenApi } from './compare-openapi.js'
import {
  create,
  type Loose,
  list,
  type Mutation,
  mutated,
  mutations,
  product,
  remove,
  sent,
} from './mutations.fixture.js'

const compare = async (before: unknown, after: unknown, today?: string) =>
  compareOpenApi(await documentOf(before), await documentOf(after), today === undefined ? {} : { today })

const told = async (before: unknown, after: unknown, today?: string) =>
  (await compare(before, after, today)).changes.map(({ severity, code, operation, place }) =>
    [severity, code, operation, place].filter((part) => part !== null).join(' | '),
  )

describe('each single mutation is told once, in both directions', () => {
  it.each(mutations)('%s', async (_, mutate, forth, back) => {
    expect(await told(sample(), mutated(mutate))).toEqual([forth])
    expect(await told(mutated(mutate), sample())).toEqual([back])
  })

  it('and all together, where they can stand together, each again', async () => {
    const together = mutations.filter(([name]) =>
      /^(summary|style of|header|item sent|rare keyword|access|server|scope)$/.test(name),
    )
    const expected = together.map(([, , forth]) => forth).sort()
    expect((await told(sample(), mutated(...together.map(([, mutate]) => mutate)))).sort()).toEqual(expected)
  })
})

describe('no change', () => {
  const harmless: [string, Mutation][] = [
    ['nothing at all', () => {}],
    [
      'a renamed path parameter',
      (d) => {
        const item = d.paths['/produtos/{idProduto}']
        item.delete.parameters[0].name = 'id'
        delete d.paths['/produtos/{idProduto}']
        d.paths['/produtos/{id}'] = item
      },
    ],
    [
      'a renamed component',
      (d) => {
        d.components.schemas.Product = d.components.schemas.Produto
        delete d.components.schemas.Produto
        list(d).responses['200'].content['application/json'].schema.properties.data.items.$ref =
          '#/components/schemas/Product'
      },
    ],
    [
      'a component written out',
      (d) => {
        list(d).parameters[0] = d.components.parameters.pagina
      },
    ],
    [
      'allOf written out',
      (d) => {
        const { nome } = d.components.schemas.Base.properties
        d.components.schemas.Novo = {
          ...sent(d),
          required: ['nome'],
          properties: { nome, ...sent(d).properties },
        }
      },
    ],
    [
      'security moved from the document to its operations',
      (d) => {
        list(d).security = create(d).security = d.security
        delete d.security
      },
    ],
    [
      'other order',
      (d) => {
        product(d).properties = Object.fromEntries(Object.entries(product(d).properties).reverse())
        list(d).parameters.reverse()
        product(d).properties.situacao.enum.reverse()
      },
    ],
    [
      'an unused component',
      (d) => {
        d.components.schemas.Unused = { type: 'string' }
      },
    ],
    [
      '3.1 with its own spelling of null and bounds',
      (d) => {
        d.openapi = '3.1.0'
        product(d).properties.marca = { type: ['string', 'null'] }
        sent(d).properties.obs = { anyOf: [{ type: 'string' }, { type: 'null' }] }
        product(d).properties.preco = { type: 'number', exclusiveMinimum: 0 }
      },
    ],
  ]

  it.each(harmless)('is %s', async (_, mutate) => {
    expect(await told(sample(), mutated(mutate))).toEqual([])
    expect(await told(mutated(mutate), sample())).toEqual([])
  })
})

describe('the operations', () => {
  it('are listed as added, removed, changed and unchanged', async () => {
    const after = mutated(
      (d) => delete d.paths['/produtos'].post,
      (d) => {
        d.paths['/lojas'] = { get: { responses: {} } }
      },
      (d) => {
        list(d).summary = 'x'
      },
      (d) => {
        list(d).parameters[1].required = true
      },
    )
    expect((await compare(sample(), after)).operations).toEqual({
      added: ['GET /lojas'],
      removed: ['POST /produtos'],
      changed: [{ operation: 'GET /produtos', severity: 'error', changes: 2 }],
      unchanged: 1,
    })
  })

  it.each([
    ['before its sunset', '2026-06-29', 'error | operation-removed'],
    ['on its sunset', '2026-06-30', 'info | operation-removed-after-sunset'],
    ['on an unknown day', undefined, 'error | operation-removed'],
  ])('that are removed %s', async (_, today, expected) => {
    const after = mutated((d) => delete d.paths['/produtos/{idProduto}'])
    expect(await told(sample(), after, today)).toEqual([`${expected} | DELETE /produtos/{idProduto}`])
  })

  it('that are removed deprecated, without a sunset, are a warning', async () => {
    const before = mutated((d) => delete remove(d)['x-sunset'])
    const after = mutated((d) => delete d.paths['/produtos/{idProduto}'])
    expect(await told(before, after)).toEqual([
      'warning | operation-removed-deprecated | DELETE /produtos/{idProduto}',
    ])
  })
})

describe('another kind of value', () => {
  it('is one change, not one for each of its parts', async () => {
    const after = mutated((d) => {
      product(d).properties.categoria = { type: 'string', maxLength: 3 }
    })
    expect(await told(sample(), after)).toEqual([
      'error | type-changed | GET /produtos | 200 $.data[].categoria',
    ])
  })
})

describe('values without a type', () => {
  it('may be null where null is one of them', async () => {
    const valued = (...values: unknown[]) =>
      mutated((d) => (product(d).properties.situacao = { enum: values }))
    expect(await told(valued('A', 'I'), valued('A', 'I', null))).toEqual([
      'error | became-nullable | GET /produtos | 200 $.data[].situacao',
    ])
  })
})

describe('compositions', () => {
  it('tell a schema that became one of several as an added alternative', async () => {
    const after = mutated((d) => {
      product(d).properties.categoria = {
        oneOf: [{ $ref: '#/components/schemas/Categoria' }, { type: 'string' }],
      }
    })
    expect(await told(sample(), after)).toEqual([
      'error | alternative-added | GET /produtos | 200 $.data[].categoria',
    ])
  })

  it('tell another kind of composition plainly', async () => {
    const after = mutated((d) => {
      product(d).properties.midia = { anyOf: product(d).properties.midia.oneOf }
    })
    expect(await told(sample(), after)).toEqual([
      'warning | composition-changed | GET /produtos | 200 $.data[].midia',
    ])
  })
})

describe('fingerprints', () => {
  it('are distinct within a comparison and the same the next time', async () => {
    const after = mutated((d) => {
      product(d).properties.situacao.enum = ['X', 'Y']
    })
    const [first, second] = [await compare(sample(), after), await compare(sample(), after)]
    const prints = first.changes.map(({ fingerprint }) => fingerprint)
    expect(new Set(prints).size).toBe(4)
    expect(second.changes.map(({ fingerprint }) => fingerprint)).toEqual(prints)
  })
})

describe('documents of any sort', () => {
  const scramble = (random: () => number): unknown => {
    const document = structuredClone(sample()) as Loose
    const holders: [Loose, string][] = []
    const collect = (node: Loose) => {
      for (const key of Object.keys(node)) {
        if (key === '$ref') continue
        holders.push([node, key])
        if (typeof node[key] === 'object' && node[key] !== null) collect(node[key])
      }
    }
    for (const part of [document.paths, document.components.schemas]) collect(part)
    for (let i = 0; i < 3; i++) {
      const [node, key] = pickFrom(random, holders)
      node[key] = random() < 0.5 ? randomJson(random) : structuredClone(pickFrom(random, holders)[0])
    }
    return document
  }

  it('never crash the comparison, and never differ from themselves', async () => {
    for (let seed = 1; seed <= 250; seed++) {
      const random = randomFrom(seed)
      const [a, b] = [scramble(random), scramble(random)]
      let identical: string[] = []
      try {
        await compare(a, b)
        identical = await told(a, structuredClone(a))
      } catch (error) {
        expect((error as Error).name, `seed ${seed}: ${(error as Error).stack}`).toBe('InputError')
      }
      expect(identical, `seed ${seed}`).toEqual([])
    }
  })
})
