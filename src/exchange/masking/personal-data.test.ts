import { describe, expect, it } from 'vitest'
import { createMasker } from '../masking.js'
import { canonicalPersonal, documentKind, findPersonalData, isCnpj, isCpf, isPhone } from './personal-data.js'

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

const forms = (text: string) =>
  findPersonalData(text).map(({ kind, start, end }) => `${kind} ${text.slice(start, end)}`)

it.each<[string, string[]]>([
  ['de 52998224725, ou', ['cpf 52998224725']],
  ['52998224726', []],
  ['11222333000181', ['cnpj 11222333000181']],
  ['11222333000182', []],
  ['5299822472', []],
  ['x52998224725', []],
  ['529982247251', []],
  ['52998224725x', []],
  ['0.52998224725', []],
  ['1,52998224725', []],
  ['52998224725.5', []],
  ['/52998224725', []],
  ['#52998224725', []],
  ['.52998224725', ['cpf 52998224725']],
  ['cpf52998224725', ['cpf 52998224725']],
  ['danfe-52998224725.pdf', ['cpf 52998224725']],
  ['danfe_52998224725_2.pdf', ['cpf 52998224725']],
  ['20260301120037', []],
  ['35260311222333000181550010000000011000000017', []],
  ['52998224725 11222333000181', ['cnpj 11222333000181', 'cpf 52998224725']],
])('bare digits in %s: %j', (text, expected) => {
  expect(forms(text)).toEqual(expected)
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
    ['a\u007fmaria@exemplo.com\u007fb', 'a\u007f[email#1]\u007fb'],
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
    'maria@exemplo.123',
  ])('is none in %s', (text) => {
    expect(createMasker().maskText(text)).toBe(text)
  })
})

describe('a written form', () => {
  /** Beside these it is a part of something longer. */
  const part = (written: string, before: string, behind: string) => [
    ...[...before].map((sign) => `${sign}${written}`),
    ...[...behind].map((sign) => `${written}${sign}`),
  ]

  it.each([
    ...['(11) 91234-5678', '(11)91234-5678', '(11)912345678', '(11) 1234-5678', '(11)+91234+5678'],
    ...['(11) 9 1234-5678', '(11) 9.1234.5678', '(11)\t91234\t5678', '(11)1234 5678', '(11) 9+1234 5678'],
    ...['55 (11) 91234-5678', '55(11)1234-5678', '+55(11) 91234-5678', '+55.(11) 1234.5678'],
    ...['+55+(11) 12345678', '+55 11 91234-5678', '+5511912345678', '+551112345678', '+55.11.91234.5678'],
    ...['+55-11-1234-5678', '+55+11+91234+5678', '+55 99 1234 5678', '11 91234-5678', '99 2234-5678'],
    ...['11 5234-5678', '55 11 91234-5678', '(11) 2119-2020', '(11) 2019-2120', '(10) 1234-5678'],
    ...[
      '11 987654321',
      '11 98765 4321',
      '11-98765-4321',
      '11.98765.4321',
      '11+987654321',
      '(011) 98765-4321',
    ],
    ...['011 98765-4321', '5511987654321', '98765-4321', '55 11 987654321', '11 9 8765-4321'],
  ])('%s is a telephone', (written) => {
    expect(forms(written)).toEqual([`phone ${written}`])
    expect(forms(`a ${written}. ${written}, b`)).toEqual([`phone ${written}`, `phone ${written}`])
    for (const text of part(written, 'x7_.-', 'x7_-')) expect(forms(text)).not.toContain(`phone ${written}`)
  })

  it.each([
    ...['(01) 81234-5678', '(1) 1234-5678', '(111) 1234-5678', '(11) 891234-5678'],
    ...['(11)  9  1234-5678', '+55 01 1234-5678', '11 6234-5678', '11 1234-5678', '01 91234-567'],
    ...['11 81234-5678', '1191234-5678', '11987654321', '(11) 2019-2020', '(11) 1999-2001', '11 2019-2020'],
    ...[
      '2019-2020',
      '12345678',
      '1234-5678',
      '4711 2026-1122',
      '2026-03-01 10:20',
      '95700-000',
      '12 20304050',
    ],
    ...['1.234.567,89', '192.168.100.200', '7891234567895', '2000003508419013', '23793.38128 60007.827136'],
  ])('%s is no telephone', (written) => {
    expect(forms(written).filter((found) => found.startsWith('phone'))).toEqual([])
  })

  it.each(['fone 11987654321', 'Whatsapp: 11987654321', 'tel. 1134567890'])(
    'behind its word, bare digits are a telephone: %s',
    (text) => {
      expect(forms(text)).toEqual([`phone ${/\d+/.exec(text)?.[0]}`])
    },
  )

  it.each([
    ['cnpj', '11.222.333/0001-81', 'x7', '7x'],
    ['cnpj', '12.ABC.345/01DE-35', 'x7', '7x'],
    ['cnpj', '12.abc.345/01de-35', 'x7', '7x'],
    ['cnpj', '11222333/0001-81', 'x7', '7x'],
    ['cnpj', '11 222 333 0001 81', 'x7', '7x'],
    ['cnpj', '12ABC345/01DE-35', 'x7', '7x'],
    ['cpf', '529.982.247-25', 'x7', '7x'],
    ['cpf', '529982247-25', 'x7', '7x'],
    ['cpf', '529 982 247 25', 'x7', '7x'],
    ['cpf', '529.982.24725', 'x7', '7x'],
    ['cpf', '529-982-247-25', 'x7', '7x'],
  ])('as a %s, %s is a document', (kind, written, before, behind) => {
    expect(forms(written)).toEqual([`${kind} ${written}`])
    expect(forms(`a ${written}, (${written}) -`)).toEqual([`${kind} ${written}`, `${kind} ${written}`])
    for (const text of part(written, before, behind)) expect(forms(text)).not.toContain(`${kind} ${written}`)
  })

  it.each([
    ...[
      '12.ABC.345/01DE-36',
      '12ABC345/01DE-36',
      '1.222.333/0001-81',
      '11.222.333/0001-82',
      '12ABC34501DE35',
    ],
    ...[
      '529.982.247-26',
      '529982247-26',
      '52998224-25',
      '529 982 247 26',
      '529  982 247 25',
      '123.456.789.110',
    ],
    ...['529.982.247-2', '529.982.247-x5', '529.982.247-5x', '1122233/0001-81', '111.111.111-11'],
  ])('%s is no document', (written) => {
    expect(forms(written)).toEqual([])
  })
})
