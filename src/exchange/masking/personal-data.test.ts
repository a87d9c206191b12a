import { describe, expect, it } from 'vitest'
import { createMasker } from '../masking.js'
import { bareDocuments, canonicalPersonal, documentKind, isCnpj, isCpf, isPhone } from './personal-data.js'

it.each([
  ['52998224725', true],
  ['529.982.247-25', true],
  ['52998224726', false],
  ['52998224735', false],
  ['00000000191', true],
  ['11111111111', false],
  ['5299822472', false],
  ['529982247255', false],
  ['12345678909', true],
])('%s is a CPF: %s', (value, expected) => {
  expect(isCpf(value)).toBe(expected)
})

it.each([
  ['11222333000181', true],
  ['11.222.333/0001-81', true],
  ['11222333000182', false],
  ['11222333000191', false],
  ['12ABC34501DE35', true],
  ['12.abc.345/01de-35', true],
  ['12ABC34501DE36', false],
  ['12ABC34501DEA5', false],
  ['00000000000000', false],
  ['1122233300018', false],
  ['112223330001811', false],
])('%s is a CNPJ: %s', (value, expected) => {
  expect(isCnpj(value)).toBe(expected)
})

it.each([
  ['1234567', false],
  ['12345678', true],
  ['(11) 91234-5678', true],
  ['+55 11 91234.5678', true],
  ['+55 (11) 3456/7890', true],
  ['1234567890123', true],
  ['12345678901234', false],
  ['11 91234-5678 ramal 2', false],
  ['x1134567890', false],
  ['1134567890x', false],
])('%s is a telephone: %s', (value, expected) => {
  expect(isPhone(value)).toBe(expected)
})

it.each<[string, string, 'cpf' | 'cnpj' | null]>([
  ['12345678901', 'cpf', 'cpf'],
  ['12345678901', 'numeroDocumento', null],
  ['52998224725', 'numeroDocumento', 'cpf'],
  ['529.982.247-26', 'documento', 'cpf'],
  ['12345678901234', 'cnpj', 'cnpj'],
  ['12345678901234', 'documento', null],
  ['11222333000181', 'documento', 'cnpj'],
  ['11.222.333/0001-82', 'documento', 'cnpj'],
  ['12ABC34501DE35', 'documento', 'cnpj'],
  ['12345', 'documento', 'cpf'],
  ['1234', 'documento', null],
  ['12345', 'cnpj', 'cnpj'],
  ['12345', 'numeroDocumento', null],
  ['abc', 'cpf', null],
  ['', 'cpf', null],
])('%s under %s is %s', (value, name, expected) => {
  expect(documentKind(value, name)).toBe(expected)
})

it.each<[Parameters<typeof canonicalPersonal>[0], string, string]>([
  ['email', 'Maria@Exemplo.COM', 'maria@exemplo.com'],
  ['cnpj', '12.abc.345/01de-35', '12ABC34501DE35'],
  ['cpf', '529.982.247-25', '52998224725'],
  ['phone', '+55 (11) 91234-5678', '11912345678'],
  ['phone', '55 1134567890', '1134567890'],
  ['phone', '55 3456-7890', '5534567890'],
  ['phone', '(11) 3456-7890', '1134567890'],
])('%s %s is %s', (kind, value, expected) => {
  expect(canonicalPersonal(kind, value)).toBe(expected)
})

it.each<[string, string[]]>([
  ['de 52998224725, ou', ['cpf 3-14']],
  ['52998224726', []],
  ['11222333000181', ['cnpj 0-14']],
  ['11222333000182', []],
  ['5299822472', []],
  ['x52998224725', []],
  ['529982247251', []],
  ['52998224725 11222333000181', ['cpf 0-11', 'cnpj 12-26']],
])('bare digits in %s: %j', (text, expected) => {
  expect(bareDocuments(text).map(({ kind, start, end }) => `${kind} ${start}-${end}`)).toEqual(expected)
})

describe('an address of e-mail', () => {
  it.each([
    ['maria@exemplo.com', '[email#1]'],
    ['<maria@exemplo.com>', '<[email#1]>'],
    ['maria@exemplo.com.', '[email#1].'],
    ['maria@exemplo.com-', '[email#1]-'],
    ['maria@exemplo.com.-.', '[email#1].-.'],
    ['.maria@exemplo.com', '.[email#1]'],
    ['..maria@exemplo.com', '..[email#1]'],
    ['maria.silva_x+y~z-1@sub.exemplo.com.br', '[email#1]'],
    ['Z9zA@ZazAz0.ZZ', '[email#1]'],
    ['a@b.co', '[email#1]'],
    ['joão@exemplo.com', '[email#1]'],
    ['maria@exämplo.com', '[email#1]'],
    ['a\u00a0maria@exemplo.com\u00a0b', 'a\u00a0[email#1]\u00a0b'],
    ['maria@exemplo.com, ana@exemplo.com', '[email#1], [email#2]'],
    [`${'a'.repeat(64)}@exemplo.com`, '[email#1]'],
    [`${'a'.repeat(65)}@exemplo.com`, 'a[email#1]'],
    [`a@${'b'.repeat(249)}.com`, '[email#1]'],
    ['a@b.c.d.com', '[email#1]'],
  ])('in %s is masked', (text, expected) => {
    expect(createMasker().maskText(text)).toBe(expected)
  })

  it.each([
    'maria@exemplo',
    'maria@exemplo.c',
    'maria@exemplo.c1',
    'maria@.exemplo.com',
    'maria@exemplo..com',
    '@exemplo.com',
    '.@exemplo.com',
    'maria@ exemplo.com',
    'a@1.2.3',
    'a@b.com.1x',
    'maria@exemplo.123',
  ])('is none in %s', (text) => {
    expect(createMasker().maskText(text)).toBe(text)
  })
})
