import { describe, expect, it } from 'vitest'
import type { Passing } from '../passing.fixture.js'
import { toldBy } from '../told.fixture.js'
import { list } from './list.fixture.js'
import { summary } from './records.js'

describe('a record in a list and alone', () => {
  const single = (data: unknown): Passing => ({ ask: 'GET /contatos/7', data })

  it.each<[string, readonly Passing[], string[]]>([
    ['shows more alone', [list('', [{ id: 7 }]), single({ id: 7, nome: 'a' })], []],
    ['shows as much alone', [list('', [{ id: 7, nome: 'a' }]), single({ id: 7, nome: 'a' })], ['e2 as-full']],
    ['shows less alone', [list('', [{ id: 7, nome: 'a' }]), single({ id: 7 })], ['e2 fewer']],
    [
      'shows an object where the list has none',
      [list('', [{ id: 7, loja: 5 }]), single({ id: 7, loja: { id: 5 } })],
      [],
    ],
    ['shows more items', [list('', [{ id: 7, itens: [1] }]), single({ id: 7, itens: [1, 2] })], []],
    [
      'shows as many items',
      [list('', [{ id: 7, itens: [1] }]), single({ id: 7, itens: [1] })],
      ['e2 as-full'],
    ],
    [
      'shows more of an item',
      [list('', [{ id: 7, itens: [{ a: 1 }] }]), single({ id: 7, itens: [{ a: 1, b: 2 }] })],
      [],
    ],
    [
      'shows more of one item of several',
      [
        list('', [{ id: 7, itens: [{ a: 1 }, { a: 1 }] }]),
        single({ id: 7, itens: [{ a: 1 }, { a: 1, b: 2 }] }),
      ],
      [],
    ],
    [
      'shows as much of each item',
      [list('', [{ id: 7, itens: [{ a: 1 }] }]), single({ id: 7, itens: [{ a: 1 }] })],
      ['e2 as-full'],
    ],
    [
      'shows an object where the list has null',
      [list('', [{ id: 7, loja: null }]), single({ id: 7, loja: { id: 5 } })],
      [],
    ],
    [
      'shows items where the list has null',
      [list('', [{ id: 7, itens: null }]), single({ id: 7, itens: [1] })],
      [],
    ],
    [
      'shows no items where the list has null',
      [list('', [{ id: 7, itens: null }]), single({ id: 7, itens: [] })],
      ['e2 as-full'],
    ],
    [
      'is on an earlier page',
      [
        list('?pagina=1', [{ id: 7, nome: 'a' }]),
        list('?pagina=2', [{ id: 8 }]),
        single({ id: 7, nome: 'a' }),
      ],
      ['e3 as-full'],
    ],
    ['is empty alone', [list('', [{ id: 7, nome: 'a' }]), single({})], []],
    ['is in no list', [list('', [{ id: 8, nome: 'a' }]), single({ id: 7, nome: 'a' })], []],
    [
      'was written in between',
      [
        list('', [{ id: 7, nome: 'a' }]),
        { ask: 'PUT /contatos/9', body: { nome: 'x' }, status: 204 },
        single({ id: 7, nome: 'a' }),
      ],
      [],
    ],
    [
      'was written before both',
      [
        { ask: 'PUT /contatos/9', body: { nome: 'x' }, status: 204 },
        { ask: 'PUT /contatos/9', body: { nome: 'y' }, status: 204 },
        list('', [{ id: 7, nome: 'a' }]),
        single({ id: 7, nome: 'a' }),
      ],
      ['e4 as-full'],
    ],
    [
      'was written again in between',
      [
        { ask: 'PUT /contatos/9', body: { nome: 'x' }, status: 204 },
        list('', [{ id: 7, nome: 'a' }]),
        { ask: 'PUT /contatos/9', body: { nome: 'y' }, status: 204 },
        single({ id: 7, nome: 'a' }),
      ],
      [],
    ],
    ['is no record alone', [list('', [{ id: 7, nome: 'a', fone: '1' }]), single('a'), single(null)], []],
    [
      'is so bare since this traffic created it',
      [
        { ask: 'POST /contatos', body: { nome: 'a' }, status: 201, data: { id: 7 } },
        list('', [{ id: 7, nome: 'a' }]),
        single({ id: 7, nome: 'a' }),
      ],
      [],
    ],
    [
      'is alike by its tables',
      [
        { ask: 'GET /categorias/lojas', data: [{ id: 7, nome: 'a' }] },
        { ask: 'GET /categorias/lojas/7', data: { id: 7, nome: 'a' } },
      ],
      [],
    ],
    [
      "is a marketplace's category, whose read answers attributes",
      [
        { ask: 'GET /anuncios/categorias', data: [{ id: 7, nome: 'a', nivel: 1 }] },
        { ask: 'GET /anuncios/categorias/7', data: { marca: { obrigatorio: true } } },
      ],
      [],
    ],
  ])('%s', (_what, passings, expected) => {
    expect(toldBy(summary, passings)).toEqual(expected)
  })
})
