import { describe, expect, it } from 'vitest'
import { createWatch } from '../../judging/watch.js'
import { bling, spec } from '../../specification/profile.js'
import { loadShapes } from '../../specification/shapes.js'
import { baseUrl, type Passing, passing } from '../passing.fixture.js'
import { breachesBy, toldBy } from '../told.fixture.js'
import { array } from './array.js'
import { filter } from './filter.js'
import { identifier } from './identifier.js'
import { page } from './page.js'
import { summary } from './summary.js'

const records = (...ids: (number | string)[]) => ids.map((id) => ({ id, descricao: 'x' }))
const list = (query: string, data: unknown, more: Partial<Passing> = {}): Passing => ({
  ...{ ask: `GET /contatos${query}`, data, ...more },
})

describe('pages of a list', () => {
  it.each<[string, readonly Passing[], string[]]>([
    ['show a record once', [list('?pagina=1&limite=3', records(1, 2, 3))], []],
    ['show a record twice', [list('', records(3, 1, 2, 1))], ['e1 twice']],
    ['show one record', [list('', records(1))], []],
    ['show one identifier as text and number', [list('', records(1, '1'))], ['e1 twice']],
    ['differ', [list('?pagina=1&limite=2', records(1, 2)), list('?pagina=2&limite=2', records(3))], []],
    [
      'repeat a record',
      [list('?pagina=1&limite=2', records(1, 2)), list('?pagina=2&limite=2', records(2, 3))],
      ['e2 repeated'],
    ],
    [
      'repeat a record of the first but one',
      [
        list('?pagina=1&limite=1', records(1)),
        list('?pagina=2&limite=1', records(2)),
        list('?pagina=3&limite=1', records(1)),
      ],
      ['e3 repeated'],
    ],
    [
      'repeat a record long after the beginning',
      [
        list('?pagina=1&limite=1', records(1), { atMs: 90_000 }),
        list('?pagina=2&limite=1', records(1), { atMs: 90_001 }),
      ],
      ['e2 repeated'],
    ],
    [
      'are longer than they may be, and prove nothing of the next',
      [list('?pagina=1&limite=2', records(1, 2, 3)), list('?pagina=2&limite=2', [])],
      [],
    ],
    [
      'are longer than they may be, and leave nothing to the next that the whole list has',
      [
        list('', records(1, 2, 3)),
        list('?pagina=1&limite=2', records(1, 2, 3)),
        list('?pagina=2&limite=2', []),
      ],
      [],
    ],
    [
      'are longer than they may be, and overlap beyond that',
      [list('?pagina=1&limite=2', records(1, 2, 3)), list('?pagina=2&limite=2', records(3, 4, 5))],
      [],
    ],
    [
      'are longer than they may be, and begin alike',
      [list('?pagina=1&limite=2', records(1, 2, 3)), list('?pagina=2&limite=2', records(1, 2, 3))],
      ['e2 repeated'],
    ],
    [
      'are empty where records were',
      [
        list('?pagina=1&limite=2', records(1, 2)),
        list('?pagina=2&limite=2', records(3, 4)),
        list('?pagina=2&limite=2', []),
      ],
      ['e3 empty'],
    ],
    [
      'are not there',
      [list('?limite=1', records(1)), list('?pagina=2&limite=1', undefined, { status: 404, answer: {} })],
      ['e2 not-found'],
    ],
    [
      'are not there, though they are the first',
      [list('?limite=1', records(1)), list('?pagina=1&limite=1', undefined, { status: 404, answer: {} })],
      [],
    ],
    [
      'of no number are none',
      [list('?pagina=1&limite=1', records(1)), list('?pagina=2x&limite=1', records(1))],
      [],
    ],
    ['of no size are empty', [list('?pagina=1', records(1)), list('?pagina=2', [])], []],
    ['begin with the list as it comes', [list('', records(1, 2)), list('?pagina=1', records(1, 2))], []],
    [
      'of other sizes overlap',
      [list('?pagina=1&limite=2', records(1, 2)), list('?pagina=2&limite=1', records(2))],
      [],
    ],
    [
      'that are read again are the same',
      [list('?pagina=1&limite=2', records(1, 2)), list('?pagina=1&limite=2', records(1, 2))],
      [],
    ],
    [
      'that are read again count as they are now',
      [
        list('?pagina=1&limite=2', records(1, 2)),
        list('?pagina=1&limite=2', records(1, 3)),
        list('?pagina=2&limite=2', records(2)),
      ],
      [],
    ],
    [
      'without a number are the first',
      [list('?limite=2', records(1, 2)), list('?pagina=2&limite=2', records(2))],
      ['e2 repeated'],
    ],
    ['end too early', [list('', records(1, 2, 3)), list('?pagina=2&limite=2', [])], ['e2 empty']],
    ['end where they must', [list('', records(1, 2)), list('?pagina=2&limite=2', [])], []],
    [
      'end before one that was seen',
      [list('?pagina=3&limite=2', records(5)), list('?pagina=2&limite=2', [])],
      ['e2 empty'],
    ],
    [
      'end at one that is read again',
      [list('?pagina=2&limite=2', records(5)), list('?pagina=2&limite=2', [])],
      [],
    ],
    [
      'end before one of another size',
      [list('?pagina=3&limite=3', records(9)), list('?pagina=2&limite=4', [])],
      [],
    ],
    [
      'end before one that was empty, too',
      [list('?pagina=3&limite=2', []), list('?pagina=2&limite=2', [])],
      [],
    ],
    [
      'go on behind the end',
      [list('', records(1, 2, 3)), list('?pagina=3&limite=2', records(3))],
      ['e2 beyond'],
    ],
    ['hold the last of the list', [list('', records(1, 2, 3)), list('?pagina=2&limite=2', records(3))], []],
    [
      'hold others behind the list as it comes',
      [list('', records(1, 2, 3)), list('?pagina=3&limite=2', records(9))],
      [],
    ],
    [
      'are compared within a minute',
      [
        list('?pagina=1&limite=2', records(1, 2), { atMs: 0 }),
        list('?pagina=2&limite=2', records(2), { atMs: 60_000 }),
      ],
      ['e2 repeated'],
    ],
    [
      'are not compared later',
      [
        list('?pagina=1&limite=2', records(1, 2), { atMs: 0 }),
        list('?pagina=2&limite=2', records(2), { atMs: 60_001 }),
      ],
      [],
    ],
    [
      'are not compared where the number is none',
      [list('?pagina=1&limite=2', records(1, 2)), list('?pagina=02&limite=2', records(2))],
      [],
    ],
    [
      'are not compared where the size is none',
      [list('?pagina=1&limite=x', records(1, 2)), list('?pagina=2&limite=x', records(2))],
      [],
    ],
    [
      'are not there',
      [
        list('?pagina=1&limite=2', records(1)),
        list('?pagina=9&limite=2', undefined, { status: 404, answer: {} }),
      ],
      ['e2 not-found'],
    ],
    ['are there from the first', [list('?pagina=1&limite=2', undefined, { status: 404, answer: {} })], []],
    [
      'of others may not be there',
      [list('?pagina=9', undefined, { status: 404, answer: {}, step: null })],
      [],
    ],
  ])('%s', (_what, passings, expected) => {
    expect(toldBy(page, passings)).toEqual(expected)
  })
})

