import { expect, it } from 'vitest'
import { pairsIn } from './json-pairs.js'
import { eachScalar } from './json-values.js'

function told(value: unknown): string[] {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const found: string[] = []
  eachScalar(
    text,
    pairsIn(text, (name, start, end) => found.push(`${name} ${text.slice(start, end)}`)),
  )
  return found
}

it.each<[unknown, string[]]>([
  [{ name: 'senha', value: 'abc' }, ['senha abc']],
  [{ key: 'senha', content: 'abc' }, ['senha abc']],
  [{ value: 'abc', name: 'senha' }, ['senha abc']],
  [{ nome: 'senha', tipo: 'x', valor: 'abc' }, ['senha abc']],
  [{ chave: 'telefone', conteudo: '1' }, ['telefone 1']],
  [{ campo: 'senha', text: 'abc' }, ['senha abc']],
  ['{"name":"\\u0073enha","value":"abc"}', ['senha abc']],
  [{ senha: { value: 'abc' } }, ['senha abc']],
  [{ senha: { '#text': 'abc' } }, ['senha abc']],
  [{ senha: { conteudo: 'abc' } }, ['senha abc']],
  [{ senha: { a: 'b' }, value: 'abc' }, []],
  [{ senha: { a: { b: 'c' }, value: 'abc' } }, ['senha abc']],
  [{ senha: { tipo: 'x', $: 'abc' } }, ['senha abc']],
  [{ name: 'x', value: 'abc' }, []],
  [{ name: 'codigo', value: 'abc' }, []],
  [{ name: 'senha', value: 12 }, []],
  [{ name: 12, value: 'abc' }, []],
  [{ name: 'senha', value: '' }, []],
  [{ senha: { nome: 'abc' } }, []],
  [{ data: { value: 'abc' } }, []],
  [{ senha: { a: { value: 'abc' } } }, []],
  [{ value: 'abc', a: {}, name: 'senha' }, []],
  [[{ name: 'senha' }, { value: 'abc' }], []],
  [[{ value: 'abc' }, { name: 'senha' }], []],
  [{ name: 'senha', x: 'y'.repeat(181), value: 'abc' }, ['senha abc']],
  [{ name: 'senha', x: 'y'.repeat(182), value: 'abc' }, []],
  [
    [
      { name: 'senha', value: 'a' },
      { name: 'x', value: 'b' },
      { value: 'c', name: 'pwd' },
    ],
    ['senha a', 'pwd c'],
  ],
])('%j tells of %j', (value, expected) => {
  expect(told(value)).toEqual(expected)
})
