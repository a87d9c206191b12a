import { describe, expect, it } from 'vitest'
import { keyedPath } from './baseline.js'
import { readBaseline, writeBaseline } from './baseline-file.js'
import { compareShapes } from './compare-shapes.js'

const head = 'homologa-baseline: 1\nroutes:\n'
const keyed = keyedPath('$')

/** One route, its statuses and the fields of its successes. */
const baseline = (statuses: string, ...bodies: (readonly [status: string, ...fields: string[]])[]) =>
  readBaseline(
    [
      `${head}  GET /a:`,
      `    statuses: ${statuses}`,
      ...bodies.flatMap(([status, ...fields]) => [
        `    ${status}:`,
        ...fields.map((field) => `      ${field}`),
      ]),
      '',
    ].join('\n'),
    'b',
  )

type Side = ReturnType<typeof baseline>

/** Each difference as `code status path before → now present/of present/of`. */
const differences = (before: Side, now: Side) =>
  compareShapes(before, now).differences.map(({ code, status, path, before: old, now: seen, evidence }) => {
    const counts = [evidence.before, evidence.now].map(({ present, of }) => `${present}/${of}`)
    return [code.replace('drift/', ''), status ?? '–', path ?? '–', `${old} → ${seen}`, ...counts].join(' ')
  })

const fields = (before: readonly string[], now: readonly string[]) =>
  differences(baseline('200 (9)', ['200', ...before]), baseline('200 (7)', ['200', ...now]))

const root = '$: object 9/9'

describe('a field that changed', () => {
  it.each<[string, string, string, string[]]>([
    ['nothing', 'integer 9/9', 'integer 7/7', []],
    ['its presence', 'integer 9/9', 'integer 6/7', ['optional:optional 200 $.a 9/9 → 6/7 9/9 6/7']],
    ['a presence that came and went before', 'integer 8/9', 'integer 6/7', []],
    ['null', 'integer 9/9', 'integer|null 7/7', ['nullable:nullable 200 $.a integer → integer|null 9/9 7/7']],
    ['null that was known', 'integer|null 9/9', 'integer|null 7/7', []],
    ['null where nothing was known', 'unknown 9/9', 'null 7/7', []],
    ['null alone', 'integer 9/9', 'null 7/7', ['nullable:nullable 200 $.a integer → null 9/9 7/7']],
    ['no null any more', 'integer|null 9/9', 'integer 7/7', []],
    ['its kind', 'integer 9/9', 'string 7/7', ['type:changed 200 $.a integer → string 9/9 7/7']],
    [
      'a kind beside its own',
      'integer 9/9',
      'integer|string 7/7',
      ['type:changed 200 $.a integer → integer|string 9/9 7/7'],
    ],
    ['fewer kinds', 'integer|string 9/9', 'string 7/7', []],
    ['decimals', 'integer 9/9', 'number 7/7', ['type:widened 200 $.a integer → number 9/9 7/7']],
    [
      'decimals and more',
      'integer 9/9',
      'number|string 7/7',
      ['type:changed 200 $.a integer → number|string 9/9 7/7'],
    ],
    [
      'decimals in place of a text',
      'string 9/9',
      'number 7/7',
      ['type:changed 200 $.a string → number 9/9 7/7'],
    ],
    ['whole numbers', 'number 9/9', 'integer 7/7', []],
    ['a kind that was not known', 'unknown 9/9', 'integer 7/7', []],
    ['a kind that is not known', 'integer 9/9', 'unknown 7/7', []],
    ['a masked text', 'integer 9/9', 'string(masked) 7/7', []],
    ['a text that was masked', 'string(masked) 9/9', 'integer 7/7', []],
    [
      'values',
      'string 9/9 values A B',
      'string 7/7 values B C D',
      ['values:new 200 $.a A, B → C, D 9/9 7/7'],
    ],
    ['fewer values', 'string 9/9 values A B', 'string 7/7 values B', []],
    ['values that were not known', 'string 9/9', 'string 7/7 values A', []],
    ['values that are not known', 'string 9/9 values A', 'string 7/7', []],
    [
      'values of another kind',
      'string 9/9 values A',
      'integer 7/7 values 1',
      ['type:changed 200 $.a string → integer 9/9 7/7'],
    ],
    ['its form', 'string(date) 9/9', 'string(ulid) 7/7', ['values:format 200 $.a date → ulid 9/9 7/7']],
    ['its form to none', 'string(date) 9/9', 'string 7/7', ['values:format 200 $.a date → text 9/9 7/7']],
    ['a form that came', 'string 9/9', 'string(date) 7/7', []],
    ['a form that is masked', 'string(date) 9/9', 'string(masked) 7/7', []],
    ['a form that was masked', 'string(masked) 9/9', 'string(date) 7/7', []],
    [
      'a form where no text came',
      'string(date) 9/9',
      'null 7/7',
      ['nullable:nullable 200 $.a string → null 9/9 7/7'],
    ],
    [
      'values and form',
      'string(date) 9/9 values A',
      'string 7/7 values B',
      ['values:new 200 $.a A → B 9/9 7/7', 'values:format 200 $.a date → text 9/9 7/7'],
    ],
  ])('%s', (_, before, now, expected) => {
    expect(fields([root, `$.a: ${before}`], [root, `$.a: ${now}`])).toEqual(expected)
  })
})