describe('a filter', () => {
  const ads = (query: string, data: unknown, more: Partial<Passing> = {}): Passing => ({
    ...{ ask: `GET /anuncios${query}`, data, ...more },
  })
  const links = (query: string, data: unknown): Passing => ({ ask: `GET /categorias/lojas${query}`, data })

  it.each<[string, readonly Passing[], string[]]>([
    ['shows its value', [links('?idLoja=5', [{ id: 1, idLoja: 5 }])], []],
    ['shows its value within', [links('?idLoja=5', [{ id: 1, loja: { id: '5' } }])], []],
    [
      'shows another value',
      [
        links('?idLoja=5', [
          { id: 1, idLoja: 5 },
          { id: 2, idLoja: 6 },
        ]),
      ],
      ['e1 other-value'],
    ],
    ['shows another value within', [links('?idLoja=5', [{ id: 1, loja: { id: 6 } }])], ['e1 other-value']],
    ['shows words in place of its value', [links('?idLoja=5', [{ id: 1, idLoja: 'Centro' }])], []],
    ['shows its value nowhere', [ads('?idProduto=5', records(1))], ['e1 not-shown']],
    [
      'of two words shows its value within',
      [links('?idCategoriaProduto=5', [{ id: 1, categoriaProduto: { id: 6 } }])],
      ['e1 other-value'],
    ],
    ['that is no value is none', [links('?idLoja=x', [{ id: 1, idLoja: 6 }])], []],
    ['that is no number throughout is none', [links('?idLoja=5x', [{ id: 1, idLoja: 6 }])], []],
    ['that ends in a number is none', [links('?idLoja=x5', [{ id: 1, idLoja: 6 }])], []],
    ['of two digits is one', [links('?idLoja=55', [{ id: 1, idLoja: 6 }])], ['e1 other-value']],
    ['that is empty is none', [links('?idLoja=', [{ id: 1, idLoja: 6 }])], []],
    ['beyond its values is none', [ads('?situacao=9', [{ id: 1, situacao: 1 }])], []],
    ['among its values is one', [ads('?situacao=4', [{ id: 1, situacao: 1 }])], ['e1 other-value']],
    [
      'among its values is none where what is shown is no value',
      [ads('?situacao=4', [{ id: 1, situacao: 9 }])],
      [],
    ],
    ['shows another number as text', [links('?idLoja=5', [{ id: 1, idLoja: '66' }])], ['e1 other-value']],
    ['shows a text that ends in a number', [links('?idLoja=5', [{ id: 1, idLoja: 'x6' }])], []],
    ['shows a text that begins with a number', [links('?idLoja=5', [{ id: 1, idLoja: '6x' }])], []],
    ['of a page is none', [links('?pagina=5', [{ id: 1, pagina: 6 }])], []],
    [
      'answers the same for two values',
      [ads('?situacao=1', records(1, 2)), ads('?situacao=4', records(1, 2))],
      ['e2 same-for-two'],
    ],
    [
      'answers mostly the same for two values',
      [ads('?situacao=1', records(1, 2, 3)), ads('?situacao=4', records(1, 2, 9))],
      ['e2 same-for-two'],
    ],
    [
      'answers mostly the same of a short list',
      [ads('?situacao=1', records(1, 2, 3, 4, 5, 6)), ads('?situacao=4', records(1, 2))],
      ['e2 same-for-two'],
    ],
    ['answers half the same', [ads('?situacao=1', records(1, 2)), ads('?situacao=4', records(2, 3))], []],
    ['answers nothing for two values', [ads('?situacao=1', []), ads('?situacao=4', [])], []],
    ['answers the same for one value', [ads('?situacao=4', records(1)), ads('?situacao=4', records(1))], []],
    [
      'answers the same for two values, long after the beginning',
      [ads('?situacao=1', records(1), { atMs: 90_000 }), ads('?situacao=4', records(1), { atMs: 90_001 })],
      ['e2 same-for-two'],
    ],
    [
      'shows others, which need not be compared',
      [links('?idLoja=5', [{ id: 1, idLoja: 7 }]), links('?idLoja=6', [{ id: 1, idLoja: 7 }])],
      ['e1 other-value', 'e2 other-value'],
    ],
    [
      'of which a record may match several is not compared',
      [ads('?idProduto=5', [{ id: 1, idProduto: 5 }]), ads('?idProduto=6', [{ id: 1, idProduto: 6 }])],
      [],
    ],
    ['of text is not compared', [ads('?tipoIntegracao=5', [{ id: 1, tipoIntegracao: 6 }])], []],
    ['of another service’s store is not compared', [ads('?idLojaQuery=5', [{ id: 1, loja: { id: 6 } }])], []],
    [
      'of text that is empty is none',
      [{ ask: 'GET /anuncios/categorias?tipoProduto=', data: records(1) }],
      [],
    ],
    [
      'answers the same a minute later',
      [ads('?situacao=1', records(1), { atMs: 0 }), ads('?situacao=4', records(1), { atMs: 60_000 })],
      ['e2 same-for-two'],
    ],
    ...['', '&limite=2', '&pagina=1'].map((query): [string, readonly Passing[], string[]] => [
      `answers nothing for a value that pages of the list show${query}`,
      [
        links('?pagina=1', [{ id: 2, loja: { id: 5 } }]),
        links('?pagina=2', [{ id: 1, loja: { id: 6 } }]),
        links(`?idLoja=5${query}`, []),
      ],
      ['e3 lost'],
    ]),
    [
      'answers what the list shows',
      [links('', [{ id: 2, idLoja: 5 }]), links('?idLoja=5', [{ id: 2, idLoja: 5 }])],
      [],
    ],
    [
      'answers nothing for a situation that is not the default',
      [ads('', [{ id: 2, situacao: 4 }]), ads('?situacao=4', [])],
      [],
    ],
    [
      'answers nothing for what it alone showed before',
      [links('?idLoja=5', [{ id: 2, idLoja: 5 }]), links('?idLoja=5', [])],
      [],
    ],
    [
      'answers nothing on a later page',
      [links('', [{ id: 2, idLoja: 5 }]), links('?idLoja=5&pagina=2', [])],
      [],
    ],
    [
      'answers nothing, with another filter',
      [links('', [{ id: 2, idLoja: 5 }]), links('?idLoja=5&idCategoriaProduto=7', [])],
      [],
    ],
    [
      'answers nothing once somebody wrote',
      [
        links('', [{ id: 2, idLoja: 5 }]),
        { ask: 'DELETE /categorias/lojas/2', status: 204 },
        links('?idLoja=5', []),
      ],
      [],
    ],
    [
      'answers nothing much later',
      [
        { ...links('', [{ id: 2, idLoja: 5 }]), atMs: 0 },
        { ...links('?idLoja=5', []), atMs: 60_001 },
      ],
      [],
    ],
    [
      'answers nothing for what the list does not show as a value',
      [links('', [{ id: 2, idLoja: 'Centro' }]), links('?idLoja=5', [])],
      [],
    ],
    [
      'answers the same much later',
      [ads('?situacao=1', records(1), { atMs: 0 }), ads('?situacao=4', records(1), { atMs: 60_001 })],
      [],
    ],
  ])('%s', (_what, passings, expected) => {
    expect(toldBy(filter, passings)).toEqual(expected)
  })

  it.each(['idLoja', 'idLojaQuery'])('is told by the name under which it was sent: %s', (name) => {
    const [breach] = breachesBy(filter, [ads(`?${name}=5`, records(1))])
    expect(breach).toMatchObject({ code: 'lists/filter:not-shown', values: { filter: name } })
  })
})

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

