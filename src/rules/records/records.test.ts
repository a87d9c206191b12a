import { describe, expect, it } from 'vitest'
import { allRoutes } from '../../specification/find-route.js'
import { bling } from '../../specification/profile.js'
import { fieldsOf as fieldsIn } from '../../specification/schemas/form.js'
import { loadShapes } from '../../specification/shapes.js'
import type { Passing } from '../passing.fixture.js'
import { breachesBy, isTestedBy, toldBy } from '../told.fixture.js'
import { patched } from './patched.js'
import { replaced } from './replaced.js'
import { createdReadable, deleted, documentedWithoutId, sameIdentifier } from './single-read.js'

const get = (data: unknown, more: Partial<Passing> = {}): Passing => ({
  ask: 'GET /contatos/7',
  data,
  ...more,
})
const put = (body: unknown, more: Partial<Passing> = {}): Passing => ({
  ask: 'PUT /contatos/7',
  body,
  status: 204,
  ...more,
})
const patch = (body: unknown, more: Partial<Passing> = {}): Passing => ({
  ask: 'PATCH /produtos/fornecedores/7',
  body,
  status: 204,
  ...more,
})
const read = (data: unknown, more: Partial<Passing> = {}): Passing => ({
  ask: 'GET /produtos/fornecedores/7',
  data,
  ...more,
})
const create = (body: unknown, more: Partial<Passing> = {}): Passing => ({
  ask: 'POST /contatos',
  body,
  status: 201,
  data: { id: 7 },
  ...more,
})

it('says nothing of a record that was created where a read answers another', () => {
  expect(breachesBy(createdReadable, [create({ nome: 'a' }), get({ id: 8, nome: 'b' })])).toEqual([])
})

