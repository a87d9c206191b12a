import { describe, expect, it } from 'vitest'
import { homologation } from '../../suites/homologation.js'
import { bling, type Profile, spec } from '../specification/profile.js'
import { type JsonSlice, jsonSlice } from './json-slice.js'
import { type Captures, missingCaptures, type SuiteStep, urlOf } from './suite.js'

const [first, second, third, fourth, fifth] = homologation.steps as [
  SuiteStep,
  SuiteStep,
  SuiteStep,
  SuiteStep,
  SuiteStep,
]

function capturesOf(step: SuiteStep, text: string | null): Captures {
  return step.captures?.({ status: 200, headers: [], text }, spec) ?? {}
}

const product = (text: string): Captures => ({ product: jsonSlice(text) as JsonSlice })

describe('the identifier of the product', () => {
  it.each([
    ['{"data":{"id":16842795981}}', '16842795981'],
    ['{"data":{"id":9007199254740993}}', '9007199254740993'],
    ['{"data":{"id":7.0}}', '7'],
    ['{"data":{"id":1e3}}', '1000'],
    ['{"data":123}', '123'],
    ['{"data":"ABC"}', 'ABC'],
    ['{"data":{"id":null,"idProduto":5}}', '5'],
  ])('of %s addresses %s', (text, segment) => {
    const address = urlOf(fifth, 'http://localhost/Api/v3', capturesOf(second, text))
    expect(address).toBe(`http://localhost/Api/v3/homologacao/produtos/${segment}`)
  })

  it.each([
    '{"data":{"id":0}}',
    '{"data":{"id":-1}}',
    '{"data":{"id":1.5}}',
    '{"data":{"id":null}}',
    '{"data":{"id":""}}',
    '{"data":{"id":".."}}',
    '{"data":{"id":"."}}',
    '{"data":{"id":"0A b"}}',
    '{"data":{"id":"0A/b?c#%2e"}}',
    '{"data":{"id":"../../produtos"}}',
    '{"data":{"id":"..%2F..%2Fprodutos"}}',
    '{"data":{"id":{}}}',
    '{"data":{}}',
    '{"id":5}',
    '{"data":[5]}',
    'no JSON',
  ])('of %s addresses nothing', (text) => {
    expect(missingCaptures(third, { ...product('{"a":1}'), ...capturesOf(second, text) })).toEqual([
      'idProduto',
    ])
  })
})

it('is not addressed by what another answer or suite captured, where an address may take it for something else', () => {
  const captured = (value: string): Captures => ({ idProduto: { text: JSON.stringify(value), value } })
  expect(missingCaptures(fifth, captured('7'))).toEqual([])
  expect(missingCaptures(fifth, captured('..'))).toEqual(['idProduto'])
  expect(missingCaptures(fifth, captured(''))).toEqual(['idProduto'])
})

describe('the body of step 3', () => {
  const auto: Profile = spec
  it.each<[string, Profile, string, string]>([
    [
      'descricao, where the data has it',
      auto,
      '{"nome":"A","descricao":"B"}',
      '{"nome":"A","descricao":"Copo"}',
    ],
    ['else nome, where it is a text', auto, '{"nome":"A","preco":1}', '{"nome":"Copo","preco":1}'],
    ['else an added descricao', auto, '{"nome":7,"preco":1}', '{"nome":7,"preco":1,"descricao":"Copo"}'],
    ['to another text where the data holds it already', auto, '{"nome":"Copo"}', '{"nome":"Copo 2"}'],
    ['to the given text all the same', bling, '{"nome":"Copo","preco":1}', '{"nome":"Copo","preco":1}'],
    [
      'nothing else: numbers and parts stay as they came',
      auto,
      '{"nome":"A","preco":1.5e2,"gtin":9007199254740993,"marca":{"nome":"B","descricao":["}\\"",{}]}}',
      '{"nome":"Copo","preco":1.5e2,"gtin":9007199254740993,"marca":{"nome":"B","descricao":["}\\"",{}]}}',
    ],
    ['the field of the profile', bling, '{"nome":"A","descricao":"B"}', '{"nome":"Copo","descricao":"B"}'],
  ])('changes %s', (_what, profile, data, body) => {
    expect(third.body?.(product(data), profile)).toBe(body)
  })
})

it('carries the situation of the profile in step 4', () => {
  const profile = { ...spec, situation: { field: 'situacao', value: 1, sends: 1 } }
  expect(fourth.body?.({}, profile)).toBe('{"situacao":1}')
})

it('sends step 2 the very text of data', () => {
  const captures = capturesOf(first, '{ "data": { "preco" : 32.560, "nome":"\\u00e9" } }')
  expect(second.body?.(captures, spec)).toBe('{ "preco" : 32.560, "nome":"\\u00e9" }')
})
