import { describe, expect, it } from 'vitest'
import type { Json } from '../../exchange/json.js'
import { findDifference, hasInformation, isEmpty, isEqualEnough, isLabel, show } from './equal-enough.js'

describe('what was sent and what is shown', () => {
  it.each<[sent: Json, shown: Json]>([
    ['Copo', ' Copo '],
    [49.9, 49.9000015259],
    [1_000_000, 1_000_000.9],
    [5, '5.00'],
    ['5.0', '5'],
    [true, 1],
    [false, 0],
    [0, ''],
    [0, null],
    [null, ''],
    [null, 'x'],
    ['', []],
    ['  ', null],
    ['0,00', null],
    ['0000-00-00', null],
    ['0000-00-00 00:00:00', ''],
    [false, null],
    [{ id: 0 }, null],
    [{ id: 0, nome: '' }, []],
    [[], null],
    ['2026-05-04', '2026-05-04 00:00:00'],
    ['2026-05-04T10:00:00', '2026-05-04'],
    [
      { id: 5, nome: 'sent' },
      { id: 5, nome: 'shown' },
    ],
    [{ id: 0 }, { id: 6 }],
    [{ id: 16_000_000_103 }, { id: '16000000103' }],
    [{ id: '16000000103' }, { id: '[cpf#1]' }],
    [{ idCategoria: 16_000_000_103 }, { idCategoria: '16000000103' }],
    [{ idCategoria: 0 }, { idCategoria: null }],
    [{ valor: 16_000_000_103 }, { valor: 16_000_000_104 }],
    [{ nome: 'x' }, { nome: 'x', mais: 1 }],
    [{ nome: 'x' }, { outro: 1 }],
    [{ id: 5 }, {}],
    [[{ valor: 5 }], [{ id: 1, valor: 5 }]],
    [5, { id: 5 }],
    [{ id: 5 }, 5],
    [5, [5]],
    ['A', { valor: 'A' }],
    [['a'], { a: 1 }],
    ['[cpf#1]', '12345678901'],
    ['12345678901', '[cpf#1]'],
    ['[cpf#1]', '[cpf#1]'],
    [true, true],
    [true, 'sim'],
    ['Rua 5', { id: 5 }],
    ['95700-000', '95700000'],
    ['95700000', '95.700-000'],
    ['95700-000', 95_700_000],
    ['01001-000', 1_001_000],
    ['(54) 3454-1234', '5434541234'],
    ['+55 54 3454-1234', '555434541234'],
    ['12.345.678/0001-95', '12345678000195'],
    ['6912.00.00', '69120000'],
    ['10,50', 10.5],
    [1234.5, '1.234,50'],
    ['10.50', '10,5'],
    ['2026-05-04', '04/05/2026'],
    ['2026-05-04 10:00:00', '2026-05-04T10:00:00.000'],
    ['2026-05-04 10:00', '04/05/2026 10:00:00'],
    ['2026-05-04 10:00:00', '2026-05-04T13:00:00Z'],
    ['Pão', 'Pa\u0303o'],
    [{ valor: 5 }, '5 reais'],
  ])('are alike: %j, %j', (sent, shown) => {
    expect(isEqualEnough(sent, shown)).toBe(true)
  })

  it.each<[sent: Json, shown: Json]>([
    ['Copo', 'copo'],
    ['Pão', 'Pao'],
    ['Pão', 'PÃ£o'],
    ['Copo', ''],
    ['95700-000', '95700001'],
    ['95700-000', 9_570_000],
    ['1234.5678', '12345678'],
    ['-12345678', '12345678'],
    ['01001-000', '1001000'],
    ['12-5', '125'],
    ['10,50', 10.6],
    ['2026-05-04', '05/04/2026'],
    ['2026-05-04', '20260504'],
    ['2026-05-04 10:00:00', '2026-05-04T10:01:00'],
    ['2026-05-04 10:00:00', '2026-05-04T13:00:01Z'],
    [49.9, 49.91],
    [5, '4'],
    [5, 'cinco'],
    [16, '0x10'],
    [50, '5e1'],
    ['5', 4],
    ['05', '5'],
    ['5', '5.0'],
    [true, 0],
    [true, false],
    [1, null],
    ['Copo', null],
    ['Copo', []],
    ['10', null],
    ['2026-05-04', null],
    [true, null],
    [5, []],
    [[5], null],
    [{ id: 5 }, null],
    [{ nome: 'x' }, []],
    ['[cpf#1]', null],
    ['2026-05-04', '2026-05-05 00:00:00'],
    ['2026-05-04T10:00:00', '2026-05-04T11:00:00'],
    ['2026-05-04', 'x2026-05-04'],
    [{ id: 5 }, { id: 6 }],
    [{ id: 16_000_000_103 }, { id: 16_000_000_104 }],
    [{ contato: { id: 16_000_000_103 } }, { contato: { id: '16000000104' } }],
    [{ idCategoria: 16_000_000_103 }, { idCategoria: 16_000_000_104 }],
    [{ idCategoria: 5 }, { idCategoria: null }],
    [{ nome: 'x' }, { nome: 'y' }],
    [
      { id: 0, nome: 'x' },
      { id: 6, nome: 'y' },
    ],
    [[1, 2], [1]],
    [
      [1, 2],
      [2, 1],
    ],
    [[], [1]],
    ['[cpf#1]', '[cpf#2]'],
    ['x[cpf#1]', 'y[cpf#1]'],
    ['[cpf#1]x', '[cpf#1]y'],
  ])('differ: %j, %j', (sent, shown) => {
    expect(isEqualEnough(sent, shown)).toBe(false)
  })
})