describe('a record that was replaced', () => {
  it.each<[string, readonly Passing[], string[]]>([
    ['shows what was sent', [put({ nome: 'a' }), get({ id: 7, nome: 'a' })], []],
    ['shows another value', [put({ nome: 'a' }), get({ id: 7, nome: 'b' })], ['e2 field']],
    [
      'lacks what was sent, and was shown before',
      [
        create({ nome: 'a', fone: '1' }),
        get({ nome: 'a', fone: '1' }),
        put({ nome: 'b', fone: '2' }),
        get({ nome: 'b' }),
      ],
      ['e4 field'],
    ],
    [
      'lacks what was sent, and was shown since an earlier one',
      [create({}), put({ fone: '1' }), get({ fone: '1' }), put({ fone: '2' }), get({ nome: 'b' })],
      ['e5 field'],
    ],
    [
      'lacks what no read has shown',
      [create({ fone: '1' }), get({ id: 7 }), put({ fone: '2' }), get({ id: 7 })],
      [],
    ],
    ['lacks what was empty before', [create({}), get({ fone: '' }), put({ fone: '2' }), get({ id: 7 })], []],
    [
      'lacks an empty one',
      [create({}), get({ fone: '1', n: 1 }), put({ fone: '', n: 0 }), get({ id: 7 })],
      [],
    ],
    [
      'lacks what was false and 0, and was shown so',
      [create({}), get({ b: false, n: 0 }), put({ b: false, n: 0 }), get({ id: 7, n: 0 })],
      ['e4 field'],
    ],
    [
      'lacks what referred to nothing',
      [create({}), get({ loja: { id: 0 } }), put({ loja: { id: 0 } }), get({ id: 7 })],
      [],
    ],
    [
      'lacks a field within another',
      [
        create({}),
        get({ end: { geral: { uf: 'RS', cep: '1' } } }),
        put({ end: { geral: { uf: 'RS', cep: '2' } } }),
        get({ end: { geral: { uf: 'RS' } } }),
      ],
      ['e4 field'],
    ],
    [
      'shows less of the record that it refers to',
      [
        create({}),
        get({ loja: { id: 5, nome: 'a' } }),
        put({ loja: { id: 5, nome: 'a' } }),
        get({ loja: { id: 5 } }),
      ],
      [],
    ],
    ['shows null for a text', [put({ fone: '1' }), get({ fone: null })], ['e2 field']],
    ['of somebody else lacks what it showed', [get({ fone: '1' }), put({ fone: '2' }), get({ id: 7 })], []],
    ['is read as another', [put({ nome: 'a' }), get({ id: 8, nome: 'b' })], []],
    ['is asked once', [put({ nome: 'a' }), get({ nome: 'b' }), get({ nome: 'b' })], ['e2 field']],
    ['in vain is not', [put({ nome: 'a' }, { status: 400 }), get({ nome: 'b' })], []],
    ['wrongly on purpose is not', [put({ nome: 'a' }, { intent: 'invalid' }), get({ nome: 'b' })], []],
    ['by a list holds nothing to compare', [put(['a']), get({ nome: 'b' })], []],
    [
      'and read before the answer came may be the old one',
      [
        put({ nome: 'a' }, { atMs: 1_000 }),
        get({ nome: 'b' }, { atMs: 1_004 }),
        get({ nome: 'a' }, { atMs: 9_000 }),
      ],
      [],
    ],
    [
      'and read the very moment in which it came is the new one',
      [put({ nome: 'a' }, { atMs: 1_000 }), get({ nome: 'b' }, { atMs: 1_005 })],
      ['e2 field'],
    ],
    [
      'and then deleted is not compared',
      [put({ nome: 'a' }), { ask: 'DELETE /contatos/7', status: 204 }, get({ nome: 'b' })],
      [],
    ],
    [
      'twice keeps one of two fields left out',
      [
        put({ nome: 'a', tipo: 'P', fone: '1' }),
        get({ nome: 'a', tipo: 'P', fone: '1' }),
        put({ nome: 'a' }),
        get({ nome: 'a', tipo: 'P' }),
      ],
      ['e4 kept'],
    ],
    [
      'twice keeps all that was left out',
      [
        put({ nome: 'a', tipo: 'P' }),
        get({ nome: 'a', tipo: 'P' }),
        put({ nome: 'a' }),
        get({ nome: 'a', tipo: 'P' }),
      ],
      ['e4 merged'],
    ],
    [
      'twice, with one in vain between them, keeps all that was left out',
      [
        put({ nome: 'a', tipo: 'P' }),
        get({ nome: 'a', tipo: 'P' }),
        put({ nome: 'b' }, { status: 400 }),
        put({ nome: 'a' }),
        get({ nome: 'a', tipo: 'P' }),
      ],
      ['e5 merged'],
    ],
    [
      'twice by a field that refers to nothing tells nothing',
      [
        put({ nome: 'a', loja: { id: 0 }, n: 0, b: false, condicao: '0' }),
        get({ nome: 'a', loja: { id: 0 }, n: 0, b: false, condicao: '0' }),
        put({ nome: 'a' }),
        get({ nome: 'a', loja: { id: 0 }, n: 0, b: false, condicao: '0' }),
      ],
      [],
    ],
    [
      'of the procedure is its own affair',
      [
        { ask: 'PUT /homologacao/produtos/7', body: { nome: 'a' }, status: 204 },
        { ask: 'GET /homologacao/produtos', data: { nome: 'b' } },
      ],
      [],
    ],
  ])('%s', (_what, passings, expected) => {
    expect(toldBy(replaced, passings)).toEqual(expected)
  })
})

