import { describe, expect, it } from 'vitest'
import { Watch } from '../../judging/watch.js'
import { bling, spec } from '../../specification/profile.js'
import { baseUrl, type Passing, passing } from '../passing.fixture.js'
import { breachesBy, toldBy } from '../told.fixture.js'
import { list, records } from './list.fixture.js'
import { page } from './page.js'

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
      'have room for records of the next one: the earlier page is named',
      [list('?pagina=1&limite=3', records(1, 2)), list('?pagina=2&limite=3', records(3))],
      ['e1 short'],
    ],
    [
      'come with two numbers, of which either may count',
      [list('?pagina=1&pagina=2&limite=2', records(3, 4)), list('?pagina=2&limite=2', records(3, 4))],
      [],
    ],
    [
      'come with the same number twice',
      [list('?pagina=1&pagina=1&limite=2', records(1, 2)), list('?pagina=2&limite=2', records(1, 2))],
      ['e2 repeated'],
    ],
    [
      'begin with one record, while the list lost its first',
      [list('', records(1, 2, 3)), list('?limite=1', records(2))],
      [],
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
      'are empty, and records lie behind them',
      [
        list('?pagina=1&limite=2', records(1, 2)),
        list('?pagina=2&limite=2', []),
        list('?pagina=3&limite=2', records(5)),
      ],
      ['e2 empty'],
    ],
    [
      'are empty, and two that are not lie behind them',
      [
        list('?pagina=1&limite=2', records(1, 2)),
        list('?pagina=2&limite=2', []),
        list('?pagina=3&limite=2', records(5, 6)),
        list('?pagina=4&limite=2', records(7)),
      ],
      ['e2 empty'],
    ],
    [
      'are empty, which the whole list has told',
      [
        list('', records(1, 2, 3, 4, 5)),
        list('?pagina=2&limite=2', []),
        list('?pagina=3&limite=2', records(5)),
      ],
      ['e2 empty'],
    ],
    [
      'are empty, and records lie before them or on pages of another size',
      [
        list('?pagina=2&limite=2', []),
        list('?pagina=1&limite=2', records(1, 2)),
        list('?pagina=3&limite=1', records(5)),
      ],
      [],
    ],
    [
      'are not there',
      [list('?limite=1', records(1)), list('?pagina=2&limite=1', undefined, { status: 404, response: {} })],
      ['e2 not-found'],
    ],
    [
      'are not there, though records remain',
      [list('', records(1, 2, 3)), list('?pagina=2&limite=2', undefined, { status: 404, response: {} })],
      ['e2 lost'],
    ],
    [
      'are not there, though a later one is',
      [
        list('?pagina=3&limite=1', records(3)),
        list('?pagina=2&limite=1', undefined, { status: 404, response: {} }),
      ],
      ['e2 lost'],
    ],
    [
      'are not there, though they are the first',
      [list('?limite=1', records(1)), list('?pagina=1&limite=1', undefined, { status: 404, response: {} })],
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
    [
      'are empty from the first where the whole list fits',
      [list('', records(1, 2)), list('?pagina=1&limite=2', [])],
      ['e2 first'],
    ],
    [
      'are empty from the first where it does not',
      [list('', records(1, 2, 3)), list('?pagina=1&limite=2', [])],
      ['e2 empty'],
    ],
    [
      'are empty from the first, and the second is not',
      [list('?pagina=2&limite=2', records(1)), list('?pagina=1&limite=2', [])],
      ['e2 empty'],
    ],
    [
      'are empty before one that repeats the whole list',
      [list('', records(1)), list('?pagina=3&limite=2', records(1)), list('?pagina=2&limite=2', [])],
      ['e2 beyond', 'e3 empty'],
    ],
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
    [
      'repeat each other, and so behind the end',
      [
        list('', records(1, 2, 3)),
        list('?pagina=1&limite=2', records(1, 2)),
        list('?pagina=2&limite=2', records(1, 2)),
        list('?pagina=9&limite=2', records(1, 2)),
      ],
      ['e3 repeated'],
    ],
    [
      'repeat each other when read again, and so behind the end',
      [
        list('', records(1, 2, 3)),
        list('?pagina=1&limite=2', records(1, 2)),
        list('?pagina=2&limite=2', records(1, 2), { rechecked: true }),
        list('?pagina=1&limite=2', records(1, 2)),
        list('?pagina=9&limite=2', records(1, 2)),
      ],
      ['e4 repeated'],
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
        list('?pagina=9&limite=2', undefined, { status: 404, response: {} }),
      ],
      ['e2 not-found'],
    ],
    [
      'are not there from the first',
      [list('?pagina=2&limite=2', undefined, { status: 404, response: {} })],
      [],
    ],
    ['are there from the first', [list('?pagina=1&limite=2', undefined, { status: 404, response: {} })], []],
    [
      'of others may not be there',
      [list('?pagina=9', undefined, { status: 404, response: {}, step: null })],
      [],
    ],
  ])('%s', (_what, passings, expected) => {
    expect(toldBy(page, passings)).toEqual(expected)
  })
})