describe('an array of records', () => {
  it.each<[string, Passing, string[]]>([
    ['by its table', { ask: 'GET /categorias/produtos', data: { id: 7 } }, ['e1 no-array']],
    ['by its shape', { ask: 'GET /contatos', data: { id: 7 } }, ['e1 no-array']],
    ['of objects', { ask: 'GET /contatos', data: [{ id: 7 }, null] }, ['e1 no-objects']],
    [
      'where a name alone is known, once one comes',
      { ask: 'GET /vendedores', data: ['a'] },
      ['e1 no-objects'],
    ],
    ['or nothing where a name alone is known', { ask: 'GET /vendedores', data: 'a' }, []],
    ['or another where one record is asked for', { ask: 'GET /contatos/7', data: ['a'] }, []],
    ['or another by its table', { ask: 'GET /borderos/7', data: ['a'] }, []],
    ['or another of a create', { ask: 'POST /contatos', body: {}, status: 201, data: ['a'] }, []],
    [
      'or an object of listings',
      { ask: 'GET /anuncios', data: { anuncios: [{ id: 7 }] } },
      ['e1 listing-object'],
    ],
    ['or an object of nothing', { ask: 'GET /anuncios', data: {} }, ['e1 listing-without-array']],
    ['or a text of listings', { ask: 'GET /anuncios', data: 'a' }, []],
    ['of listings', { ask: 'GET /anuncios', data: [7] }, ['e1 no-objects']],
    ['that was not recorded', { ask: 'GET /contatos', data: { id: 7 }, gaps: ['answer-bodies'] }, []],
  ])('is a list %s', (_what, passing, expected) => {
    expect(toldBy(array, [passing])).toEqual(expected)
  })
})