describe('a record that was patched', () => {
  const before = { id: 7, nome: 'a', codigo: 'c' }

  it.each<[string, readonly Passing[], string[]]>([
    ['shows what was sent', [patch({ nome: 'b' }), read({ id: 7, nome: 'b' })], []],
    ['shows another value', [patch({ nome: 'b' }), read({ id: 7, nome: 'a' })], ['e2 field']],
    [
      'changed a field beside',
      [read(before), patch({ nome: 'b' }), read({ ...before, nome: 'b', codigo: 'd' })],
      ['e3 other-field'],
    ],
    [
      'lost a field beside',
      [read(before), patch({ nome: 'b' }), read({ id: 7, nome: 'b' })],
      ['e3 other-field'],
    ],
    [
      'lost a field that was null',
      [read({ ...before, codigo: null }), patch({ nome: 'b' }), read({ id: 7, nome: 'b' })],
      [],
    ],
    [
      'lost an empty field',
      [read({ ...before, codigo: '' }), patch({ nome: 'b' }), read({ id: 7, nome: 'b' })],
      ['e3 other-field'],
    ],
    [
      'lost a field within one beside',
      [
        read({ ...before, fornecedor: { id: 5, codigo: 'x' } }),
        patch({ nome: 'b' }),
        read({ ...before, nome: 'b', fornecedor: { id: 5 } }),
      ],
      ['e3 other-field'],
    ],
    [
      'lost a reference beside',
      [
        read({ ...before, produto: { id: 5 } }),
        patch({ nome: 'b' }),
        read({ ...before, nome: 'b', produto: null }),
      ],
      ['e3 other-field'],
    ],
    [
      'gained a field',
      [read(before), patch({ nome: 'b' }), read({ ...before, nome: 'b', cor: 'x' })],
      ['e3 other-field'],
    ],
    [
      'gained an empty field',
      [read(before), patch({ nome: 'b' }), read({ ...before, nome: 'b', cor: '' })],
      [],
    ],
    ...['dataAlteracao', 'atualizadoEm', 'modificado', 'updatedAt', 'versao', 'versão'].map(
      (name): [string, Passing[], string[]] => [
        `may tell of change in ${name}`,
        [read({ ...before, [name]: 1 }), patch({ nome: 'b' }), read({ ...before, nome: 'b', [name]: 2 })],
        [],
      ],
    ),
    [
      'in vain is not asked',
      [read(before), patch({ nome: 'b' }, { status: 400 }), read({ ...before, codigo: 'd' })],
      [],
    ],
    [
      'wrongly on purpose is not asked',
      [read(before), patch({ nome: 'b' }, { intent: 'invalid' }), read({ ...before, codigo: 'd' })],
      [],
    ],
    [
      'is asked once',
      [read(before), patch({ nome: 'b' }), read({ ...before, nome: 'x' }), read({ ...before, nome: 'x' })],
      ['e3 field'],
    ],
    [
      'is asked of the first read that shows a record',
      [read(before), patch({ nome: 'b' }), read('b'), read({ ...before, nome: 'x' })],
      ['e4 field'],
    ],
    [
      'and then replaced is held against what replaced it',
      [
        read(before),
        { ask: 'PUT /produtos/fornecedores/7', body: { nome: 'b' }, status: 204 },
        read({ ...before, nome: 'x', codigo: 'd' }),
      ],
      [],
    ],
    [
      'was read before the answer came',
      [patch({ nome: 'b' }, { atMs: 1_000 }), read({ ...before, nome: 'x' }, { atMs: 1_004 })],
      [],
    ],
    [
      'was read the moment it came',
      [patch({ nome: 'b' }, { atMs: 1_000 }), read({ ...before, nome: 'x' }, { atMs: 1_005 })],
      ['e2 field'],
    ],
    ...['inativo', 'ativoDesde'].map((name): [string, Passing[], string[]] => [
      `by its situation may not change ${name}`,
      [
        { ask: 'GET /contatos/7', data: { id: 7, situacao: 'A', [name]: 1 } },
        { ask: 'PATCH /contatos/7/situacoes', body: { situacao: 'I' }, status: 204 },
        { ask: 'GET /contatos/7', data: { id: 7, situacao: 'I', [name]: 2 } },
      ],
      ['e3 other-field'],
    ]),
    [
      'after another write is compared with nothing before it',
      [
        read(before),
        { ask: 'PUT /produtos/fornecedores/7', body: {}, status: 204 },
        patch({ nome: 'b' }),
        read({ id: 7, nome: 'b', codigo: 'd' }),
      ],
      [],
    ],
    [
      'by its situation may change that, and nothing else',
      [
        { ask: 'GET /contatos/7', data: { id: 7, situacao: 'A', ativo: true, nome: 'a' } },
        { ask: 'PATCH /contatos/7/situacoes', body: { situacao: 'I' }, status: 204 },
        { ask: 'GET /contatos/7', data: { id: 7, situacao: 'I', ativo: false, nome: 'a' } },
      ],
      [],
    ],
    ...(
      [
        ['A', { situacao: 'I' }, 'A', ['e3 no-effect']],
        ['A', { situacao: 'I' }, 'I', []],
        ['A', { situacao: 'I' }, 'E', []],
        ['A', { situacao: 'A' }, 'A', []],
        [{ id: 3, valor: 0 }, { situacao: 1 }, { id: 3, valor: 0 }, ['e3 no-effect']],
        [{ id: 3, valor: 0 }, { situacao: 1 }, { id: 9, valor: 1 }, []],
        [{ id: 3, valor: 1 }, { situacao: 1 }, { id: 3, valor: 1 }, []],
        [1, { situacao: 'I' }, 1, []],
        [{ id: 1, nome: '' }, { situacao: 'I' }, { id: 1, nome: '' }, []],
        [undefined, { situacao: 'I' }, undefined, []],
        ['A', {}, 'A', []],
      ] as const
    ).map(([was, body, is, expected]): [string, Passing[], string[]] => [
      `by the situation ${JSON.stringify(body)} went from ${JSON.stringify(was)} to ${JSON.stringify(is)}`,
      [
        { ask: 'GET /contatos/7', data: { id: 7, situacao: was ?? null } },
        { ask: 'PATCH /contatos/7/situacoes', body, status: 204 },
        { ask: 'GET /contatos/7', data: { id: 7, situacao: is ?? null } },
      ],
      [...expected],
    ]),
    [
      'by a situation for several stayed where it was, and the one that moved did',
      [
        { ask: 'GET /contatos/7', data: { id: 7, situacao: 'A' } },
        { ask: 'GET /contatos/8', data: { id: 8, situacao: 'A' } },
        { ask: 'POST /contatos/situacoes', body: { idsContatos: [7, 8], situacao: 'I' }, status: 204 },
        { ask: 'GET /contatos/7', data: { id: 7, situacao: 'A' } },
        { ask: 'GET /contatos/8', data: { id: 8, situacao: 'I' } },
      ],
      ['e4 no-effect'],
    ],
    [
      'by a situation for several, of some of which the answer warned',
      [
        { ask: 'GET /contatos/7', data: { id: 7, situacao: 'A' } },
        {
          ask: 'POST /contatos/situacoes',
          body: { idsContatos: [7, 8], situacao: 'I' },
          data: { alertas: [] },
        },
        { ask: 'GET /contatos/7', data: { id: 7, situacao: 'A' } },
      ],
      [],
    ],
    ...(
      [
        ['in vain', { status: 400, response: {} }, ['e4 no-effect']],
        ['or not, as the answer warns of some', { data: { alertas: [] } }, []],
        ['in a request that was wrong on purpose', { status: 204, intent: 'invalid' }, []],
      ] as const
    ).map(([how, more, expected]): [string, Passing[], string[]] => [
      `by its situation, which was set for several then, ${how}`,
      [
        { ask: 'GET /contatos/7', data: { id: 7, situacao: 'A' } },
        { ask: 'PATCH /contatos/7/situacoes', body: { situacao: 'I' }, status: 204 },
        { ask: 'POST /contatos/situacoes', body: { idsContatos: [7], situacao: 'E' }, ...more },
        { ask: 'GET /contatos/7', data: { id: 7, situacao: 'A' } },
      ],
      [...expected],
    ]),
    [
      'by the situation of a custom field is told by a rule of its own',
      [
        { ask: 'GET /campos-customizados/7', data: { id: 7, situacao: 0 } },
        { ask: 'PATCH /campos-customizados/7/situacoes', body: { situacao: 1 }, status: 204 },
        { ask: 'GET /campos-customizados/7', data: { id: 7, situacao: 0 } },
      ],
      [],
    ],
    [
      'by a situation for several in a request that was wrong on purpose',
      [
        { ask: 'GET /contatos/7', data: { id: 7, situacao: 'A' } },
        {
          ask: 'POST /contatos/situacoes',
          body: { idsContatos: [7], situacao: 'I' },
          status: 204,
          intent: 'invalid',
        },
        { ask: 'GET /contatos/7', data: { id: 7, situacao: 'A' } },
      ],
      [],
    ],
    [
      'by its situation, which was set back with others',
      [
        { ask: 'GET /contatos/7', data: { id: 7, situacao: 'A' } },
        { ask: 'PATCH /contatos/7/situacoes', body: { situacao: 'I' }, status: 204 },
        { ask: 'POST /contatos/situacoes', body: { idsContatos: [7], situacao: 'A' }, status: 204 },
        { ask: 'GET /contatos/7', data: { id: 7, situacao: 'A' } },
      ],
      [],
    ],
    [
      'by its situation in the path stayed where it was',
      [
        { ask: 'GET /pedidos/vendas/7', data: { id: 7, situacao: { id: 1, valor: 0 } } },
        { ask: 'PATCH /pedidos/vendas/7/situacoes/9', status: 204 },
        { ask: 'GET /pedidos/vendas/7', data: { id: 7, situacao: { id: 1, valor: 0 } } },
      ],
      ['e3 no-effect'],
    ],
    [
      'by its situation in the path changed another field',
      [
        { ask: 'GET /pedidos/vendas/7', data: { id: 7, situacao: { id: 1 }, total: 5 } },
        { ask: 'PATCH /pedidos/vendas/7/situacoes/9', status: 204 },
        { ask: 'GET /pedidos/vendas/7', data: { id: 7, situacao: { id: 9 }, total: 6 } },
      ],
      ['e3 other-field'],
    ],
  ])('%s', (_what, passings, expected) => {
    expect(toldBy(patched, passings)).toEqual(expected)
  })
})