describe('a record that the list shows between two pages', () => {
  const whole = (...ids: number[]) => list('', records(...ids))
  const first = (...ids: number[]) => list('?pagina=1&limite=2', records(...ids))
  const second = (...ids: number[]) => list('?pagina=2&limite=2', records(...ids))

  it.each<[string, readonly Passing[], string[]]>([
    ['is on neither', [whole(1, 2, 3, 4, 5), first(1, 2), second(4, 5)], ['e3 left-out']],
    ['is left out of the first', [whole(1, 2, 3, 4, 5), first(1, 3), second(4, 5)], ['e3 left-out']],
    ['is left out of the second', [whole(1, 2, 3, 4, 5), first(1, 2), second(3, 5)], ['e3 left-out']],
    [
      'may be on one where a record has no identifier',
      [whole(1, 2, 3, 4, 5), list('?pagina=1&limite=2', [{ id: 1 }, { nome: 'B' }]), second(3, 4)],
      [],
    ],
    [
      'may be on the other where a record has no identifier',
      [whole(1, 2, 3, 4, 5), first(1, 2), list('?pagina=2&limite=2', [{ nome: 'C' }, { id: 4 }])],
      [],
    ],
    ['comes behind both', [whole(1, 2, 3, 4, 5), first(1, 2), second(3, 4)], []],
    ['comes before both', [whole(1, 2, 3, 4, 5), first(2, 3), second(4, 5)], []],
    ['may be on neither where their order is another', [whole(1, 2, 3, 4, 5), first(2, 1), second(5, 4)], []],
    ['may be on neither where they hold another', [whole(1, 2, 3, 4), first(1, 2), second(4, 9)], []],
    [
      'may be on neither where a page lies between',
      [whole(1, 2, 3, 4, 5, 6), first(1, 2), list('?pagina=3&limite=2', records(6))],
      [],
    ],
    [
      'may be on neither where their sizes differ',
      [whole(1, 2, 3, 4), list('?pagina=1&limite=1', records(1)), second(3, 4)],
      [],
    ],
    [
      'may be on neither after a write',
      [whole(1, 2, 3, 4, 5), { ask: 'DELETE /contatos/3', status: 204 }, first(1, 2), second(4, 5)],
      [],
    ],
  ])('%s', (_what, passings, expected) => {
    expect(toldBy(page, passings)).toEqual(expected)
  })
})

