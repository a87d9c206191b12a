import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { FileFlaw } from '../documents/read-document.js'
import type { Json } from '../exchange/json.js'
import { toBaseline } from './baseline.js'
import { readBaseline, writeBaseline } from './baseline-file.js'
import { compareShapes } from './compare-shapes.js'
import { randomFrom, randomJson } from './random-json.fixture.js'
import { learnResponse, type Shapes } from './shapes.js'
import { updateBaseline } from './update-baseline.js'

const seen = (...bodies: Json[]) => {
  const shapes: Shapes = new Map()
  for (const body of bodies) learnResponse(shapes, 'GET /produtos/{idProduto}', 200, JSON.stringify(body))
  return toBaseline(shapes)
}

const product = (id: number, more: Record<string, Json> = {}) => ({ data: { id, situacao: 'A', ...more } })

const wrong = (text: string): FileFlaw => {
  try {
    readBaseline(text, 'baseline.yaml')
  } catch (error) {
    if (error instanceof FileFlaw) return error
  }
  throw new Error('the text was read')
}

describe('the file of a baseline', () => {
  it('is one sorted line a place, without times', () => {
    const text = writeBaseline(seen(product(1), product(2, { preco: 1.5 }), product(3)))
    expect(text.split('\n').slice(2)).toEqual([
      'homologa-baseline: 1',
      'routes:',
      '  GET /produtos/{idProduto}:',
      '    statuses: 200 (3)',
      '    200:',
      '      $: object 3/3',
      '      $.data: object 3/3',
      '      $.data.id: integer 3/3',
      '      $.data.preco: number 1/3',
      '      $.data.situacao: string 3/3 values A',
      '',
    ])
  })

  it('reads back what was written, for any bodies, and is YAML', () => {
    for (let seed = 1; seed <= 200; seed++) {
      const random = randomFrom(seed)
      const baseline = seen(...Array.from({ length: 4 }, () => randomJson(random)))
      const text = writeBaseline(baseline)
      expect(writeBaseline(readBaseline(text, 'b')), `seed ${seed}`).toBe(text)
      expect(compareShapes(baseline, readBaseline(text, 'b')).differences, `seed ${seed}`).toEqual([])
      expect(() => parse(text), `seed ${seed}`).not.toThrow()
    }
  })

  it('holds no value of a person', () => {
    const person = { nome: 'MARIA', cpf: '12345678909', email: 'm@example.com', situacao: 'MARIA DA SILVA' }
    expect(writeBaseline(seen(person, person, person, person, person))).not.toMatch(/MARIA|1234|example/)
  })

  it('compares codes equal to what was written where some texts are empty', () => {
    const bodies = [1, 1, 1, ''].map((tipo) => ({ tipo }))
    const tonight = seen(...bodies)
    expect(writeBaseline(tonight)).toContain('tipo: integer|string 4/4 values 1\n')
    expect(compareShapes(readBaseline(writeBaseline(tonight), 'b'), tonight).differences).toEqual([])
  })

  it('reads an empty baseline', () => {
    expect(readBaseline('homologa-baseline: 1\nroutes:\n', 'b').routes.size).toBe(0)
  })

  it('reads line ends of any system', () => {
    const text = writeBaseline(seen(product(1)))
    expect(writeBaseline(readBaseline(text.replaceAll('\n', '\r\n'), 'b'))).toBe(text)
  })

  const top =
    'homologa-baseline: 1\nroutes:\n  GET /a:\n    statuses: 200 (1)\n    200:\n      $: object 1/1\n'
  it.each([
    ['nothing', '', 'not-a-baseline', 1],
    ['another version', 'homologa-baseline: 9\n', 'baseline-version', 1],
    ['a strange line', `${top}      $.a: integer\n`, 'baseline-line', 7],
    ['an unknown kind', `${top}      $.a: text 1/1\n`, 'baseline-line', 7],
    ['an unknown form', `${top}      $.a: string(colour) 1/1\n`, 'baseline-line', 7],
    ['more present than possible', `${top}      $.a: integer 3/2\n`, 'baseline-count', 7],
    ['a place twice, as after a merge', `${top}      $: object 1/1\n`, 'baseline-twice', 7],
    ['a merge conflict', `${top}<<<<<<< HEAD\n`, 'baseline-line', 7],
    [
      'a field outside a status',
      'homologa-baseline: 1\nroutes:\n  GET /a:\n      $.a: integer 1/1\n',
      'baseline-order',
      4,
    ],
    ['a bad status', 'homologa-baseline: 1\nroutes:\n  GET /a:\n    statuses: 200 (x)\n', 'baseline-line', 4],
  ])('names the line of %s', (_, text, code, line) => {
    expect(wrong(text)).toMatchObject({ code, position: { line } })
  })

  it.each<[string, string, object, number]>([
    ['a strange line', `${top}      $.a: integer\n`, { text: '$.a: integer' }, 7],
    ['an unknown kind', `${top}      $.a: text|null 1/1\n`, { text: 'text' }, 7],
    ['more present than possible', `${top}      $.a: integer 3/2\n`, { present: '3', of: '2' }, 7],
    ['a place twice', `${top}      $: object 1/1\n`, { key: '$' }, 7],
    ['a merge conflict', `${top}<<<<<<< HEAD\n`, { text: '<<<<<<< HEAD' }, 1],
    ['an indented conflict', `${top}    <<<<<<< HEAD\n`, { text: '<<<<<<< HEAD' }, 5],
    ['a status that is none', `${top}    20x:\n`, { text: '20x: ' }, 5],
    ['a status beyond all', `${top}    999:\n`, { text: '999: ' }, 5],
    ['a status with a value', `${top}    201: x\n`, { text: '201: x' }, 5],
    ['a status twice', `${top}    200:\n`, { key: '200' }, 5],
    ['a route twice', `${top}  GET /a:\n`, { key: 'GET /a' }, 3],
    [
      'a bad count',
      'homologa-baseline: 1\nroutes:\n  GET /a:\n    statuses: 200 (1), 2x (1)\n',
      { text: '2x (1)' },
      5,
    ],
    ['a bad quote', `${top}      "$[\\"a\\"]\\x": integer 1/1\n`, { text: '"$[\\"a\\"]\\x"' }, 7],
  ])('shows what is wrong with %s, and in which column', (_, text, values, column) => {
    expect(wrong(text)).toMatchObject({ values, position: { column } })
  })

  it('reads counts with and without blanks between them, and nothing of none', () => {
    const statuses = (text: string) => [
      ...(readBaseline(`homologa-baseline: 1\nroutes:\n  GET /a:\n    statuses:${text}\n`, 'b').routes.get(
        'GET /a',
      )?.statuses ?? []),
    ]
    const both = [
      [200, 3],
      [404, 1],
    ]
    expect(statuses(' 200 (3),404 (1)')).toEqual(both)
    expect(statuses(' 200 (3),   404 (1)')).toEqual(both)
    expect(statuses('')).toEqual([])
  })

  it('is known by its first words, wherever they begin a line', () => {
    expect(readBaseline('# a remark\nhomologa-baseline: 1\n', 'b').routes.size).toBe(0)
    expect(wrong('a: homologa-baseline: 1\n').code).toBe('not-a-baseline')
  })

  it('never fails otherwise than by an input error', () => {
    const text = writeBaseline(seen(product(1), product(2)))
    for (let seed = 1; seed <= 300; seed++) {
      const random = randomFrom(seed)
      const at = Math.floor(random() * text.length)
      const broken =
        text.slice(0, at) +
        String.fromCharCode(Math.floor(random() * 128)) +
        text.slice(at + Math.floor(random() * 5))
      try {
        readBaseline(broken, 'b')
      } catch (error) {
        expect(error, `seed ${seed}`).toBeInstanceOf(FileFlaw)
      }
    }
  })
})