describe('a field that came or went', () => {
  const holder = '$.o: object 5/9'

  it.each<[string, string[], string[], string[]]>([
    ['at the top', [root, '$.a: integer 9/9'], [root], ['removed:field 200 $.a integer → — 9/9 0/9']],
    ['that is new', [root], [root, '$.a: integer 4/7'], ['added:field 200 $.a — → integer 0/9 4/7']],
    [
      'with all it held',
      [root, holder, '$.o.a: integer 5/5'],
      [root],
      ['removed:field 200 $.o object → — 5/9 0/9'],
    ],
    [
      'with all it holds',
      [root],
      [root, holder, '$.o.a: integer 5/5'],
      ['added:field 200 $.o — → object 0/9 5/9'],
    ],
    [
      'of a field that others of its holder count',
      [root, holder, '$.o.a: integer 5/5', '$.o.b: null 5/5'],
      [root, holder, '$.o.b: null 3/4'],
      ['removed:field 200 $.o.a integer → — 5/5 0/4', 'optional:optional 200 $.o.b 5/5 → 3/4 5/5 3/4'],
    ],
    [
      'of a field that its holder alone counts',
      [root, holder, '$.o.a: integer 5/5'],
      [root, holder],
      ['removed:field 200 $.o.a integer → — 5/5 0/5'],
    ],
    ['of items', [root, '$.l: array 9/9', '$.l[]: object 9/9'], [root, '$.l: unknown 9/9'], []],
    ['of items that came', [root, '$.l: unknown 9/9'], [root, '$.l: array 9/9', '$.l[]: object 9/9'], []],
    [
      'of a holder of another kind',
      [root, '$.o: object 9/9', '$.o.a: integer 9/9'],
      [root, '$.o: string 9/9'],
      ['type:changed 200 $.o object → string 9/9 9/9'],
    ],
    [
      'of a holder that was of another kind',
      [root, '$.o: string 9/9'],
      [root, '$.o: object 9/9', '$.o.a: integer 9/9'],
      ['type:changed 200 $.o string → object 9/9 9/9'],
    ],
    ['where keys are data now', [root, '$.a: integer 9/9'], [root, `${keyed}: integer 9/9`], []],
    ['where keys were data', [root, `${keyed}: integer 9/9`], [root, '$.a: integer 9/9'], []],
    [
      'where some keys always were data',
      [root, '$.a: integer 9/9', `${keyed}: integer 9/9`],
      [root, `${keyed}: integer 9/9`],
      ['removed:field 200 $.a integer → — 9/9 0/9'],
    ],
    ['that nobody knew the holder of', [root, '$.x.a: integer 9/9'], [root], []],
  ])('%s', (_, before, now, expected) => {
    expect(fields(before, now)).toEqual(expected)
  })
})

