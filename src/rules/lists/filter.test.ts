import { describe, expect, it } from 'vitest'
import type { Passing } from '../passing.fixture.js'
import { breachesBy, toldBy } from '../told.fixture.js'
import { filter } from './filter.js'
import { records } from './list.fixture.js'

describe('a filter', () => {
  const ads = (query: string, data: unknown, more: Partial<Passing> = {}): Passing => ({
    ask: `GET /anuncios${query}`,
    data,
    ...more,
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
    ['of two values is none', [links('?idLoja=5&idLoja=6', [{ id: 1, idLoja: 6 }])], []],
    ['of one value twice is one', [links('?idLoja=5&idLoja=5', [{ id: 1, idLoja: 6 }])], ['e1 other-value']],
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
      'answers nothing on one of two pages',
      [links('', [{ id: 2, idLoja: 5 }]), links('?idLoja=5&pagina=1&pagina=2', [])],
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
