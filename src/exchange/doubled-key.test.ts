import { expect, it } from 'vitest'
import { doubledKey } from './doubled-key.js'

it.each([
  ['{"nome":"A","nome":"B"}', 'nome'],
  ['{"nome":"A" , "x":[1,{"nome":1}], "nome" \n: "A"}', 'nome'],
  ['{"a":{"b":1,"c":[],"b":2}}', 'b'],
  ['[{"a":1},{"a":1,"b":{},"a":1}]', 'a'],
  ['{"n\\u006fme":1,"nome":2}', 'nome'],
  ['{"":1,"":2}', ''],
])('finds a name that stands twice: %s', (text, name) => {
  expect(() => JSON.parse(text)).not.toThrow()
  expect(doubledKey(text)).toMatchObject({ name })
})

it.each([
  '',
  'null',
  '"a:a"',
  '{"a":"a","b":"a"}',
  '{"a":{"a":{"a":1}}}',
  '[{"a":1},{"a":2}]',
  '["a","a"]',
  '{"a":["a","a",{"a":1}],"b":1}',
  '{"a":"\\",\\"a\\":","b":"}"}',
  '{"a":"x\\\\","b":2}',
])('finds none in %s', (text) => expect(doubledKey(text)).toBe(null))