describe('a field that nobody but the service sets', () => {
  const at = (moment: unknown, more: object = {}) =>
    read({ id: 7, codigo: 'c', marcas: { por: { nome: moment } }, ...more })
  const whole: Passing = { ask: 'PUT /produtos/fornecedores/7', body: { codigo: 'c' }, status: 204 }
  const severities = (...passings: Passing[]) =>
    breachesBy(patched, passings).map(({ code, severity = 'error' }) => `${code.split(':')[1]} ${severity}`)

  it('may move with every write', () => {
    expect(severities(at('a'), whole, at('b'), patch({ precoCusto: 5 }), at('c', { precoCusto: 5 }))).toEqual(
      [],
    )
  })

  it('may move with every read', () => {
    expect(severities(at('a'), at('b'), patch({ precoCusto: 5 }), at('c', { precoCusto: 5 }))).toEqual([])
  })

  it('is known by the reads of another record', () => {
    const other = (moment: string): Passing => ({
      ask: 'GET /produtos/fornecedores/8',
      data: { id: 8, marcas: { por: { nome: moment } } },
    })
    expect(
      severities(other('a'), other('b'), at('b'), patch({ precoCusto: 5 }), at('c', { precoCusto: 5 })),
    ).toEqual([])
  })

  it('is observed where its first move is the PATCH', () => {
    expect(severities(at('a'), patch({ precoCusto: 5 }), at('b', { precoCusto: 5 }))).toEqual([
      'other-field info',
    ])
  })

  it('is changed by a PATCH where it stayed with another write', () => {
    expect(severities(at('a'), whole, at('a'), patch({ precoCusto: 5 }), at('b', { precoCusto: 5 }))).toEqual(
      ['other-field error'],
    )
  })

  it.each([[''], [null], [undefined]])('may not be emptied by a PATCH: %j', (empty) => {
    expect(severities(at('a'), patch({ precoCusto: 5 }), at(empty, { precoCusto: 5 }))).toEqual([
      'other-field error',
    ])
  })

  it('may be sent back by a PUT, and move all the same', () => {
    const sent = { codigo: 'd', marcas: { por: { nome: 'a' } } }
    expect(toldBy(replaced, [at('a'), { ...whole, body: sent }, at('b', { codigo: 'd' })])).toEqual([])
    expect(toldBy(replaced, [at('x'), { ...whole, body: sent }, at('b', { codigo: 'd' })])).toEqual([
      'e3 field',
    ])
    expect(
      toldBy(replaced, [at('a'), { ...whole, body: { codigo: 'c' } }, at('b', { codigo: 'd' })]),
    ).toEqual(['e3 field'])
  })

  it('is an item’s identifier that is new with every write', () => {
    const items = (id: number) => read({ id: 7, itens: [{ id, valor: 5 }] })
    expect(severities(items(1), whole, items(2), patch({ precoCusto: 5 }), items(3))).toEqual([])
  })
})

