import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { spec } from '../specification/profile.js'
import { referenceName } from '../specification/samples/index.js'
import { SettingsError } from '../words/errors.js'
import { said } from '../words/said.fixture.js'
import { loadUserSuites, readSamples } from './user-files.js'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'homologa-user-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function file(name: string, text: string): string {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

/** A module is loaded once by its name. */
let files = 0

async function expectRefused(text: string, wrong: string, name = `suite-${++files}.mjs`) {
  const path = file(name, text)
  await expect(loadUserSuites(path)).rejects.toThrow(SettingsError)
  expect(await said(loadUserSuites(path))).toContain(wrong)
}

describe('a suite of a user’s own', () => {
  it('needs an id and steps, and gets the rest', async () => {
    const path = file(
      'own.mjs',
      `export default { id: 'own', steps: [{ id: 'list', method: 'GET', path: '/produtos', query: { nome: 'x' } }] }`,
    )
    const [suite] = await loadUserSuites(path)
    expect(suite).toMatchObject({
      id: 'own',
      title: 'own',
      carriesHash: false,
      onLimit: 'repeats-step',
      withoutSuccess: 'goes-on',
    })
    expect(suite?.steps[0]).toMatchObject({ id: 'own/list', title: 'GET /produtos', tags: ['read'] })
  })

  it('may hold every part that a suite has, and leave it undefined', async () => {
    const path = file(
      'whole.mjs',
      `export default { id: 'whole', title: 'Whole', carriesHash: false, onLimit: 'repeats-step', withoutSuccess: 'goes-on', shapes: undefined, steps: [{
        id: 'a', title: 'A', method: 'GET', path: '/produtos', needs: [], query: { pagina: 1, tipo: ['P', 'S'] }, offers: { idLoja: ['idLoja'] },
        documentedQuery: { limite: '5' }, headers: [['x-a', 'b']], intent: undefined, body: () => undefined, captures: () => undefined, tags: ['a'], serves: ['produtos/list'] }] }`,
    )
    expect((await loadUserSuites(path))[0]?.steps).toHaveLength(1)
  })

  it('is named by its id if its title is left undefined', async () => {
    const path = file(
      'untitled.mjs',
      `export default { id: 'untitled', title: undefined, steps: [{ id: 'a', method: 'GET', path: '/produtos' }] }`,
    )
    expect(await loadUserSuites(path)).toMatchObject([{ title: 'untitled' }])
  })

  it('keeps what it says itself', async () => {
    const path = file(
      'full.mjs',
      `const step = (id, more) => ({ id, method: 'GET', path: '/produtos/{id}', ...more })
       export default [
         { id: 'full', title: 'Full', onLimit: 'repeats-suite', withoutSuccess: 'ends', steps: [step('full/a', { title: 'A', tags: ['x'] }), step('b', { method: 'POST', path: '/nada', headers: [['x-a', '1']] }), step('c', { method: 'POST', path: '/nfe/{id}/enviar' })] },
         { id: 'second', steps: [step('a')] },
       ]`,
    )
    const [full, second] = await loadUserSuites(path)
    expect(full).toMatchObject({ title: 'Full', onLimit: 'repeats-suite', withoutSuccess: 'ends' })
    expect(full).not.toHaveProperty('shapes')
    expect(full?.steps.map(({ id, title, tags }) => [id, title, tags])).toEqual([
      ['full/a', 'A', ['x']],
      ['full/b', 'POST /nada', ['read']],
      ['full/c', 'POST /nfe/{idNotaFiscal}/enviar', ['fiscal']],
    ])
    expect(full?.steps[1]?.headers).toEqual([['x-a', '1']])
    expect(second?.steps.map(({ id }) => id)).toEqual(['second/a'])
  })

  it.each([
    ['half.mjs', true],
    ['half.js', true],
    ['half.cts', true],
    ['own.js.txt', false],
    ['own.tsx', false],
    ['ownjs', false],
  ])('%s has the extension of a module: %s', async (name, isModule) => {
    const told = await said(loadUserSuites(file(name, 'export default {')))
    expect(told.includes('cannot be loaded')).toBe(isModule)
  })

  it('that is not there is missing, whatever its name', async () => {
    expect(await said(loadUserSuites(join(folder, 'gone.mjs')))).not.toContain('cannot be loaded')
  })

  it.each([
    ['null.mjs', 'export default null', 'default export'],
    ['text.mjs', "export default 'a'", 'default export'],
    ['list.mjs', 'export default [1]', 'default export'],
    ['blank-id.mjs', "export default { id: 'a b', steps: [{}] }", 'needs an "id"'],
    ['no-list.mjs', "export default { id: 'a', steps: {} }", 'needs "steps"'],
    ['null-step.mjs', "export default { id: 'a', steps: [null] }", '"id"'],
    ['empty-step.mjs', "export default { id: 'a', steps: [{ id: '' }] }", '"id"'],
    [
      'shape-part.mjs',
      "export default { id: 'x', steps: [{ id: 'a', method: 'GET', path: '/x' }], shapes: { 'produtos/read': { header: { _zod: 1 } } } }",
      'each a zod 4 schema',
    ],
    [
      'shape-null.mjs',
      "export default { id: 'x', steps: [{ id: 'a', method: 'GET', path: '/x' }], shapes: { 'produtos/read': { data: null } } }",
      'each a zod 4 schema',
    ],
    [
      'shape-text.mjs',
      "export default { id: 'x', steps: [{ id: 'a', method: 'GET', path: '/x' }], shapes: { 'produtos/read': { data: 'x' } } }",
      'each a zod 4 schema',
    ],
    ['none.mjs', 'export const x = 1', 'default export'],
    [
      'no-route.mjs',
      `export default { id: 'x', steps: [{ id: 'a', method: 'GET', path: '/x' }], shapes: { 'GET /nada': {} } }`,
      '"GET /nada" in the shapes of suite "x" is not a route',
    ],
    [
      'no-schema.mjs',
      `export default { id: 'x', steps: [{ id: 'a', method: 'GET', path: '/x' }], shapes: { 'produtos/read': { data: {} } } }`,
      'each a zod 4 schema',
    ],
    ['broken.mjs', 'export default {', 'cannot be loaded'],
    ['comma.mjs', "export default {\n  id: 'x' steps: [] }", 'comma.mjs:2:10": it cannot be loaded'],
    [
      'throws.mjs',
      'const x = undefined\nexport default { id: x.id }',
      'throws.mjs:2:24": it cannot be loaded',
    ],
    ...(['/../x', '/a/..', '/a/%2E%2e/b', '/./x'] as const).map((path): [string, string, string] => [
      `out-${path.length}.mjs`,
      `export default { id: 'a', steps: [{ id: 'x', method: 'GET', path: '${path}' }] }`,
      '"path" below the base address',
    ]),
    ...(["['Authorization', 'Bearer x']", "['x y', 'z']", "['x-y', 'a\\nb']", "['Host', 'a']"] as const).map(
      (header, i): [string, string, string] => [
        `header-${i}.mjs`,
        `export default { id: 'a', steps: [{ id: 'x', method: 'GET', path: '/produtos', headers: [${header}] }] }`,
        'is a header that no suite can send',
      ],
    ),
    [
      'serves.mjs',
      `export default { id: 'a', steps: [{ id: 'x', method: 'GET', path: '/produtos', serves: ['produtos/list', 'produtoz/list'] }] }`,
      '"produtoz/list" in "serves" of "x"',
    ],
    ['no-steps.mjs', `export default { id: 'a', steps: [] }`, 'needs "steps"'],
    ['no-id.mjs', 'export default { steps: [{}] }', 'needs an "id"'],
    ['method.mjs', `export default { id: 'a', steps: [{ id: 'x', method: 'GO', path: '/' }] }`, '"method"'],
    ['path.mjs', `export default { id: 'a', steps: [{ id: 'x', method: 'GET', path: 'x' }] }`, '"path"'],
    [
      'twice.mjs',
      `const s = { id: 'x', method: 'GET', path: '/' }; export default { id: 'a', steps: [s, s] }`,
      'two steps',
    ],
    [
      'body.mjs',
      `export default { id: 'a', steps: [{ id: 'x', method: 'GET', path: '/produtos', body: 5 }] }`,
      '"body" of "x"',
    ],
    [
      'captures.mjs',
      `export default { id: 'a', steps: [{ id: 'x', method: 'GET', path: '/produtos', captures: {} }] }`,
      '"captures" of "x"',
    ],
    [
      'headers.mjs',
      `export default { id: 'a', steps: [{ id: 'x', method: 'GET', path: '/produtos', headers: { a: 'b' } }] }`,
      '"headers" of "x"',
    ],
    [
      'pairs.mjs',
      `export default { id: 'a', steps: [{ id: 'x', method: 'GET', path: '/produtos', headers: [['a']] }] }`,
      '"headers" of "x"',
    ],
    [
      'query.mjs',
      `export default { id: 'a', steps: [{ id: 'x', method: 'GET', path: '/produtos', query: { a: { b: 1 } } }] }`,
      '"query" of "x"',
    ],
    [
      'number.mjs',
      `export default { id: 'a', steps: [{ id: 'x', method: 'GET', path: '/produtos', query: 5 }] }`,
      '"query" of "x"',
    ],
    [
      'needs.mjs',
      `export default { id: 'a', steps: [{ id: 'x', method: 'GET', path: '/produtos', needs: 'a' }] }`,
      '"needs" of "x"',
    ],
    [
      'tags.mjs',
      `export default { id: 'a', steps: [{ id: 'x', method: 'GET', path: '/produtos', tags: [1] }] }`,
      '"tags" of "x"',
    ],
    [
      'shapes.mjs',
      `export default { id: 'a', shapes: 5, steps: [{ id: 'x', method: 'GET', path: '/produtos' }] }`,
      '"shapes" of "a"',
    ],
    [
      'shape.mjs',
      `export default { id: 'a', shapes: { 'GET /contatos': 5 }, steps: [{ id: 'x', method: 'GET', path: '/produtos' }] }`,
      '"shapes.GET /contatos" of "a"',
    ],
    ['none.mjs', 'export default []', 'expected a suite as its default export'],
  ])('%s is refused with what is wrong', async (name, text, wrong) => {
    await expectRefused(text, wrong, name)
  })

  it.each([
    ['qurey: { limite: 3 }', '"qurey" of "x" is not known. Did you mean "query"?'],
    ['expectations: 1', '"expectations" of "x" is not known; known are id, title, method'],
    ['constructor: 1', '"constructor" of "x" is not known'],
    ["intent: 'unknown'", '"intent" of "x"'],
    ["offers: { idLoja: 'idLoja' }", '"offers" of "x"'],
    ['documentedQuery: 5', '"documentedQuery" of "x"'],
    ['title: 5', '"title" of "x"'],
    ["serves: 'a'", '"serves" of "x"'],
  ])('with a step of which `%s` is part is refused', async (part, wrong) => {
    const step = `{ id: 'x', method: 'GET', path: '/produtos', ${part} }`
    await expectRefused(`export default { id: 'a', steps: [${step}] }`, wrong)
  })

  it.each([
    ['shape: {}', '"shape" of "a" is not known. Did you mean "shapes"?'],
    ["onLimit: 'repeats'", '"onLimit" of "a"'],
    ["withoutSuccess: 'stops'", '"withoutSuccess" of "a"'],
    ["carriesHash: 'yes'", '"carriesHash" of "a"'],
    ['title: 5', '"title" of "a"'],
  ])('of which `%s` is part is refused', async (part, wrong) => {
    const steps = `[{ id: 'x', method: 'GET', path: '/produtos' }]`
    await expectRefused(`export default { id: 'a', ${part}, steps: ${steps} }`, wrong)
  })
})