describe('an update', () => {
  it('changes no byte after a quiet night', () => {
    const accepted = seen(product(1), product(2, { preco: 1 }), product(3, { apelido: null }))
    const tonight = seen(product(7), product(8, { preco: 2 }), product(9), product(10, { apelido: null }))
    expect(writeBaseline(updateBaseline(accepted, tonight))).toBe(writeBaseline(accepted))
  })

  it('settles: accepting the same answers twice changes nothing more', () => {
    for (let seed = 1; seed <= 150; seed++) {
      const random = randomFrom(seed)
      const [old, now] = [0, 1].map(() => seen(...Array.from({ length: 4 }, () => randomJson(random))))
      if (!old || !now) throw new Error('two baselines')
      const once = updateBaseline(old, now)
      expect(writeBaseline(updateBaseline(once, now)), `seed ${seed}`).toBe(writeBaseline(once))
    }
  })

  it('takes in a new field and touches no other line', () => {
    const accepted = seen(product(1), product(2))
    const text = writeBaseline(
      updateBaseline(accepted, seen(product(1, { marca: 'x' }), product(2, { marca: 'y' }))),
    )
    const before = writeBaseline(accepted).split('\n')
    expect(text.split('\n').filter((line) => !before.includes(line))).toEqual([
      '      $.data.marca: string 2/2',
    ])
  })

  it('drops a field that is gone for sure, and keeps a rare one', () => {
    const many = (field: Record<string, Json>) => Array.from({ length: 20 }, (_, i) => product(i, field))
    const accepted = seen(...many({ marca: 'x' }), product(99, { marca: 'x', raro: 1 }))
    const text = writeBaseline(updateBaseline(accepted, seen(...many({}))))
    expect(text).not.toContain('marca')
    expect(text).toContain('$.data.raro')
  })

  it('keeps what could not be observed: other routes, items of empty lists', () => {
    const accepted = seen({ data: [{ id: 1 }] })
    expect(writeBaseline(updateBaseline(accepted, seen({ data: [] })))).toBe(writeBaseline(accepted))
    expect(writeBaseline(updateBaseline(accepted, { routes: new Map() }))).toBe(writeBaseline(accepted))
  })

  const kindsAfter = (before: Json[], now: Json[]) => {
    const of = (values: Json[]) => seen(...values.map((preco, i) => product(i, { preco })))
    const text = writeBaseline(updateBaseline(of(before), of(now)))
    return /preco: (\S+)/.exec(text)?.[1]
  }

  it.each<[string, Json[], Json[], string]>([
    ['nulls beside what it knew', [1, 2], [null, null], 'integer|null'],
    ['what it knew beside nulls', [1, null], [2, 3], 'integer|null'],
    ['decimals in place of integers', [1, 2], [1.5, 2.5], 'number'],
    ['integers in place of decimals', [1.5, 2.5], [1, 2], 'number'],
    ['texts in place of numbers', [1, 2], ['a b', 'c d'], 'string'],
    ['texts beside numbers that stay', [1, 'a b'], [2, 3], 'integer|string'],
    ['dates beside texts', ['a b', 'c d'], ['2026-05-04', '2026-05-05'], 'string'],
    ['the same dates', ['2026-05-04', '2026-05-05'], ['2026-05-06', '2026-05-07'], 'string(date)'],
    ['a form that comes with a text', [1, 2], ['2026-05-06', '2026-05-07'], 'string(date)'],
    ['a form where only nulls came', ['2026-05-04', '2026-05-05'], [null, null], 'string|null(date)'],
  ])('takes in %s', (_, before, now, expected) => {
    expect(kindsAfter(before, now)?.split('|').sort()).toEqual(expected.split('|').sort())
  })

  it('accepts a changed type, and with it drops the drift', () => {
    const accepted = seen(...Array.from({ length: 10 }, (_, i) => product(i, { preco: 1 })))
    const tonight = seen(...Array.from({ length: 10 }, (_, i) => product(i, { preco: '1' })))
    expect(compareShapes(updateBaseline(accepted, tonight), tonight).differences).toEqual([])
  })

  it('leaves no drift against what it has just accepted', () => {
    for (let seed = 1; seed <= 150; seed++) {
      const random = randomFrom(seed)
      const [old, now] = [0, 1].map(() => seen(...Array.from({ length: 4 }, () => randomJson(random))))
      if (!old || !now) throw new Error('two baselines')
      const left = compareShapes(updateBaseline(old, now), now).differences.filter(
        ({ code }) => code !== 'drift/removed:field' && code !== 'drift/values:format',
      )
      expect(left, `seed ${seed}`).toEqual([])
    }
  })
})