describe('a situation that is set', () => {
  const shown = (more: object): Passing => ({ ask: 'GET /contatos/7', data: { id: 7, ...more } })
  const set: Passing = { ask: 'PATCH /contatos/7/situacoes', body: { situacao: 'I' }, status: 204 }
  const before = { nome: 'a', email: 'a@exemplo.invalid', situacao: 'A' }
  const severities = (after: object) =>
    breachesBy(patched, [shown(before), set, shown({ situacao: 'I', ...after })]).map(
      ({ code, severity = 'error' }) => `${code.split(':')[1]} ${severity}`,
    )

  it.each<[string, object, string[]]>([
    ['may leave all else as it was', { nome: 'a', email: 'a@exemplo.invalid' }, []],
    ['may not empty a field', { nome: 'a', email: '' }, ['other-field error']],
    ['may not replace the record', {}, ['other-field error']],
    [
      'may change a field, which nobody shows',
      { nome: 'b', email: 'a@exemplo.invalid' },
      ['other-field warning'],
    ],
    ['may not empty a field where it changes another', { nome: 'b', email: null }, ['other-field error']],
  ])('%s', (_what, after, expected) => expect(severities(after)).toEqual(expected))
})

describe('a record that was created', () => {
  it.each<[string, readonly Passing[], string[]]>([
    ['shows what was sent', [create({ nome: 'a' }), get({ id: 7, nome: 'a' })], []],
    ['is unknown', [create({ nome: 'a' }), get(undefined, { status: 404, response: {} })], ['e2 unknown']],
    ['is out of reach', [create({ nome: 'a' }), get(undefined, { status: 500, response: {} })], []],
    [
      'is another',
      [create({ nome: 'a' }), get({ id: 7, nome: 'b' }), get({ id: 7, nome: 'c' })],
      ['e2 field'],
    ],
    ['hides a field', [create({ nome: 'a', cor: 'x' }), get({ id: 7, nome: 'a' })], ['e2 not-shown']],
    [
      'and read before the answer came may be unfinished',
      [
        create({ nome: 'a' }, { atMs: 1_000 }),
        get({ id: 7, nome: 'b' }, { atMs: 1_004 }),
        get({ id: 7, nome: 'a' }, { atMs: 9_000 }),
      ],
      [],
    ],
    [
      'and read the moment in which it came is finished',
      [create({ nome: 'a' }, { atMs: 1_000 }), get({ id: 7, nome: 'b' }, { atMs: 1_005 })],
      ['e2 field'],
    ],
    [
      'in vain is none',
      [create({ nome: 'a' }, { status: 400, data: undefined, response: {} }), get({ id: 7, nome: 'b' })],
      [],
    ],
    [
      'and replaced since holds other values',
      [create({ nome: 'a' }), put({ nome: 'b' }), get({ id: 7, nome: 'b' })],
      [],
    ],
    [
      'and replaced in vain holds its own',
      [create({ nome: 'a' }), put({ nome: 'b' }, { status: 400 }), get({ id: 7, nome: 'b' })],
      ['e3 field'],
    ],
    ...[1, 4, 5].map((pages): [string, readonly Passing[], string[]] => [
      `answers a record that was listed ${pages} lists ago`,
      [
        { ask: 'GET /contatos', data: [{ id: 7 }] },
        ...Array.from({ length: pages - 1 }, () => ({ ask: 'GET /contatos?pagina=2', data: [{ id: 8 }] })),
        create({ nome: 'a' }),
        get({ id: 7, nome: 'b' }),
      ],
      pages > 4 ? [`e${pages + 2} field`] : [`e${pages + 1} other-record`],
    ]),
    [
      'answers a record that another list showed',
      [{ ask: 'GET /depositos', data: [{ id: 7 }] }, create({ nome: 'a' }), get({ id: 7, nome: 'b' })],
      ['e3 field'],
    ],
    [
      'answers a record that was created here',
      [
        create({ nome: 'a' }),
        { ask: 'GET /contatos', data: [{ id: 7 }] },
        create({ nome: 'c' }),
        get({ id: 7, nome: 'b' }),
      ],
      ['e4 field'],
    ],
    [
      'answers the identifier of a record that was deleted',
      [
        { ask: 'GET /contatos', data: [{ id: 7 }] },
        { ask: 'DELETE /contatos/7', status: 204 },
        create({ nome: 'a' }),
        get({ id: 7, nome: 'b' }),
      ],
      ['e4 field'],
    ],
    [
      'and deleted since is gone',
      [
        create({ nome: 'a' }),
        { ask: 'DELETE /contatos/7', status: 204 },
        get(undefined, { status: 404, response: {} }),
      ],
      [],
    ],
    [
      'and deleted since with others is gone',
      [
        create({ nome: 'a' }),
        { ask: 'DELETE /contatos?idsContatos=6,7', status: 204 },
        get(undefined, { status: 404, response: {} }),
      ],
      [],
    ],
    [
      'was not among those that were deleted',
      [
        create({ nome: 'a' }),
        { ask: 'DELETE /contatos?limite=7&outrasids=7&ids7x-=7', status: 204 },
        get(undefined, { status: 404, response: {} }),
      ],
      ['e3 unknown'],
    ],
    [
      'and deleted, and created again under its identifier, is there',
      [
        create({ nome: 'a' }),
        { ask: 'DELETE /contatos/7', status: 204 },
        create({ nome: 'a' }),
        get(undefined, { status: 404, response: {} }),
      ],
      ['e4 unknown'],
    ],
  ])('%s', (_what, passings, expected) => {
    expect(toldBy(createdReadable, passings)).toEqual(expected)
  })
})

