import { describe, expect, it } from 'vitest'
import { parseMembers, prettyJson } from './pretty-json.js'

function printed(text: string): string | undefined {
  return prettyJson(text)
    ?.map(({ depth, tokens }) => '  '.repeat(depth) + tokens.map((token) => token.text).join(''))
    .join('\n')
}

describe('prettyJson', () => {
  it.each([
    '{"a":1,"b":[true,null,{"c":"d"}],"e":{}}',
    '[]',
    '{}',
    '"text"',
    '[[],[[]],{"a":[]}]',
    '{"a":{"b":{}}}',
  ])('lays out %s as JSON.stringify does', (text) => {
    expect(printed(text)).toBe(JSON.stringify(JSON.parse(text), null, 2))
  })

  it('keeps each literal as it was sent', () => {
    expect(printed('{"preco":32.50,"id":12345678901234567890,"x":1e3}')).toContain('12345678901234567890')
    expect(printed('{"preco":32.50}')).toContain('32.50')
  })

  it('is not misled by marks inside of texts', () => {
    expect(printed('{"a":"{[,:]}\\""}')).toBe('{\n  "a": "{[,:]}\\""\n}')
  })

  it('answers null for what is no JSON', () => {
    expect(prettyJson('<html>')).toBeNull()
    expect(prettyJson('')).toBeNull()
  })
})

describe('members', () => {
  it('gives each member as it stands in the text', () => {
    const found = parseMembers(' {"data" : {"preco":32.50, "a":[1,2]} ,"n":1e3,"s":"a,b","l":[]}')
    expect([...(found ?? [])]).toEqual([
      ['data', '{"preco":32.50, "a":[1,2]}'],
      ['n', '1e3'],
      ['s', '"a,b"'],
      ['l', '[]'],
    ])
  })

  it('answers null for anything but an object', () => {
    expect(parseMembers('[1]')).toBeNull()
    expect(parseMembers('{')).toBeNull()
  })

  it('finds no members in an empty object', () => {
    expect(parseMembers('{}')?.size).toBe(0)
  })
})

describe('the path of a line', () => {
  it('is of the value that begins there', () => {
    const lines = prettyJson('{"data":[{"id":1,"a b":{}},{"x":[2]}],"n":null}') ?? []
    expect(lines.map(({ path }) => path)).toEqual([
      ...['$', '$.data', '$.data[]', '$.data[].id', '$.data[]["a b"]', ''],
      ...['$.data[]', '$.data[].x', '$.data[].x[]', '', '', '', '$.n', ''],
    ])
  })
})
