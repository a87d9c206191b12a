import { describe, expect, it } from 'vitest'
import { createMasker } from '../masking.js'
import {
  bareDocuments,
  canonicalPersonal,
  documentKind,
  isCnpj,
  isCpf,
  isPhone,
  personalForms,
} from './personal-data.js'

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
    'a@b.com.1x',
    'maria@exemplo.123',
  ])('is none in %s', (text) => {
    expect(createMasker().maskText(text)).toBe(text)
  })
})

describe('a written form', () => {
  const forms = (text: string) =>
    personalForms(text).map(({ kind, start, end }) => `${kind} ${text.slice(start, end)}`)
  /** Beside these it is a part of something longer. */
  const part = (written: string, before: string, behind: string) => [
    ...[...before].map((sign) => `${sign}${written}`),
    ...[...behind].map((sign) => `${written}${sign}`),
  ]

  it.each([
    ...['(11) 91234-5678', '(11)91234-5678', '(11)912345678', '(11) 1234-5678', '(11)+91234+5678'],
    ...['(11) 9 1234-5678', '(11) 9.1234.5678', '(11)\t91234\t5678', '(11)1234 5678', '(11) 9+1234 5678'],
    ...[
      '55 (11) 91234-5678',
      '55(11)1234-5678',
      '+55(11) 91234-5678',
      '+55.(11) 1234.5678',
      '+55+(11) 12345678',
    ],
    ...['+55 11 91234-5678', '+5511912345678', '+551112345678', '+55.11.91234.5678', '+55-11-1234-5678'],
    ...['+55+11+91234+5678', '+55 99 1234 5678', '11 91234-5678', '99 2234-5678', '11 5234-5678'],
    ...['55 11 91234-5678', '(11) 2119-2020', '(11) 2019-2120', '(10) 1234-5678', '+55 10 1234-5678'],
  ])('%s is a telephone', (written) => {
    expect(forms(written)).toEqual([`phone ${written}`])
    expect(forms(`a ${written}. ${written}, b`)).toEqual([`phone ${written}`, `phone ${written}`])
    for (const text of part(written, 'x7_.-', 'x7_-')) expect(forms(text)).not.toContain(`phone ${written}`)
  })

  it.each([
    ...['(01) 91234-5678', '(1) 91234-5678', '(111) 91234-5678', '(11) 891234-5678', '(11) 91234--5678'],
    ...['(11)  9  1234-5678', '+55 01 91234-5678', '+55 11 9 1234-5678', '11 6234-5678'],
    ...['11 1234-5678', '10 91234-5678', '01 91234-5678', '11 91234 5678', '11  91234-5678', '11 81234-5678'],
    ...['11-91234-5678', '1191234-5678', '(11) 2019-2020', '(11) 1999-2001', '11 2019-2020', '2019-2020'],
    ...['12345678', '1234-5678', '4711 2026-1122'],
  ])('%s is no telephone', (written) => {
    expect(forms(written)).toEqual([])
  })

  it.each([
    ['cnpj', '11.222.333/0001-81', 'x7_.', '7'],
    ['cnpj', '11.222.333/0001-82', 'x7_.', '7'],
    ['cnpj', '12.ABC.345/01DE-35', 'x7_.', '7'],
    ['cnpj', '12.abc.345/01de-35', 'x7_.', '7'],
    ['cnpj', '11222333/0001-81', 'x7_.-', '7'],
    ['cnpj', '12ABC345/01DE-35', 'x7_.-', '7'],
    ['cpf', '529.982.247-25', 'x7_.', '7'],
    ['cpf', '529.982.247-26', 'x7_.', '7'],
    ['cpf', '529982247-25', 'x7_.-', '7'],
    ['cpf', '529 982 247 25', 'x7_.-', '7'],
    ['cpf', '529+982+247+25', 'x7_.-', '7'],
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
      '11.222.333-0001-81',
      '11-222.333/0001-81',
    ],
    ...[
      '529.982-247-25',
      '529-982.247-25',
      '529982247-26',
      '52998224-25',
      '529 982 247 26',
      '529  982 247 25',
    ],
    ...['529.982.247-2', '529.982.247-x5', '529.982.247-5x', '1122233/0001-81', '112223330001-81'],
  ])('%s is no document', (written) => {
    expect(forms(written)).toEqual([])
  })

  it.each(['x', '7', '_', '.', ',', '/', '#', '+', '-'])(
    'behind %s bare digits are a part of something',
    (sign) => {
      expect(bareDocuments(`${sign}52998224725`)).toEqual([])
    },
  )

  it.each(['x', '7', '_', '/', '-', '.5', ',5'])('before %s bare digits are a part of something', (sign) => {
    expect(bareDocuments(`52998224725${sign}`)).toEqual([])
  })

  it.each(['', '. E', ', e', ')', ' 1'])('before %j they are whole', (rest) => {
    expect(bareDocuments(`(52998224725${rest}`)).toEqual([{ kind: 'cpf', start: 1, end: 12 }])
  })
})