describe('a record that was deleted', () => {
  const gone: Passing = { ask: 'DELETE /contatos/7', status: 204 }
  const unknown = (ask: string, more: Partial<Passing> = {}): Passing => ({
    ask,
    intent: 'unknown-record',
    data: {},
    ...more,
  })

  it.each<[string, readonly Passing[], string[]]>([
    ['answers 404', [gone, get(undefined, { status: 404, response: {} })], []],
    ['is still there', [gone, get({ id: 7 })], ['e2 still-there']],
    [
      'is shown as one that never was is',
      [unknown('GET /contatos/99'), gone, unknown('GET /contatos/7')],
      [],
    ],
    [
      'is shown where one of another route that never was is',
      [unknown('GET /produtos/99'), gone, unknown('GET /contatos/7')],
      ['e3 still-there'],
    ],
    [
      'is shown where one that never was is not',
      [
        unknown('GET /contatos/99', { status: 404, data: undefined, response: {} }),
        ...[gone, unknown('GET /contatos/7')],
      ],
      ['e3 still-there'],
    ],
    [
      'is shown again and again',
      [gone, unknown('GET /contatos/7'), get({ id: 7 })],
      ['e2 still-there', 'e3 still-there'],
    ],
    [
      'is refused as one that never was is',
      [unknown('GET /contatos/99', { status: 500 }), gone, get(undefined, { status: 500, response: {} })],
      [],
    ],
    [
      'is refused otherwise than one that never was',
      [unknown('GET /contatos/99', { status: 500 }), gone, get(undefined, { status: 400, response: {} })],
      ['e3 other-status'],
    ],
    [
      'is refused as one that was deleted before, and as none that never was',
      [gone, unknown('GET /contatos/7', { status: 500 }), get(undefined, { status: 500, response: {} })],
      ['e2 other-status', 'e3 other-status'],
    ],
    [
      'is refused, where one that never was is shown',
      [unknown('GET /contatos/99'), gone, get(undefined, { status: 400, response: {} })],
      ['e3 other-status'],
    ],
  ])('%s', (_what, passings, expected) => {
    expect(toldBy(deleted, passings)).toEqual(expected)
  })

  it('is put to the test where it answers 404 as one that never was', () => {
    const missing = { status: 404, data: undefined, response: {} }
    const passings = [unknown('GET /contatos/99', missing), gone, unknown('GET /contatos/7', missing)]
    expect(isTestedBy(deleted, passings)).toBe(true)
  })
})

