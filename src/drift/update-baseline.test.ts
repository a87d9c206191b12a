import { describe, expect, it } from 'vitest'
import { keyedPath } from './baseline.js'
import { readBaseline, writeBaseline } from './baseline-file.js'
import { updateBaseline } from './update-baseline.js'

const baseline = (lines: readonly string[]) =>
  readBaseline(`homologa-baseline: 1\nroutes:\n${lines.join('\n')}\n`, 'b')

/** One route with one success body. */
const body = (fields: readonly string[], statuses = '200 (9)') =>
  baseline(['  GET /a:', `    statuses: ${statuses}`, '    200:', ...fields.map((field) => `      ${field}`)])

const route = (statuses: string, ...bodies: string[]) =>
  baseline([
    '  GET /a:',
    `    statuses: ${statuses}`,
    ...bodies.flatMap((status) => [`    ${status}:`, '      $: object 1/1']),
  ])

const updated = (before: ReturnType<typeof baseline>, now: ReturnType<typeof baseline>) =>
  writeBaseline(updateBaseline(before, now))
    .split('\n')
    .slice(5, -1)
    .map((line) => line.trim())

const places = (before: readonly string[], now: readonly string[]) =>
  updated(body(before), body(now)).slice(2)

describe('statuses that were accepted', () => {
  it.each<[string, string, string, string]>([
    ['keep their counts', '200 (9), 404 (2)', '200 (5), 404 (7)', '200 (9), 404 (2)'],
    ['keep them up to ten times as many', '200 (9)', '200 (89)', '200 (9)'],
    ['give way to ten times as many', '200 (9)', '200 (90)', '200 (90)'],
    ['stay where they did not come', '200 (9), 404 (2)', '200 (9)', '200 (9), 404 (2)'],
    ['are joined by new ones', '200 (9)', '200 (9), 400 (1)', '200 (9), 400 (1)'],
    ['are replaced by another success', '200 (9), 404 (2)', '201 (3)', '201 (3), 404 (2)'],
    ['are replaced by the last success there is', '200 (9)', '299 (3)', '299 (3)'],
    ['are replaced where they were the last success there is', '299 (9)', '200 (3)', '200 (3)'],
    ['are no success beyond it', '200 (9)', '300 (3)', '200 (9), 300 (3)'],
    ['are no success before it', '199 (9)', '200 (3)', '199 (9), 200 (3)'],
    ['are not replaced where they came as well', '200 (9)', '200 (1), 201 (3)', '200 (9), 201 (3)'],
    ['are not replaced by a refusal', '200 (9)', '404 (3)', '200 (9), 404 (3)'],
    ['are not replaced where they refuse', '404 (9)', '200 (3)', '200 (3), 404 (9)'],
  ])('%s', (_, before, now, expected) => {
    expect(updated(route(before), route(now))).toEqual([`statuses: ${expected}`])
  })

  it('lose their body with them, or where it came no more', () => {
    const kept = (before: ReturnType<typeof baseline>, now: ReturnType<typeof baseline>) =>
      updated(before, now).filter((line) => line.endsWith('00:') || line.endsWith('01:'))
    expect(kept(route('200 (1)', '200'), route('201 (1)', '201'))).toEqual(['201:'])
    expect(kept(route('200 (1)', '200'), route('200 (1)'))).toEqual([])
    expect(kept(route('200 (1)', '200'), route('404 (1)'))).toEqual(['200:'])
    expect(kept(route('200 (1), 201 (1)', '200', '201'), route('200 (1)', '200'))).toEqual(['200:'])
    expect(kept(route('200 (1)'), route('200 (1)', '200'))).toEqual(['200:'])
  })
})

