import { describe, expect, it } from 'vitest'
import { said } from '../words/said.fixture.js'
import { readYamlOrJson } from './read-document.js'

describe('a file that is no YAML', () => {
  it.each([
    ['a quotation mark that is never closed', 'a: 1\nb: "x\nc: 2\nd: 3\n', 2, 'not closed'],
    ['a bracket that is never closed', 'a: 1\nb: [1, 2\nc: 3\n', 2, 'indentation'],
    ['a line indented too far', 'a: 1\n b: 2\n', 2, 'indentation'],
    ['a line indented too little', 'spacing:\n  reading: free\n readin: 3\n', 3, 'indentation'],
    ['a key of a list between two depths', 'a:\n  - b: 1\n    c: "x"\n   d: 2\n', 4, 'indentation'],
    ['a key that stands there twice', 'a: 1\na: 2\n', 2, 'twice'],
    ['a tab', 'a:\n\t- b\n', 2, 'tab'],
    ['a second colon', 'x: 1\na: b: c\n', 2, 'quotation marks'],
    ['a sign that begins nothing', 'x: 1\na: @z\n', 2, 'quotation marks'],
    ['flow that is YAML, before a flaw', '[a, b]: 1\nx: "\n', 2, 'not closed'],
  ])('is named with the line to mend: %s', async (_, text, line, words) => {
    const sentence = await said(readYamlOrJson(text, 'own.yaml'))
    expect(sentence).toMatch(new RegExp(`^own\\.yaml:${line}:\\d`))
    expect(sentence).toContain(words)
  })

  it('is said to be no UTF-8 where it is UTF-16', async () => {
    const text = Buffer.from('\ufeffnome: x\n', 'utf16le').toString('utf8')
    const sentence = await said(readYamlOrJson(text, 'application.yaml'))
    expect(sentence).toMatch(/^application\.yaml: .*UTF-16.*save it again as UTF-8/)
  })

  it('is told in Portuguese without a word of English', async () => {
    const sentence = await said(readYamlOrJson('a: 1\na: 2\n', 'own.yaml'), 'pt-BR')
    expect(sentence).toBe(
      'own.yaml:2:1: ilegível como YAML ou JSON: esta chave aparece duas vezes. Corrija o arquivo nesse ponto.',
    )
  })

  it.each([
    ['twice', '{\n "a": 1,\n "a": 2\n}', 3],
    ['twice, deep down', '[{ "a": { "b": [{\n "x": "a\\"{,", "c": {},\n "x" : 2 }] } }]', 3],
    ['twice, once with an escape', '{ "ab": 1,\n "a\\u0062": 2 }', 2],
  ])('is told that a key of JSON stands there %s', async (_, text, line) => {
    expect(await said(readYamlOrJson(text, 'own.json'))).toMatch(
      new RegExp(`^own\\.json:${line}:\\d.*: this key is there twice`),
    )
  })

  it('names the line in JSON', async () => {
    expect(await said(readYamlOrJson('{\n "a": 1,\n "b": {{\n}', 'own.json'))).toMatch(/^own\.json:3:/)
  })
})

it('reads JSON whose objects and values repeat a name', async () => {
  const text = '{ "a": { "a": ["a", "a", { "a": "a" }, { "a": 1 }] }, "b": { "a": "a" }, "": 1 }'
  expect((await readYamlOrJson(text, 'own.json')).value).toEqual(JSON.parse(text))
})