describe('the type of an identifier', () => {
  const list = (...ids: unknown[]): Passing => ({ ask: 'GET /contatos', data: ids.map((id) => ({ id })) })

  it.each<[string, readonly Passing[], string[]]>([
    ['is that of the list', [list(6, 7), get({ id: 7 })], []],
    ['is another than the list’s', [list(6, 7), get({ id: '7' })], ['e2 other-type']],
    ['is any where the list shows both', [list(6, '8'), get({ id: '7' })], []],
    ['is any where the list shows none', [list(), get({ id: '7' })], []],
    ['is any where the list’s are masked', [list('[cpf#1]'), get({ id: 7 })], []],
    ['is another than the create’s', [create({ nome: 'a' }), get({ id: '7' })], ['e2 created-type']],
  ])('%s', (_what, passings, expected) => {
    expect(toldBy(sameIdentifier, passings)).toEqual(expected)
  })
})

describe('a single read of a record of which the document shows no identifier', async () => {
  const shapes = await loadShapes()
  const fieldsOf = (id: string) => {
    const route = allRoutes('document').find((one) => one.id === id)
    const data = route && shapes.of(route, 'document')?.data
    return data && Object.keys(fieldsIn(data))
  }

  it('is each that the document shows so, and no other', () => {
    const reads = allRoutes('document').filter(
      ({ method, path, success }) => method === 'GET' && success.data === 'object' && path.endsWith('}'),
    )
    const without = reads.filter(({ id, path }) => {
      const fields = fieldsOf(id)
      const name = /\{(\w+)\}$/.exec(path)?.[1]
      return fields && !fields.some((field) => field === 'id' || field === name)
    })
    expect(new Set(without.map(({ id }) => id))).toEqual(documentedWithoutId)
  })

  it.each(['/produtos/estruturas/7', '/logisticas/objetos/7'])(
    'is told of, and accused of nothing: %s',
    (path) => {
      const lacking = { ask: `GET ${path}`, data: { componentes: [] } }
      const told = breachesBy(sameIdentifier, [lacking], { profile: bling })
      expect(told.map(({ code, severity }) => `${code} ${severity}`)).toEqual([
        'records/same-identifier:missing info',
      ])
    },
  )
})

