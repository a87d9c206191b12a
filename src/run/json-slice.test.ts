import { describe, expect, it } from 'vitest'
import { type JsonSlice, jsonSlice, replaceProperty, sliceOf } from './json-slice.js'

const slice = (text: string) => jsonSlice(text) as JsonSlice

describe('a slice of JSON', () => {
  it.each([
    ['{"data":{"preco":32.560}}', '{"preco":32.560}'],
    ['{"data" : 1e2 }', '1e2'],
    ['{"a":{"data":1},"data":16842795981123456789}', '16842795981123456789'],
    ['{"data":1,"data":2}', '2'],
    ['{"d\\u0061ta":[1, 2]}', '[1, 2]'],
    ['{"x":"}\\"{","data":"a\\\\"}', '"a\\\\"'],
    ['{"x":[{"data":0}, "]"],\n "data":\n{ "y" : [ ] } }', '{ "y" : [ ] }'],
    ['{"data":-0.0,"z":null}', '-0.0'],
    ['{"data":true}', 'true'],
  ])('of %s is %s, byte for byte', (text, data) => {
    const found = sliceOf(slice(text), 'data')
    expect(found?.text).toBe(data)
    expect(found?.value).toEqual(JSON.parse(data))
  })

  it.each(['{}', '[1]', '"data"', '7', 'null', '{"x":{"data":1}}'])('is not found in %s', (text) => {
    expect(sliceOf(slice(text), 'data')).toBeNull()
  })

  it.each(['', '{', '{"data":}', '<html>'])('is not made of %s', (text) => {
    expect(jsonSlice(text)).toBeNull()
  })
})

describe('a replaced property', () => {
  it.each([
    ['{"nome":"A","preco":1.50}', '{"nome":"Copo","preco":1.50}'],
    ['{ "preco":1.50, "nome" : null }', '{ "preco":1.50, "nome" : "Copo" }'],
    ['{"preco":1.50}', '{"preco":1.50,"nome":"Copo"}'],
    ['{\n  "preco": 1.50\n}', '{\n  "preco": 1.50,"nome":"Copo"}'],
    ['{}', '{"nome":"Copo"}'],
    ['{ }', '{"nome":"Copo"}'],
    ['{"x":{"nome":"stays"},"nome":{"deep":[1]}}', '{"x":{"nome":"stays"},"nome":"Copo"}'],
  ])('leaves all else of %s as it was', (text, expected) => {
    const replaced = replaceProperty(slice(text), 'nome', 'Copo')
    expect(replaced).toBe(expected)
    expect(JSON.parse(replaced)).toEqual({ ...JSON.parse(text), nome: 'Copo' })
  })
})
