import { describe, expect, it } from 'vitest'
import { readYaml, YamlError } from './yaml.js'

async function failure(text: string): Promise<readonly [line: number | null, message: string]> {
  const error = await readYaml(text)
    .then((yaml) => yaml.toPlain())
    .catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(YamlError)
  const { position, message } = error as YamlError
  return [position?.line ?? null, message]
}

describe('YAML', () => {
  it('reads what a person writes, names included', async () => {
    const text = 'a: &one\n  b: 1\nc: *one\nd: "*no & *name"\ne: |\n  * a list\n  & more\n'
    const yaml = await readYaml(text)
    expect(yaml.toPlain()).toEqual({ a: { b: 1 }, c: { b: 1 }, d: '*no & *name', e: '* a list\n& more\n' })
    expect((await readYaml('a: 1', 'failsafe')).toPlain()).toEqual({ a: '1' })
  })

  it('with more references than any person writes is refused', async () => {
    expect((await failure(`a: &a x\nb:\n${'  - *a\n'.repeat(2_000)}`))[1]).toContain('alias')
    const many = Array.from({ length: 3_000 }, () => '- "*a" # * &\n- |\n  * a\n').join('')
    expect(await (await readYaml(many)).toPlain()).toHaveLength(6_000)
  })

  it.each([
    ['a: &a\n  b:\n    - 1\n    - *a\n', 4],
    ['a: &a [*a]', 1],
    ['a: &a\n  ? *a\n  : 1\n', 2],
    ['x: 1\na: &a\n  b: &b\n    c: *a\n', 4],
  ])('that refers to itself is refused with the line: %j', async (text, line) => {
    expect((await failure(text))[0]).toBe(line)
  })

  it('that grows beyond measure is refused', async () => {
    const laughs = Array.from({ length: 12 }, (_, i) =>
      i === 0 ? 'a0: &a0 [x, x]' : `a${i}: &a${i} [${`*a${i - 1}, `.repeat(8)}]`,
    ).join('\n')
    expect((await failure(laughs))[1]).toContain('alias')
  })

  it.each([
    ['a: 1\nb: 2\na: 3\n', [10]],
    ['x: {a: 1, a: 2}\ny: {a: 1}\n', [10]],
    ['1: a\n"1": b\n', []],
  ])('names each key that its map has already: %j', async (text, at) => {
    const { document } = await readYaml(text)
    expect(document.errors.map(({ code, pos }) => [code, pos[0]])).toEqual(
      at.map((one) => ['DUPLICATE_KEY', one]),
    )
  })

  it('nested beyond any stack ends', async () => {
    const deep = await readYaml('['.repeat(20_000)).then(
      ({ document }) => document.errors.length,
      (error: unknown) => (error instanceof YamlError ? 1 : 0),
    )
    expect(deep).toBeGreaterThan(0)
  })
})