describe('functions of a suite of the user’s', () => {
  it.each([
    ['throw', "body: () => { throw new Error('boom') }, captures: () => { throw 'bang' }", 'suite-threw'],
    ['gives nothing usable', 'body: () => 5, captures: () => ({ id: "7" })', 'suite-gave'],
    ['gives a promise', 'body: async () => "", captures: async () => ({})', 'suite-gave'],
    ['gives null', 'body: () => null, captures: () => null', 'suite-gave'],
  ])('that %s are the user’s to mend', async (name, parts, key) => {
    const text = `export default { id: 'a', steps: [{ id: 'x', method: 'POST', path: '/produtos', ${parts} }] }`
    const [suite] = await loadUserSuites(file(`${name.replaceAll(' ', '-')}.mjs`, text))
    const step = suite?.steps[0]
    const response = { status: 200, headers: [], text: null }
    const refusal = (part: string) =>
      expect.objectContaining({
        key: `contract.error.${key}`,
        values: expect.objectContaining({ step: 'a/x', part }),
      })
    expect(() => step?.body?.({}, spec)).toThrow(refusal('body'))
    expect(() => step?.captures?.(response, spec)).toThrow(refusal('captures'))
  })

  it('that give what a step can use are asked as before', async () => {
    const parts = 'body: (captures) => captures.a?.text, captures: ({ text }) => ({ b: { text, value: 1 } })'
    const text = `export default { id: 'a', steps: [{ id: 'x', method: 'POST', path: '/produtos', ${parts} }] }`
    const [suite] = await loadUserSuites(file('right.mjs', text))
    const step = suite?.steps[0]
    expect([step?.body?.({ a: { text: '7', value: 7 } }, spec), step?.body?.({}, spec)]).toEqual([
      '7',
      undefined,
    ])
    expect(step?.captures?.({ status: 200, headers: [], text: 't' }, spec)).toEqual({
      b: { text: 't', value: 1 },
    })
  })
})

