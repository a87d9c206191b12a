import { expect, it } from 'vitest'
import { createLabels, isLabel, spellingsOf } from './labels.js'

it('gives each value its label, and a person one in whatever spelling', () => {
  const { labelOf } = createLabels()
  expect([
    labelOf('secret', 'abc'),
    labelOf('secret', 'abd'),
    labelOf('code', 'abc'),
    labelOf('cpf', '529.982.247-25'),
    labelOf('cpf', '52998224725'),
    labelOf('phone', '52998224725'),
    labelOf('secret', '[code#7]'),
    labelOf('access_token', 'abc def'),
    labelOf('access_token', 'é'),
    labelOf('access_token', '!~'),
    labelOf('secret', 'x y'),
  ]).toEqual([
    ...['[secret#1]', '[secret#2]', '[secret#1]', '[cpf#1]', '[cpf#1]', '[phone#1]', '[code#7]'],
    ...['[unusable_token#1]', '[unusable_token#2]', '[access_token#1]', '[secret#3]'],
  ])
})

it('gives no number that is taken', () => {
  const { labelOf, reserve } = createLabels()
  for (const label of ['[secret#12]', '[secret%233]', '[cpf%232]', 'secret#40']) reserve(label)
  expect([labelOf('secret', 'a'), labelOf('cpf', '1'), labelOf('code', 'b')]).toEqual([
    '[secret#13]',
    '[cpf#3]',
    '[code#1]',
  ])
})

it.each<[Parameters<typeof spellingsOf>[0], string, string[]]>([
  ['cpf', '52998224725', ['52998224725', '529.982.247-25']],
  ['cpf', '529.982.247-25', ['529.982.247-25', '52998224725']],
  ['cpf', '5299822472', ['5299822472']],
  ['cnpj', '11222333000181', ['11222333000181', '11.222.333/0001-81']],
  ['cnpj', '12.abc.345/01de-35', ['12.abc.345/01de-35', '12ABC34501DE35', '12.ABC.345/01DE-35']],
  ['cnpj', '11222333000182', ['11222333000182']],
  ['phone', '11987654321', ['11987654321']],
  ['phone', '+55 (11) 98765-4321', ['+55 (11) 98765-4321', '11987654321']],
  ['phone', '11222333000181', ['11222333000181']],
  ['email', 'Maria@Exemplo.com', ['Maria@Exemplo.com', 'maria@exemplo.com']],
])('%s %s is sought as %j', (kind, value, expected) => {
  expect([...new Set(spellingsOf(kind, value))]).toEqual(expected)
})

it.each<[string, boolean]>([
  ['[access_token#1]', true],
  ['[cpf%2312]', true],
  ['[unusable_token#3]', true],
  ['[access_token#]', false],
  ...[
    ...[
      'refresh_token',
      'client_secret',
      'basic',
      'api_key',
      'code',
      'secret',
      'cnpj',
      'email',
      'phone',
      'opaque',
    ],
  ].map((kind): [string, boolean] => [`[${kind}#10]`, true]),
  ['[cpf#a]', false],
  ['[cpf 1]', false],
  ['[token#1]', false],
  ['x[access_token#1]', false],
  ['[access_token#1]x', false],
  ['', false],
])('%s is a label: %s', (value, expected) => {
  expect(isLabel(value)).toBe(expected)
})
