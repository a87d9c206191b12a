import { expect, it } from 'vitest'
import { isCodeField, isCodeLike, isIdentifierKey, textFormat } from './shape.js'

it.each([
  ...['situacao', 'status', 'tipo', 'tipoPessoa', 'tipo_pessoa', 'codigoRegimeTributario', 'kind', 'state'],
  ...['novaSituacao', 'orderStatus', 'subTipo', 'numFormato', 'order_type', 'order_status'],
])('%s is named for a code', (name) => {
  expect(isCodeField(name)).toBe(true)
})

it.each([
  'nome',
  'situacaoAtual1x'.toLowerCase(),
  'tipografia',
  'Situacao2',
  'meutipo',
  'estado',
  'atipo',
  'Tipos',
  'my_kind',
  'order_types',
])('%s is named for none', (name) => {
  expect(isCodeField(name)).toBe(false)
})

it.each<[string | number, boolean, boolean]>([
  ['A', true, true],
  ['PS', true, true],
  ['PSX', false, true],
  ['ativo', false, true],
  ['a-b_c.d', false, true],
  ['-a', false, false],
  ['a b', false, false],
  ['', false, false],
  ['a', false, true],
  ['Ab', false, true],
  ['1234', false, true],
  ['12345', false, false],
  ['a12345', false, false],
  ['a1234b5', false, true],
  ['x'.repeat(24), false, true],
  ['x'.repeat(25), false, false],
  [999, false, true],
  [-999, false, true],
  [1000, false, false],
  [-1000, false, false],
  [1.5, false, false],
])('%j may be remembered of any field: %s, of one that is named for a code: %s', (value, anywhere, named) => {
  expect([isCodeLike(value, false), isCodeLike(value, true)]).toEqual([anywhere, named])
})

it.each([
  ...['1', '16500000001', '01ARZ3NDEKTSV4RRFFQ69G5FAV', '3f2b8c1e-0000-4000-8000-00000000ABCD'],
  ...[
    '0123456789ab',
    'ABCDEF0123456789',
    '2026-05',
    '2026-05-04',
    '2026-05-04T10:00',
    'a@b',
    '[cpf#1]',
    'x12345',
  ],
  'x'.repeat(65),
])('the key %s is data', (key) => {
  expect(isIdentifierKey(key)).toBe(true)
})

it.each([
  ...[
    'id',
    'a1',
    'x1234',
    'abcdefabcdef',
    '012a456b89c',
    '81ARZ3NDEKTSV4RRFFQ69G5FAV',
    '01ARZ3NDEKTSV4RRFFQ69G5FAVX',
  ],
  ...['x01ARZ3NDEKTSV4RRFFQ69G5FAV', '[cpf]', '[CPF#1]', '20-26', 'x2026-05', '123-4', ''],
  'x'.repeat(64),
])('the key %s is a name', (key) => {
  expect(isIdentifierKey(key)).toBe(false)
})

it.each([
  ['', 'empty'],
  ['[cpf#1]', 'masked'],
  ['o e-mail [email#12] de', 'masked'],
  ['[cpf#]', 'text'],
  ['[#1]', 'text'],
  ['2026-05-04', 'date'],
  ['x2026-05-04', 'text'],
  ['2026-05-04x', 'text'],
  ['2026-05-04 10:00', 'datetime'],
  ['2026-05-04T10:00:00', 'datetime'],
  ['2026-05-04T10:00:00.123Z', 'datetime'],
  ['2026-05-04T10:00:00-03:00', 'datetime'],
  ['2026-05-04T10:00:00+0300', 'datetime'],
  ['x2026-05-04T10:00', 'text'],
  ['2026-05-04T10:00x', 'text'],
  ['2026-05-04T10', 'text'],
  ['0', 'digits'],
  ['1a', 'text'],
  ['a1', 'text'],
  ['-1.5', 'decimal'],
  ['10,55', 'decimal'],
  ['x1.5', 'text'],
  ['1.5x', 'text'],
  ['1.', 'text'],
  ['3f2b8c1e-0000-4000-8000-00000000abcd', 'uuid'],
  ['x3f2b8c1e-0000-4000-8000-00000000abcd', 'text'],
  ['3f2b8c1e-0000-4000-8000-00000000abcdx', 'text'],
  ['01ARZ3NDEKTSV4RRFFQ69G5FAV', 'ulid'],
  ['x01ARZ3NDEKTSV4RRFFQ69G5FAV', 'text'],
  ['01ARZ3NDEKTSV4RRFFQ69G5FAVX', 'text'],
  ['http://a', 'url'],
  ['HTTPS://a.b/c', 'url'],
  ['see http://a', 'text'],
  ['http://a b', 'text'],
  ['http://', 'text'],
  ['a@b.co', 'email'],
  ['ana maria@b.co', 'text'],
  ['a@b.co x', 'text'],
  ['a@b', 'text'],
  ['1'.repeat(2048), 'digits'],
  ['1'.repeat(2049), 'text'],
])('the form of %s is %s', (text, form) => {
  expect(textFormat(text)).toBe(form)
})