describe('a place that was accepted', () => {
  it.each<[string, string, string, string]>([
    ['keeps its line', '$.a: integer 9/9', '$.a: integer 7/7', '$.a: integer 9/9'],
    ['keeps it up to ten times the evidence', '$.a: integer 9/9', '$.a: integer 89/89', '$.a: integer 9/9'],
    ['takes ten times the evidence', '$.a: integer 9/9', '$.a: integer 90/90', '$.a: integer 90/90'],
    ['is told to be missing at times', '$.a: integer 9/9', '$.a: integer 6/7', '$.a: integer 6/7'],
    ['is told to be always there', '$.a: integer 8/9', '$.a: integer 7/7', '$.a: integer 7/7'],
    ['is missing at times as before', '$.a: integer 8/9', '$.a: integer 3/7', '$.a: integer 8/9'],
    ['takes null in', '$.a: integer 9/9', '$.a: integer|null 7/7', '$.a: integer|null 7/7'],
    ['keeps null', '$.a: integer|null 9/9', '$.a: integer 7/7', '$.a: integer|null 9/9'],
    ['keeps its kind where only null came', '$.a: integer 9/9', '$.a: null 7/7', '$.a: integer|null 7/7'],
    ['keeps its kind where nothing is known', '$.a: integer 9/9', '$.a: unknown 7/7', '$.a: integer 9/9'],
    ['takes another kind', '$.a: integer 9/9', '$.a: string 7/7', '$.a: string 7/7'],
    [
      'takes another kind in place of null, too',
      '$.a: integer|null 9/9',
      '$.a: string|null 7/7',
      '$.a: string|null 7/7',
    ],
    [
      'takes another kind beside its own',
      '$.a: integer 9/9',
      '$.a: integer|string 7/7',
      '$.a: integer|string 7/7',
    ],
    [
      'keeps a kind that did not come beside one that did',
      '$.a: boolean|integer 9/9',
      '$.a: integer|string 7/7',
      '$.a: boolean|integer|string 7/7',
    ],
    ['is wider with decimals', '$.a: integer 9/9', '$.a: number 7/7', '$.a: number 7/7'],
    ['stays wide without them', '$.a: number 9/9', '$.a: integer 7/7', '$.a: number 9/9'],
    [
      'is a whole number beside a text',
      '$.a: integer|string 9/9',
      '$.a: integer 7/7',
      '$.a: integer|string 9/9',
    ],
    ['is no decimal for a text', '$.a: string 9/9', '$.a: integer 7/7', '$.a: integer 7/7'],
    ['is no text for a decimal', '$.a: number 9/9', '$.a: string 7/7', '$.a: string 7/7'],
    ['keeps its form', '$.a: string(date) 9/9', '$.a: string(date) 7/7', '$.a: string(date) 9/9'],
    [
      'loses its form where another came',
      '$.a: string(date) 9/9',
      '$.a: string(ulid) 7/7',
      '$.a: string 7/7',
    ],
    [
      'keeps its form where no text came',
      '$.a: string(date) 9/9',
      '$.a: null 7/7',
      '$.a: string|null(date) 7/7',
    ],
    [
      'takes a form with the first text',
      '$.a: null 9/9',
      '$.a: string(date) 7/7',
      '$.a: string|null(date) 7/7',
    ],
    ['has no form where it had none', '$.a: string 9/9', '$.a: string(date) 7/7', '$.a: string 9/9'],
    [
      'keeps its values',
      '$.a: string 9/9 values A B',
      '$.a: string 7/7 values B',
      '$.a: string 9/9 values A B',
    ],
    [
      'takes further values',
      '$.a: string 9/9 values B',
      '$.a: string 7/7 values A',
      '$.a: string 7/7 values A B',
    ],
    [
      'keeps values that are told no more',
      '$.a: string 9/9 values A',
      '$.a: string 7/7',
      '$.a: string 9/9 values A',
    ],
    [
      'takes values on better evidence alone',
      '$.a: string 6/6',
      '$.a: string 7/7 values A',
      '$.a: string 7/7 values A',
    ],
    ['takes none on the same evidence', '$.a: string 7/7', '$.a: string 7/7 values A', '$.a: string 7/7'],
    [
      'drops its values with their kind',
      '$.a: string 9/9 values A B',
      '$.a: integer 7/7 values 1 2',
      '$.a: integer 7/7 values 1 2',
    ],
    [
      'drops its values where a kind without values came',
      '$.a: string 9/9 values A B',
      '$.a: integer 7/7',
      '$.a: integer 7/7',
    ],
    [
      'lists a value once that came as a number and as a text',
      '$.a: integer 9/9 values 1 2',
      '$.a: integer|string 7/7 values 1 A',
      '$.a: integer|string 7/7 values 1 2 A',
    ],
  ])('%s', (_, before, now, expected) => {
    expect(places(['$: object 9/9', before], ['$: object 9/9', now])).toEqual(['$: object 9/9', expected])
  })
})