describe('the identifier of a listed record', () => {
  it.each<[string, unknown[], string[]]>([
    ['is a number', [{ id: 7 }], []],
    ['is text', [{ id: 'a' }], []],
    ['has the name of its kind', [{ idContato: 7 }], []],
    ['is 0', [{ id: 7 }, { id: 0 }], ['e1 missing']],
    ['is missing', [{ nome: 'a' }], ['e1 missing']],
    ['is a part of a word', [{ idade: 7 }], ['e1 missing']],
    ['is the end of a word', [{ paidAt: 7 }], ['e1 missing']],
  ])('%s', (_what, data, expected) => {
    expect(toldBy(identifier, [{ ask: 'GET /contatos', data }])).toEqual(expected)
  })

  it.each<[string, string, unknown, string[]]>([
    ['a balance shows none', 'GET /estoques/saldos', { saldoFisicoTotal: 1 }, []],
    ['a balance may leave out its lot', 'GET /produtos/7/lotes/depositos/8/saldo', { saldoAtual: 1 }, []],
    ['a lot may not', 'GET /produtos/lotes', { codigoLote: 'a' }, ['e1 missing']],
    ['a record may not, whether its id is required or not', 'GET /contatos', { nome: 'a' }, ['e1 missing']],
  ])('is asked for by what the document shows: %s', async (_what, ask, record, expected) => {
    const shapes = await loadShapes()
    expect(toldBy(identifier, [{ ask, data: [record] }], { profile: bling, shapes })).toEqual(expected)
  })
})