describe('an answer that changed', () => {
  it.each<[string, Side, Side, string[]]>([
    [
      'its status',
      baseline('200 (4), 202 (5)'),
      baseline('201 (3), 400 (1)'),
      ['status:changed 201 – 200, 202 → 201 0/9 3/4'],
    ],
    [
      'two of its statuses',
      baseline('404 (2)'),
      baseline('410 (1), 409 (1)'),
      ['status:changed 409 – 404 → 409 0/2 1/2', 'status:changed 410 – 404 → 410 0/2 1/2'],
    ],
    [
      'success to refusal',
      baseline('200 (9), 404 (1)'),
      baseline('409 (3)'),
      ['status:changed 409 – 200 → 409 0/9 3/3'],
    ],
    ['success to a refusal that was known', baseline('200 (9), 404 (1)'), baseline('404 (3)'), []],
    ['refusal to success', baseline('404 (9)'), baseline('200 (3)'), []],
    ['a refusal beside its success', baseline('200 (9)'), baseline('200 (3), 404 (1)'), []],
    ['a class that was not known', baseline('200 (9)'), baseline('200 (3), 302 (1)'), []],
    [
      'its body',
      baseline('200 (9)', ['200', '$: object 9/9', '$.a: integer 9/9']),
      baseline('200 (7)'),
      ['removed:body 200 $ object → — 9/9 0/7'],
    ],
    [
      'a body without a root',
      baseline('200 (9)', ['200', '$.a: integer 9/9']),
      baseline('200 (7)'),
      ['removed:body 200 $ — → — 1/1 0/7'],
    ],
    ['a body that came', baseline('200 (9)'), baseline('200 (7)', ['200', '$: object 7/7']), []],
    [
      'the body of a refusal',
      baseline('404 (9)', ['404', '$: object 9/9']),
      baseline('404 (7)', ['404', '$: string 9/9']),
      [],
    ],
    [
      'a body of a status that was not known',
      baseline('200 (9)', ['200', root]),
      baseline('201 (7)', ['201', '$: string 7/7']),
      ['status:changed 201 – 200 → 201 0/9 7/7'],
    ],
    [
      'several successes, in their order',
      baseline('201 (9), 200 (9)', ['201', root], ['200', root]),
      baseline('201 (9), 200 (9)', ['201', '$: string 9/9'], ['200', '$: string 9/9']),
      ['type:changed 200 $ object → string 9/9 9/9', 'type:changed 201 $ object → string 9/9 9/9'],
    ],
  ])('%s', (_, before, now, expected) => {
    expect(differences(before, now)).toEqual(expected)
  })

  it('is told by routes in their order; those of one side are new, or not compared', () => {
    const routes = (...names: string[]) =>
      readBaseline(
        `${head}${names.map((name) => `  ${name}:\n    statuses: 404 (2), 200 (3)\n`).join('')}`,
        'b',
      )
    const { differences: found, notCompared } = compareShapes(
      routes('GET /d', 'GET /b'),
      routes('GET /c', 'GET /a', 'GET /b'),
    )
    expect(notCompared).toEqual(['GET /d'])
    expect(found.map(({ code, route, now, evidence }) => [code, route, now, evidence])).toEqual(
      ['GET /a', 'GET /c'].map((route) => [
        ...['drift/added:route', route, '200, 404'],
        { before: { present: 0, of: 0 }, now: { present: 5, of: 5 } },
      ]),
    )
  })
})