describe('a page that contradicts the list, which is read again', () => {
  const whole = (...ids: number[]) => list('', records(...ids))
  const first = list('?pagina=1&limite=2', records(1, 2))
  const second = (...ids: number[]) => list('?pagina=2&limite=2', records(...ids), { rechecked: true })
  const missing = list('?pagina=2&limite=2', undefined, { status: 404, response: {}, rechecked: true })

  it.each<[string, readonly Passing[], string[]]>([
    [
      'is accused where the list is as it was',
      [whole(1, 2, 3, 4), first, second(4), whole(1, 2, 3, 4)],
      ['e3 left-out'],
    ],
    ['is not yet accused', [whole(1, 2, 3, 4), first, second(4)], []],
    ['is not accused where the record is gone', [whole(1, 2, 3, 4), first, second(4), whole(1, 2, 4)], []],
    ['is not accused where one before it is gone', [whole(1, 2, 3, 4), first, second(4), whole(2, 3, 4)], []],
    [
      'is not accused where the list did not come',
      [whole(1, 2, 3, 4), first, second(4), list('?pagina=9&limite=2', [])],
      [],
    ],
    ['is accused of holding nothing', [whole(1, 2, 3), first, second(), whole(1, 2, 3)], ['e3 empty']],
    [
      'is not accused of holding nothing where nothing is left',
      [whole(1, 2, 3), first, second(), whole(1, 2)],
      [],
    ],
    ['is accused of not being there', [whole(1, 2, 3), first, missing, whole(1, 2, 3)], ['e3 lost']],
    [
      'is not accused of not being there where nothing is left',
      [whole(1, 2, 3), first, missing, whole(1, 2)],
      [],
    ],
  ])('%s', (_what, passings, expected) => {
    expect(toldBy(page, passings)).toEqual(expected)
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
      'is judged by what its own step reads again',
      [
        first(1, 2),
        second,
        list('', records(1, 2, 3), { step: 'contract/other' }),
        list('?pagina=1&limite=3', records(1, 2, 3), { step: 'contract/other' }),
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
    const watch = new Watch([page], { profile: spec, baseUrl, tokenUrl: null })
    return passings.flatMap((one, i) => watch.see(passing(one, i + 1))).map((breach) => breach.values)
  }
  expect(values(list('', records(3, 1, 2, 1)))).toEqual([{ page: 1, count: 1, id: 1 }])
  expect(values(list('', records(1, 2, 3, 4)), list('?pagina=3&limite=2', records(4)))).toEqual([
    { page: 3, listed: 4, count: 1, id: '4' },
  ])
  const missing = { status: 404, response: {}, intent: 'unknown-record' } as const
  expect(values(list('', records(1)), list('?pagina=9&limite=2', undefined, missing))).toEqual([])
})

it('is a must of a list to which a create of another name adds', () => {
  const pages = [1, 2].map(
    (page): Passing => ({ ask: `GET /logisticas/servicos?pagina=${page}&limite=2`, data: records(1, 2) }),
  )
  expect(breachesBy(page, pages).map(({ code, severity }) => [code, severity ?? 'error'])).toEqual([
    ['lists/page:repeated', 'error'],
  ])
})

it.each([
  ['/contatos', 'warning'],
  ['/contatos/tipos', 'info'],
])(
  'that page 1 of %s lacks the first records is told as %s where the document shows pages',
  (path, severity) => {
    const of = (...ids: number[]) => ids.map((id) => ({ id }))
    const passings = [
      { ask: `GET ${path}`, data: of(1, 2, 3, 4, 5) },
      { ask: `GET ${path}?pagina=1&limite=2`, data: of(3, 4) },
    ]
    const told = breachesBy(page, passings, { profile: bling })
    expect(told.map((breach) => [breach.code, breach.severity])).toEqual([['lists/page:first', severity]])
  },
)

it('names the step of an earlier page that is broken', () => {
  const passings = [
    list('?pagina=1&limite=3', records(1, 2), { step: 'contract/page-1' }),
    list('?pagina=2&limite=3', records(3), { step: 'contract/page-2' }),
  ]
  expect(breachesBy(page, passings)).toMatchObject([
    { code: 'lists/page:short', exchange: 'e1', step: 'contract/page-1' },
  ])
})