describe('a page that repeats one which is read again', () => {
  const first = (...ids: number[]) => list('?pagina=1&limite=2', records(...ids))
  const second = list('?pagina=2&limite=2', records(2, 3), { rechecked: true })
  const create: Passing = { ask: 'POST /contatos', body: {}, status: 201, data: { id: 9 } }

  it.each<[string, readonly Passing[], string[]]>([
    ['is accused where that is as it was', [first(1, 2), second, first(1, 2)], ['e3 repeated']],
    ['is not yet accused', [first(1, 2), second], []],
    ['is not accused where a record was created', [first(1, 2), second, first(9, 1)], ['e3 unsettled']],
    ['is not accused where one was deleted', [first(1, 2), second, first(2, 3)], ['e3 unsettled']],
    ['is not accused where the order changed', [first(1, 2), second, first(2, 1)], ['e3 unsettled']],
    ['is not accused where records are gone', [first(1, 2), second, first(1)], ['e3 unsettled']],
    ['is not accused where records came', [first(2), second, first(2, 1)], ['e3 unsettled']],
    [
      'is not accused after a create between them',
      [first(1, 2), create, second, first(1, 2)],
      ['e4 unsettled'],
    ],
    [
      'is not accused after a create that ends late',
      [first(1, 2), second, create, first(1, 2)],
      ['e4 unsettled'],
    ],
    [
      'is not accused long after',
      [first(1, 2), second, list('?pagina=1&limite=2', records(1, 2), { atMs: 90_000 })],
      ['e3 unsettled'],
    ],
    [
      'is not accused where that was not answered',
      [first(1, 2), second, list('?pagina=9&limite=2', [])],
      ['e3 unsettled'],
    ],
    [
      'is accused by a third that repeats as well',
      [first(1, 2), second, list('?pagina=9&limite=2', records(1, 2))],
      ['e3 unsettled', 'e3 repeated'],
    ],
    [
      'is judged by that alone',
      [
        first(1, 2),
        second,
        list('', records(1, 2, 3)),
        list('?pagina=1&limite=3', records(1, 2, 3)),
        first(1, 2),
      ],
      ['e5 repeated'],
    ],
    [
      'is judged once',
      [first(1, 2), second, first(1, 2), list('?pagina=9&limite=2', records(7))],
      ['e3 repeated'],
    ],
    [
      'is accused at the next, too',
      [first(1, 2), second, first(8, 9), list('?pagina=9&limite=2', records(3))],
      ['e3 unsettled', 'e4 repeated'],
    ],
  ])('%s', (_what, passings, expected) => {
    expect(toldBy(page, passings)).toEqual(expected)
  })

  it('is told with what it shared', () => {
    const [found] = breachesBy(page, [first(1, 2), second, first(9, 1)])
    expect(found).toMatchObject({ severity: 'info', values: { page: 2, other: 1, count: 1, id: '2' } })
    const [accused] = breachesBy(page, [first(1, 2), second, first(1, 2)])
    expect(accused).toMatchObject({ values: { page: 2, other: 1, count: 1, id: '2' } })
    expect(accused?.severity).toBeUndefined()
  })
})

it('names the record that a page shows twice, and the list that goes on behind its end', () => {
  const values = (...passings: Passing[]) => {
    const watch = createWatch([page], { profile: spec, baseUrl, tokenUrl: null })
    return passings.flatMap((one, i) => watch.see(passing(one, i + 1))).map((breach) => breach.values)
  }
  expect(values(list('', records(3, 1, 2, 1)))).toEqual([{ page: 1, count: 1, id: 1 }])
  expect(values(list('', records(1, 2, 3, 4)), list('?pagina=3&limite=2', records(4)))).toEqual([
    { page: 3, listed: 4, count: 1, id: '4' },
  ])
  const missing = { status: 404, answer: {}, intent: 'unknown-record' } as const
  expect(values(list('', records(1)), list('?pagina=9&limite=2', undefined, missing))).toEqual([])
})

describe('an object in place of a list', () => {
  const ask = (path: string): Passing => ({ ask: `GET ${path}`, data: { id: 7 } })

  it.each([
    ['an error where the specification tabulates it', '/categorias/produtos', spec, undefined],
    ['told where it shows the path alone', '/contatos', spec, 'info'],
    ['a warning where the document shows the list', '/contatos', bling, 'warning'],
    ['an error there for strict shapes', '/contatos', { ...bling, strictShapes: true }, undefined],
    ['told where the document slips, and shows an object', '/vendedores', bling, 'info'],
  ])('is %s', (_what, path, profile, severity) => {
    const found = breachesBy(array, [ask(path)], { profile })
    expect(found.map((breach) => breach.severity)).toEqual([severity])
  })
})