describe('a place that did not come', () => {
  const [root, list, item] = ['$: object 9/9', '$.l: array 9/9', '$.l[]: object 9/9']
  const keyed = `${keyedPath('$')}: integer 9/9`

  it.each<[string, readonly string[], readonly string[], readonly string[]]>([
    ['goes where its holder came often', [root, '$.a: integer 9/9'], [root], [root]],
    ['stays where it was rare', [root, '$.a: integer 1/9'], [root], [root, '$.a: integer 1/9']],
    ['stays whatever the order of the lines', ['$.a: integer 1/9', root], [root], [root, '$.a: integer 1/9']],
    ['stays with its holder', [root, list, item], [root, '$.l: unknown 9/9'], [root, list, item]],
    [
      'stays where its holder did not come',
      [root, '$.r: object 1/9', '$.r.a: integer 1/1'],
      [root],
      [root, '$.r: object 1/9', '$.r.a: integer 1/1'],
    ],
    ['goes with its holder', [root, '$.o: object 9/9', '$.o.a: integer 9/9'], [root], [root]],
    [
      'stays where its holder was null only',
      [root, '$.o: object 9/9', '$.o.a: integer 9/9'],
      [root, '$.o: null 7/7'],
      [root, '$.o: object|null 7/7', '$.o.a: integer 9/9'],
    ],
    [
      'goes where its holder is of another kind',
      [root, '$.o: object 9/9', '$.o.a: integer 9/9'],
      [root, '$.o: string 9/9'],
      [root, '$.o: string 9/9'],
    ],
    [
      'goes where its holder has identifiers for keys now',
      [root, '$.a: integer 1/9'],
      [root, keyed],
      [root, keyed],
    ],
    [
      'stays where its holder always had them',
      [root, '$.a: integer 1/9', keyed],
      [root, keyed],
      [root, '$.a: integer 1/9', keyed],
    ],
    [
      'stays where nobody knew its holder',
      [root, '$.x.a: integer 9/9'],
      [root],
      [root, '$.x.a: integer 9/9'],
    ],
    [
      'stays where the objects of its holder are too few',
      [root, '$.o: object 3/3', '$.o.a: integer 3/3', '$.o.b: integer 3/3'],
      [root, '$.o: object|null 9/9', '$.o.b: integer 1/1'],
      [root, '$.o: object|null 9/9', '$.o.a: integer 3/3', '$.o.b: integer 3/3'],
    ],
    [
      'stays where its holder was a list and is known as an object too',
      [root, '$.o: array|object 9/9', '$.o.a: integer 9/9', '$.o[]: integer 9/9'],
      [root, '$.o: array 9/9', '$.o[]: integer 9/9'],
      [root, '$.o: array|object 9/9', '$.o.a: integer 9/9', '$.o[]: integer 9/9'],
    ],
    [
      'goes with the list that became an object',
      [root, '$.o: array 1/1', '$.o[]: integer 1/1'],
      [root, '$.o: object 1/1'],
      [root, '$.o: object 1/1'],
    ],
    ['stays where a map was empty', [root, keyed], ['$: object 9/9'], [root, keyed]],
    [
      'goes where a map became an object with fields',
      [root, keyed],
      [root, '$.a: integer 9/9'],
      [root, '$.a: integer 9/9'],
    ],
    ['stays where it is the whole', [root], ['$.a: integer 9/9'], [root, '$.a: integer 9/9']],
  ])('%s', (_, before, now, expected) => {
    expect(places(before, now)).toEqual(expected)
  })
})

it('knows routes of either side', () => {
  const both = updateBaseline(baseline(['  GET /b:', '    statuses: 200 (1)']), route('200 (1)'))
  expect([...both.routes.keys()]).toEqual(['GET /b', 'GET /a'])
})