it.each<[Json, Json, boolean]>([
  [[1, 2], [1, 2], true],
  [[1, 2], [1, 3], false],
  [[1, 2], [2, 2], false],
  [[1], [1, 2], false],
  [['a'], ['b'], false],
  ['1.50', '1.5', true],
  ['1.50', 'x', false],
  ['x', '1.50', false],
])('%j and %j are equal enough: %s', (sent, shown, expected) => {
  expect(isEqualEnough(sent, shown)).toBe(expected)
})

describe('the field that differs', () => {
  it.each([
    [{ nome: 'a', codigo: 'b' }, { nome: 'a', codigo: 'c' }, 'codigo'],
    [{ id: 1 }, { id: 2 }, undefined],
    [{ nome: 'a' }, {}, undefined],
    [{ situacao: 'A', nome: 'a' }, { situacao: 'I', nome: 'a' }, undefined],
    [{ geral: { uf: 'RS', cep: '1' } }, { geral: { cep: '2', uf: 'RS' } }, 'geral.cep'],
    [{ itens: [{ valor: 1 }, { valor: 2 }] }, { itens: [{ valor: 1 }, { valor: 3 }] }, 'itens[1].valor'],
    [{ itens: [1, 2] }, { itens: [1] }, 'itens'],
    [{ geral: { uf: 'RS' } }, { geral: null }, 'geral'],
    [{ contato: { id: 5, nome: 'a' } }, { contato: { id: 6, nome: 'b' } }, 'contato.id'],
  ])('of %j and %j is %s', (sent, shown, expected) => {
    expect(findDifference(sent, shown, (name) => name === 'situacao')?.field).toBe(expected)
  })

  it('is any, unless some are left out', () => {
    expect(findDifference({ situacao: 'A' }, { situacao: 'I' })?.field).toBe('situacao')
  })

  it('comes with what was sent and is shown there', () => {
    const found = findDifference({ itens: [{ valor: 1 }] }, { itens: [{ valor: 3, codigo: 'x' }] })
    expect(found).toEqual({ field: 'itens[0].valor', sent: 1, shown: 3 })
  })
})

it.each<[Json, boolean]>([
  ['[access_token#12]', true],
  ['[cpf#1]', true],
  ['x [cpf#1]', false],
  ['[cpf#1] x', false],
  ['[cpf#]', false],
  ['[CPF#1]', false],
  [1, false],
  [['[cpf#1]'], false],
])('%j was masked: %s', (value, expected) => {
  expect(isLabel(value)).toBe(expected)
})

it.each<[Json, boolean]>([
  [null, true],
  ['', true],
  [[], true],
  [0, false],
  [false, false],
  [' ', false],
  [{}, false],
  [[null], false],
])('%j is nothing: %s', (value, expected) => {
  expect(isEmpty(value)).toBe(expected)
})

it('shows a value on a line, a missing one by a dash', () => {
  expect([show('a'), show(undefined), show({ a: [1] })]).toEqual(['"a"', '—', '{"a":[1]}'])
  expect(show('x'.repeat(100))).toHaveLength(80)
})

it.each<[Json | undefined, boolean]>([
  [undefined, false],
  [null, false],
  ['', false],
  ['0', false],
  ['0.00', false],
  [0, false],
  [false, false],
  [[], false],
  [{}, false],
  [{ id: 0, outro: { id: 0 } }, false],
  ['00x', true],
  ['10', true],
  [-1, true],
  [true, true],
  [[0], true],
  [{ id: 0, outro: { id: 5 } }, true],
])('%j says something: %s', (value, expected) => {
  expect(hasInformation(value)).toBe(expected)
})
