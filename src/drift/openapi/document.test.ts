import { describe, expect, it } from 'vitest'
import { stringify } from 'yaml'
import { growth, LINEAR } from '../../../test/growth.js'
import { FileFlaw } from '../../documents/read-document.js'
import { randomFrom } from '../random-json.fixture.js'
import { loadOpenApi } from './document.js'
import { sample } from './sample.fixture.js'

const json = JSON.stringify(sample(), null, 2)

const failure = async (text: string): Promise<FileFlaw> => {
  try {
    await loadOpenApi(text, 'openapi.yaml')
  } catch (error) {
    if (error instanceof FileFlaw) return error
    throw error
  }
  throw new Error('the document was read')
}

const withRef = (ref: string) => `openapi: 3.0.0
paths:
  /a:
    get:
      parameters:
        - $ref: '${ref}'
      responses: {}
components:
  parameters:
    loop: { $ref: '#/components/parameters/loop' }
`

describe('an OpenAPI document', () => {
  it('is the same from JSON, from YAML, and with a byte order mark', async () => {
    const [a, b, c] = [
      await loadOpenApi(json, 'a'),
      await loadOpenApi(stringify(sample()), 'b'),
      await loadOpenApi(`\uFEFF${json}`, 'c'),
    ]
    expect(a.operations.map(({ name }) => name)).toEqual([
      'GET /produtos',
      'POST /produtos',
      'DELETE /produtos/{idProduto}',
    ])
    for (const { root, operations } of [b, c])
      expect({ root, operations }).toEqual({ root: a.root, operations: a.operations })
  })

  it.each([
    ['broken YAML', 'openapi: 3.0.0\npaths: [', 'syntax', 2],
    ['broken JSON', '{\n "openapi": "3.0.0",\n "paths": {{\n}', 'syntax', 3],
    ['a duplicate key', 'openapi: 3.0.0\npaths: {}\npaths: {}\n', 'syntax', 3],
    ['nothing', '', 'not-openapi', null],
    ['something else', 'a: 1\n', 'not-openapi', 1],
    ['Swagger 2', 'swagger: "2.0"\n', 'openapi-version', 1],
    ['a version to come', 'info: {}\nopenapi: 4.0.0\n', 'openapi-version', 2],
    ['paths that are a list', 'openapi: 3.0.0\npaths: []\n', 'openapi-part', 2],
    ['a reference to nothing', withRef('#/components/parameters/none'), 'ref-missing', 6],
    ['a reference to a file', withRef('other.yaml#/a'), 'ref-remote', 6],
    ['a reference to an address', withRef('https://service.example/a.json'), 'ref-remote', 6],
    ['a reference to itself', withRef('#/components/parameters/loop'), 'ref-circular', 6],
  ])('says where it is not readable: %s', async (_, text, code, line) => {
    const error = await failure(text)
    expect([error.code, error.position?.line ?? null, error.file]).toEqual([code, line, 'openapi.yaml'])
  })

  it('says the line in JSON, too', async () => {
    const text = json.replace('#/components/schemas/Video', '#/components/schemas/Film')
    const line = text.slice(0, text.indexOf('Film')).split('\n').length
    expect((await failure(text)).position?.line).toBe(line)
  })

  it('takes what looks like a reference in an example for what it is', async () => {
    const document = sample()
    Object.assign(document.components.schemas.Foto, { example: { $ref: 'elsewhere.json' } })
    expect((await loadOpenApi(JSON.stringify(document), 'a')).operations).toHaveLength(3)
  })

  it('looks for references in maps, whatever their keys are called, and in no other words', async () => {
    const refers = { $ref: 'elsewhere.json' }
    const at = (part: object) => JSON.stringify({ openapi: '3.1.0', ...part })
    for (const key of ['example', 'default', 'enum', 'x-own']) {
      for (const map of ['properties', 'schemas', 'parameters'])
        expect((await failure(at({ a: { [map]: { [key]: refers } } }))).code).toBe('ref-remote')
      expect((await loadOpenApi(at({ a: { [key]: refers } }), 'a')).operations).toEqual([])
    }
    expect((await failure(at({ a: [{}, [refers]] }))).code).toBe('ref-remote')
    expect((await loadOpenApi(at({ a: { $ref: 3 }, b: null }), 'a')).operations).toEqual([])
  })

  it('names the first flaw of the text, as deep as it may lie', async () => {
    const nested = (depth: number, last: string) =>
      `{"openapi":"3.1.0","a":${'{"a":'.repeat(depth)}${last}${'}'.repeat(depth)}}`
    expect((await loadOpenApi(nested(399, '{}'), 'a')).version).toBe('3.1')
    expect((await failure(nested(400, '{}'))).values).toMatchObject({ part: 'nesting' })
    const two = {
      openapi: '3.0.9',
      b: { $ref: '#/c' },
      a: { $ref: 'd' },
      c: { $ref: '#/e' },
      e: { $ref: '#/none' },
    }
    expect((await failure(JSON.stringify(two, null, 1))).position?.line).toBe(4)
    expect((await failure('openapi: 3.2.0\n')).values).toMatchObject({ version: '3.2.0' })
    expect((await loadOpenApi('openapi: "3.1"\n', 'a')).version).toBe('3.1')
    expect((await failure('openapi: 3.10.0\n')).code).toBe('openapi-version')
    expect((await failure('openapi: 13.0.0\n')).code).toBe('openapi-version')
  })

  it('has an operation for each method of each path', async () => {
    const read = await loadOpenApi(
      JSON.stringify({
        openapi: '3.0.0',
        paths: {
          'x-own': { get: {} },
          '/a/{id}/b/{x}/': {
            get: {},
            trace: {},
            other: {},
            put: 'x',
          },
          '/c': 'x',
        },
      }),
      'a',
    )
    expect(read.operations.map(({ name, pathKey }) => [name, pathKey])).toEqual([
      ['GET /a/{id}/b/{x}/', '/a/{}/b/{}'],
      ['TRACE /a/{id}/b/{x}/', '/a/{}/b/{}'],
    ])
  })

  it.each<[string, unknown, string, string]>([
    ['below a server that holds the version', [{ url: 'https://h.example/Api/v3' }], '/a/{id}', '/a/{id}'],
    ['below a server that ends in a slash', [{ url: 'https://h.example/Api/v3/' }], '/a', '/a'],
    ['with the version, below a server of the rest', [{ url: 'https://h.example/Api' }], '/v3/a', '/a'],
    ['with all, below a bare server', [{ url: 'https://h.example:8443' }], '/Api/v3/a', '/a'],
    ['with all, below none', undefined, '/Api/v3/a', '/a'],
    ['below a server by a path alone', [{ url: '/Api' }], '/v3/a', '/a'],
    [
      'below a server of variables',
      [{ url: '{scheme}://{h}/{base}', variables: { base: { default: 'Api' } } }],
      '/v3/a',
      '/a',
    ],
    ['below another base', [{ url: 'https://h.example/outra' }], '/a', '/a'],
    ['of another version', [{ url: 'https://h.example/Api' }], '/v2/a', '/v2/a'],
    ['below servers that are none', 'x', '/a', '/a'],
  ])('has its operations below the address of the service: %s', async (_what, servers, path, expected) => {
    const root = {
      openapi: '3.0.3',
      ...(servers === undefined ? {} : { servers }),
      paths: { [path]: { get: {} } },
    }
    const { operations } = await loadOpenApi(JSON.stringify(root), 'a.json')
    expect(operations.map(({ name }) => name)).toEqual([`GET ${expected}`])
  })

  it('refuses a nesting that no reader survives, and an alias bomb', async () => {
    const deep = `{"openapi":"3.0.0","paths":${'{"a":'.repeat(2000)}1${'}'.repeat(2000)}}`
    expect((await failure(deep)).code).toBe('openapi-part')
    const bomb = `a: &a [x,x,x,x,x,x,x,x,x]\n${'bcdefgh'
      .split('')
      .map((key, i) => `${key}: &${key} [${Array(9).fill(`*${'abcdefg'[i]}`).join()}]`)
      .join('\n')}\n`
    expect((await failure(bomb)).code).toBe('syntax')
  })

  it('never fails otherwise than by an input error', async () => {
    const text = stringify(sample())
    for (let seed = 1; seed <= 60; seed++) {
      const random = randomFrom(seed)
      const at = Math.floor(random() * text.length)
      const broken =
        text.slice(0, at) +
        String.fromCharCode(33 + Math.floor(random() * 90)) +
        text.slice(at + Math.floor(random() * 9))
      const outcome = await loadOpenApi(broken, 'x').then(
        () => 'read',
        (error: Error) => (error instanceof FileFlaw ? 'FileFlaw' : error.stack),
      )
      expect(['read', 'FileFlaw'], `seed ${seed}`).toContain(outcome)
    }
  })

  it('of the size of a real one loads, in time that grows with it', async () => {
    const loaded = async (resources: number) => {
      const texts = textsOf(resources)
      const [a, b] = await Promise.all(texts.map((text) => loadOpenApi(text, 'large')))
      return { a, b, sizeBytes: texts[0].length }
    }
    const { a, b, sizeBytes } = await loaded(85)
    expect(a?.root).toEqual(b?.root)
    expect(a?.operations.length).toBeGreaterThan(255)
    expect(sizeBytes).toBeGreaterThan(1_000_000)
    expect(await growth(loaded, 10)).toBeLessThan(LINEAR)
  })
})

/** A document of so many resources, as JSON and as YAML. */
function textsOf(resources: number): readonly [string, string] {
  const large = sample() as {
    paths: Record<string, unknown>
    components: { schemas: Record<string, unknown> }
  }
  for (let i = 0; i < resources; i++) {
    large.paths[`/familia${i}`] = sample().paths['/produtos']
    large.paths[`/familia${i}/{id}`] = sample().paths['/produtos/{idProduto}']
    large.components.schemas[`Registro${i}`] = {
      ...sample().components.schemas.Produto,
      description: 'x'.repeat(10_500),
    }
  }
  return [JSON.stringify(large), stringify(large, { aliasDuplicateObjects: false })]
}