describe('the text of a baseline', () => {
  it.each([
    ['"a b"', 'a b', 'a b'],
    ['"a: b"', 'a: b', '"a: b"'],
    ['"a:"', 'a:', '"a:"'],
    ['"a:b"', 'a:b', 'a:b'],
    ['"a "', 'a ', '"a "'],
    ['"1a"', '1a', '"1a"'],
    ['"a#"', 'a#', '"a#"'],
    ['"a\\"b"', 'a"b', '"a\\"b"'],
    ['"a\\tb"', 'a\tb', '"a\\tb"'],
    ['$.a', '$.a', '$.a'],
  ])('reads %s as %j, and writes it %s', (written, key, quoted) => {
    const read = readBaseline(`${head}  ${written}:\n    statuses: 200 (1)\n`, 'b')
    expect([...read.routes.keys()]).toEqual([key])
    expect(writeBaseline(read).split('\n')[4]).toBe(`  ${quoted}:`)
  })

  it('stands in the order of routes, statuses and places, whatever order it was in', () => {
    const read = baseline(
      '404 (1), 200 (2)',
      ['201', '$.b: integer 1/1', '$: object 1/1', '$.B: integer 1/1'],
      ['200', '$: unknown 1/1'],
    )
    expect(
      writeBaseline(read)
        .split('\n')
        .slice(5, -1)
        .map((line) => line.trim()),
    ).toEqual([
      ...['statuses: 200 (2), 404 (1)', '200:', '$: unknown 1/1', '201:'],
      ...['$: object 1/1', '$.B: integer 1/1', '$.b: integer 1/1'],
    ])
  })

  it.each<[string, string, object]>([
    ['a route alone', '  GET /a:\n', { code: 'not-a-baseline' }],
    [
      'a route without its head',
      'homologa-baseline: 1\n  GET /a:\n',
      { code: 'baseline-order', position: { line: 2, column: 3 } },
    ],
    [
      'a route with a value',
      `${head}  GET /a: x\n`,
      { code: 'baseline-line', values: { text: 'GET /a: x' }, position: { line: 3, column: 3 } },
    ],
    [
      'statuses of no route',
      `${head}    statuses: 200 (1)\n`,
      { code: 'baseline-order', values: { text: 'statuses' }, position: { line: 3, column: 5 } },
    ],
    [
      'a field of no status',
      `${head}  GET /a:\n    statuses: 200 (1)\n      $: object 1/1\n`,
      { code: 'baseline-order', values: { text: '$' }, position: { line: 5, column: 7 } },
    ],
    [
      'a field of the route before',
      `${head}  GET /a:\n    200:\n  GET /b:\n      $: object 1/1\n`,
      { code: 'baseline-order', position: { line: 6, column: 7 } },
    ],
    [
      'three blanks',
      `${head}   GET /a:\n`,
      { code: 'baseline-line', values: { text: 'GET /a:' }, position: { line: 3, column: 4 } },
    ],
    [
      'eight blanks',
      `${head}        $: object 1/1\n`,
      { code: 'baseline-line', position: { line: 3, column: 9 } },
    ],
    ['another head', 'something: 1\n', { code: 'not-a-baseline', position: { line: 1, column: 1 } }],
    [
      'another line at the top',
      'homologa-baseline: 1\nsomething: 1\n',
      { code: 'baseline-line', values: { text: 'something' } },
    ],
    [
      'routes with a value',
      'homologa-baseline: 1\nroutes: []\n',
      { code: 'baseline-line', values: { text: 'routes' } },
    ],
    [
      'another version',
      'homologa-baseline: 2\n',
      { code: 'baseline-version', values: { version: '2', known: 1 } },
    ],
    ['remarks alone', '# nothing\n\n', { code: 'not-a-baseline', position: { line: 1, column: 1 } }],
    [
      'a form that is none',
      `${head}  GET /a:\n    200:\n      $: string(x) 1/1\n`,
      { code: 'baseline-line', values: { text: 'x' } },
    ],
    [
      'a count that is none',
      `${head}  GET /a:\n    200:\n      $: string 1/x\n`,
      { code: 'baseline-line', values: { text: '$: string 1/x' } },
    ],
    [
      'values that are none',
      `${head}  GET /a:\n    200:\n      $: string 1/1 values\n`,
      { code: 'baseline-line' },
    ],
    [
      'a status of four digits',
      `${head}  GET /a:\n    2000:\n`,
      { code: 'baseline-line', values: { text: '2000: ' } },
    ],
    [
      'a count of a status that is cut',
      `${head}  GET /a:\n    statuses: 200 (1\n`,
      { code: 'baseline-line', values: { text: '200 (1' } },
    ],
    [
      'a line that begins with a blank key',
      `${head}  : x\n`,
      { code: 'baseline-line', values: { text: ': x' }, position: { line: 3, column: 3 } },
    ],
  ])('is refused with %s', (_, text, expected) => {
    let error: unknown
    try {
      readBaseline(text, 'b.yaml')
    } catch (thrown) {
      error = thrown
    }
    expect(error).toMatchObject({ file: 'b.yaml', ...expected })
  })

  it('may have routes of nothing, remarks and empty lines anywhere', () => {
    expect(readBaseline('homologa-baseline: 1\nroutes: {}\n', 'b').routes.size).toBe(0)
    const text = `# a\n\nhomologa-baseline: 1\n  # b\nroutes:\n\n  GET /a:\n    # c\n    statuses: 200 (1)\n   \n`
    expect([...readBaseline(text, 'b').routes.keys()]).toEqual(['GET /a'])
  })

  it('has numbers where no text may stand, and texts elsewhere', () => {
    const values = (kinds: string) =>
      baseline('200 (9)', ['200', `$: ${kinds} 9/9 values 1 2`])
        .routes.get('GET /a')
        ?.bodies.get(200)
        ?.get('$')?.values
    expect([values('integer'), values('integer|null'), values('string'), values('integer|string')]).toEqual([
      [1, 2],
      [1, 2],
      ['1', '2'],
      ['1', '2'],
    ])
  })

  it('has its kinds in their order', () => {
    const kinds = baseline('200 (9)', ['200', '$: string|null|array 9/9'])
      .routes.get('GET /a')
      ?.bodies.get(200)
      ?.get('$')?.kinds
    expect(kinds).toEqual(['array', 'null', 'string'])
  })
})