describe('bodies of a user’s own', () => {
  it('are named by route or by id', async () => {
    const captures = await readSamples(
      'POST /contatos:\n  nome: Eu\nprodutos/create: { nome: Meu }\n',
      's.yaml',
    )
    expect(captures['sample contatos/create']?.value).toEqual({ nome: 'Eu' })
    expect(captures['sample produtos/create']?.value).toEqual({ nome: 'Meu' })
  })

  it('may hold values of the shared query parameters', async () => {
    const captures = await readSamples('query: { tipoIntegracao: Minha, idLojaQuery: 42 }', 's.yaml')
    expect(captures['query tipoIntegracao']).toEqual({ text: '"Minha"', value: 'Minha' })
    expect(captures['query idLojaQuery']).toEqual({ text: '42', value: 42 })
    expect(captures[referenceName('/canais-venda')]?.value).toBe(42)
  })

  it('may name records that creates refer to, by their collections', async () => {
    const text = 'records: { /naturezas-operacoes: 5, canais-venda: 7, embalagem: A-1 }\nquery: { idLoja: 9 }'
    const captures = await readSamples(text, 's.yaml')
    const named = ['/naturezas-operacoes', '/canais-venda', 'embalagem']
    expect(named.map((one) => captures[referenceName(one)]?.value)).toEqual([5, 7, 'A-1'])
  })

  it('may refer to the run’s own records', async () => {
    const captures = await readSamples(
      'POST /contas/pagar: { contato: { id: { $ref: /contatos } } }',
      's.yaml',
    )
    expect(captures['sample contas-pagar/create']?.value).toEqual({ contato: { id: { $ref: '/contatos' } } })
  })

  it.each([
    ['- 1', 'expected an object'],
    ['POST /nada: {}', 'not a route'],
    ['POST /contatos: 7', 'not an object'],
    ['query: 7', 'not an object'],
    ['query: { limite: 7 }', 'none of tipoIntegracao, idLojaQuery'],
    ['query: { idLojaQuery: [7] }', 'neither text nor number'],
    ['records: 7', '"records" is not an object'],
    ['records: { /lojas: 7 }', '"/lojas" below "records" is none of '],
    ['records: { /contatos: ../../produtos }', '"../../produtos" is not an identifier'],
    ['records: { /contatos: 0 }', '"0" is not an identifier'],
    ['records: { /contatos: [7] }', 'is not an identifier'],
    ['POST /contas/pagar: { contato: { id: 7/8 } }', '"7/8" is not an identifier'],
    [
      'POST /contatos: { codigo: { $unique: sku } }',
      '"sku" is not a form of a unique value; known are code, number',
    ],
    ['POST /contas/pagar: { contato: { id: { $ref: /nada } } }', '"/nada" behind "$ref" is none of '],
  ])('%s is refused', async (text, wrong) => {
    expect(await said(readSamples(text, 's.yaml'))).toContain(wrong)
  })

  it('is refused with its line', async () => {
    const texts = ['POST /contatos: {}\nPOST /nada: {}', 'query:\n  limite: 7']
    const told = await Promise.all(texts.map((text) => said(readSamples(text, 's.yaml'))))
    expect(told).toEqual([expect.stringContaining('"s.yaml:2:13"'), expect.stringContaining('"s.yaml:2:11"')])
  })
})
