import { describe, expect, it } from 'vitest'
import { createMasker } from '../masking.js'

const masked = (text: string) => createMasker().maskText(text)
const cut = (text: string) => createMasker().maskBody(text, { isCut: true }).text

describe('JSON', () => {
  it.each([
    ['{ "a" : 1e400, "a":-0.50 ,"b":[true,null,false]}'],
    ['[12345678901234567890123, 1.10, "\\u00e9\\/"]'],
    ['{"a":1}\n{"b":2}'],
    ['{"a":"it \\"is\\" \\\\"}'],
    ['{"a":{"b":{},"c":[]}}'],
  ])('stays as it is written: %s', (text) => {
    expect(masked(text)).toBe(text)
  })

  it.each([
    ['{"senha":"a","nome":"b"}', '{"senha":"[secret#1]","nome":"b"}'],
    ['{"senha" : "a"}', '{"senha" : "[secret#1]"}'],
    ['{"sen\\u0068a":"a"}', '{"sen\\u0068a":"[secret#1]"}'],
    [
      '{"senha":["a",["b"],{"nome":"c"}],"nome":"d"}',
      '{"senha":["[secret#1]",["[secret#2]"],{"nome":"c"}],"nome":"d"}',
    ],
    ['{"senha":123456,"x":123456}', '{"senha":"[secret#1]","x":123456}'],
    ['{"access_token":1234567890}', '{"access_token":"[unusable_token#1]"}'],
    ['{"token":true,"senha":null,"pin":1}', '{"token":true,"senha":null,"pin":1}'],
    [
      '{"senha":{"mensagem":"muito curta","antiga":"Zx81kQ0p"}}',
      '{"senha":{"mensagem":"muito curta","antiga":"[secret#1]"}}',
    ],
    ['{"senha":{"value":"a"},"value":"b"}', '{"senha":{"value":"[secret#1]"},"value":"b"}'],
    ['[{"name":"senha","value":"a"},{"value":"b"}]', '[{"name":"senha","value":"[secret#1]"},{"value":"b"}]'],
    [
      '[{"valor":"a","chave":"senha"},{"valor":"b","chave":"cor"}]',
      '[{"valor":"[secret#1]","chave":"senha"},{"valor":"b","chave":"cor"}]',
    ],
    ['{"name":"senha","value":12}', '{"name":"senha","value":12}'],
    ['{"cpf":{"valor":"12345678901"}}', '{"cpf":{"valor":"[cpf#1]"}}'],
    ['{"corpo":"{\\"senha\\":\\"a\\",\\"id\\":1}"}', '{"corpo":"{\\"senha\\":\\"[secret#1]\\",\\"id\\":1}"}'],
    ['"maria@exemplo.com"', '"[email#1]"'],
    ['["52998224725",52998224725]', '["[cpf#1]",52998224725]'],
  ])('%s becomes %s', (text, expected) => {
    expect(masked(text)).toBe(expected)
    expect(masked(expected)).toBe(expected)
  })
})

describe('JSON that was cut', () => {
  it.each([
    ['{"a":1,"nome":"Maria da Sil', '{"a":1,"nome":"'],
    ['{"a":1,"fone":119876', '{"a":1,"fone":'],
    ['{"a":1,"x":tru', '{"a":1,"x":'],
    ['{"a":1,"sen', '{"a":1,"'],
    ['{"senha":"a","x":[1,', '{"senha":"[secret#1]","x":[1,'],
    ['{"a":1}', '{"a":1}'],
    ['{"a":"x\\', '{"a":"'],
  ])('keeps nothing of its unfinished last value: %s', (text, expected) => {
    expect(cut(text)).toBe(expected)
    expect(cut(expected)).toBe(expected)
  })
})
