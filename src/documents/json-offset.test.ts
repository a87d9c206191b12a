import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isNode, parseDocument } from 'yaml'
import { offsetIn } from './json-offset.js'

type Path = (string | number)[]

/** The keys that lead to all parts of a value. */
function pathsIn(value: unknown, path: Path = []): Path[] {
  const children = Array.isArray(value)
    ? [...value.entries()]
    : typeof value === 'object' && value !== null
      ? Object.entries(value)
      : []
  return [path, ...children.flatMap(([key, child]) => pathsIn(child, [...path, key]))]
}

it.each([0, 1])('finds every part where a syntax tree has it, in a text indented by %i', (indent) => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = `\n ${JSON.stringify(value, null, indent)}`
      const document = parseDocument(text, { schema: 'failsafe' })
      for (const path of pathsIn(JSON.parse(text))) {
        const node = document.getIn(path, true)
        expect([path, offsetIn(text, path)]).toEqual([path, isNode(node) ? node.range?.[0] : null])
      }
    }),
  )
})

it.each<[string, Path, string]>([
  ['{"a": {"b": 1}, "b": 2}', ['b'], '2'],
  ['{"a": {"b": 1}, "c": {"x": 3}}', ['a', 'x'], '{"b": 1'],
  ['{"a": [1, {"c": 2}], "c": 3}', ['a', 5], '[1,'],
  ['{"a": [1, {"c": 2}], "c": 3}', ['a', 'c'], '[1,'],
  ['{"a": [[7, 8], [9]]}', ['a', 1, 0], '9'],
  ['{"a\\u0062": "}, {", "\\"": ["\\\\", 4]}', ['"', 1], '4'],
  ['{"a\\u0062": "}, {", "\\"": ["\\\\", 4]}', ['ab'], '"}, {"'],
  ['{"a": 1}', ['z'], '{"a"'],
])('in %s it finds under %j, or nearest to it, what begins with %s', (text, path, begin) => {
  expect(text.slice(offsetIn(text, path), offsetIn(text, path) + begin.length)).toBe(begin)
})