describe('a PUT that sets a situation alone', () => {
  const order = { id: 7, responsavel: 'Ana', numero: 1, situacao: { id: 1 } }
  const whole = { ask: 'PUT /ordens-producao/7', body: { responsavel: 'Ana', numero: 1 }, status: 204 }
  const seen = (data: unknown) => ({ ask: 'GET /ordens-producao/7', data })
  const set = { ask: 'PUT /ordens-producao/7/situacoes', body: { idSituacao: 2 }, status: 204 }
  const told = (after: unknown) =>
    [replaced, patched].flatMap((rule) =>
      breachesBy(rule, [whole, seen(order), set, seen(after)], { profile: bling }).map(({ code }) => code),
    )

  it('leaves nothing out, and so replaces nothing', () => {
    expect(told({ ...order, situacao: { id: 2 } })).toEqual([])
  })

  it('changes nothing else', () => {
    expect(told({ ...order, numero: 9, situacao: { id: 2 } })).toEqual(['records/patched:other-field'])
  })

  it('is another than one that replaces a situation', () => {
    const exchangesOf = [
      { ask: 'PUT /situacoes/7', body: { nome: 'Nova', cor: '#fff' }, status: 200, data: { id: 7 } },
      { ask: 'GET /situacoes/7', data: { id: 7, nome: 'Velha', cor: '#fff' } },
    ]
    expect(breachesBy(replaced, exchangesOf, { profile: bling }).map(({ code }) => code)).toEqual([
      'records/replaced:field',
    ])
    expect(breachesBy(patched, exchangesOf, { profile: bling })).toEqual([])
  })
})

it.each<[unknown, string[]]>([
  [{ id: 8, valor: 1 }, ['other']],
  [{ valor: 1 }, ['missing']],
  [{}, ['empty']],
  [{ id: 7, valor: 1 }, []],
  [{ data: { id: 8 } }, ['other']],
])(
  'holds the record that the document shows without its envelope to be the one asked for: %j',
  (response, codes) => {
    const told = breachesBy(sameIdentifier, [{ ask: 'GET /caixas/7', response }], { profile: bling })
    expect(told.map(({ code }) => code.split(':')[1])).toEqual(codes)
  },
)

it('takes the identifiers of /caixas as the document shows them: text in the list, a number in the record', () => {
  const passings: Passing[] = [
    { ask: 'GET /caixas', data: [{ id: '7' }] },
    { ask: 'GET /caixas/7', data: { id: 7 } },
  ]
  expect(breachesBy(sameIdentifier, passings, { profile: bling })).toEqual([])
})

describe('an identifier whose type changes', () => {
  const list = (id: unknown): Passing => ({ ask: 'GET /contatos', data: [{ id }, { id }] })
  const text: readonly Passing[] = [list('7'), get({ id: 7, nome: 'a' })]
  const made: readonly Passing[] = [create({ nome: 'a' }, { data: { id: '7' } }), get({ id: 7, nome: 'a' })]

  it('is the fault of who breaks its documented shape', async () => {
    const known = { profile: bling, shapes: await loadShapes() }
    expect(toldBy(sameIdentifier, text, known)).toEqual(['e1 other-type'])
    expect(toldBy(sameIdentifier, made, known)).toEqual(['e1 created-type'])
    expect(toldBy(sameIdentifier, [list(7), get({ id: '7', nome: 'a' })], known)).toEqual(['e2 other-type'])
    expect(breachesBy(sameIdentifier, text, known)[0]?.route).toBe('GET /contatos')
  })

  it('is told of the single read where no shape is known', async () => {
    const known = { shapes: await loadShapes() }
    expect(toldBy(sameIdentifier, text, known)).toEqual(['e2 other-type'])
    expect(toldBy(sameIdentifier, made, known)).toEqual(['e2 created-type'])
  })
})
