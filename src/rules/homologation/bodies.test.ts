import { describe, expect, it } from 'vitest'
import { judge } from '../../judging/judge.js'
import { bling, type Profile, spec } from '../../specification/profile.js'
import { loadShapes } from '../../specification/shapes.js'
import { contextOf, exchangesOf, product, type Shot, step, steps } from '../exchanges.fixture.js'
import { broken, harmless } from './rows.fixture.js'

/** A run whose product is this text; steps 2 and 3 as texts, too. */
function ofText(data: string, second: string, third: string): Shot[] {
  return steps({ 1: { response: `{"data":${data}}` }, 2: { body: second }, 3: { body: third } })
}

const parted = { nome: 'Caneca', codigo: 'CAN-01', dimensoes: { nome: 'caixa', codigo: 1 } }

/** A run of a product that has parts. */
function ofParts(second: unknown, third: unknown): Shot[] {
  return steps({ 1: { response: { data: parted } }, 2: { body: second }, 3: { body: third } })
}

describe('a body of step 2 that differs in several places', () => {
  const part = { largura: 1, altura: 2 }
  const rich = { ...product, dimensoes: { caixa: part }, tags: ['a', 'b'] }
  const sent = (body: unknown) => {
    const { findings } = judge(
      exchangesOf(steps({ 1: { response: { data: rich } }, 2: { body } })),
      contextOf(),
    )
    const own = findings.filter((one) => one.requirement === 'homologation/post-data')
    return own.map(({ code, values }) => [
      code.split(':')[1],
      values.field ?? values.fields,
      values.expected,
      values.actual,
    ])
  }
  it('names them all, each as deep as it stands, with what was expected and what came', () => {
    const body = {
      ...rich,
      nome: 'X',
      codigo: 5,
      tags: ['a'],
      dimensoes: { caixa: { largura: 1, altura: '2', cor: null } },
    }
    expect(sent(body)).toEqual([
      [
        'several',
        '`nome`, `codigo`, `dimensoes.caixa.altura`, `dimensoes.caixa.cor`, `tags`',
        '`nome`: "Caneca", `codigo`: "CAN-01", `dimensoes.caixa.altura`: 2, `dimensoes.caixa.cor`: —, `tags`: ["a","b"]',
        '`nome`: "X", `codigo`: 5, `dimensoes.caixa.altura`: "2", `dimensoes.caixa.cor`: null, `tags`: ["a"]',
      ],
    ])
  })
  it('names the one where it is one, however deep', () => {
    expect(sent({ ...rich, dimensoes: { caixa: { ...part, altura: 3 } } })).toEqual([
      ['changed', 'dimensoes.caixa.altura', '2', '3'],
    ])
    expect(sent({ ...rich, dimensoes: [] })).toEqual([
      ['changed', 'dimensoes', '{"caixa":{"largura":1,"altura":2}}', '[]'],
    ])
  })
  it('names no more than twenty', () => {
    const many = Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`campo${i}`, 'x'.repeat(500)]))
    const [[code, fields, expected, actual] = []] = sent({ ...rich, ...many })
    expect([code, String(fields).split(', ').length, String(fields).endsWith('`campo19`, …')]).toEqual([
      'several',
      21,
      true,
    ])
    expect([String(expected).endsWith('—, …'), String(actual).length < 2_000]).toEqual([true, true])
  })
  it('is the same where it is the same', () => expect(sent(structuredClone(rich))).toEqual([]))
})

describe('a field that stands twice in a body', () => {
  const twice = JSON.stringify(product).replace('{', '{"nome":"Outra",')
  it.each([
    ['is observed, also where the last is right', twice, ['info request/body:doubled']],
    ['is observed beside what is wrong', twice.replace('32.56', '1'), ['info request/body:doubled', 'error homologation/post-data:changed']],
    ['is none elsewhere', JSON.stringify(product), []],
  ])('%s', async (_, body, expected) => {
    const { findings } = judge(exchangesOf(steps({ 2: { body } })), contextOf({ shapes: await loadShapes() }))
    expect(findings.map(({ severity, code }) => `${severity} ${code}`)).toEqual(expected)
  }) // biome-ignore format: a table
})

describe('numbers that a double would round', () => {
  const long = '{"nome":"A","gtin":9007199254740993,"peso":0.12345678901234567891}'
  const changed = long.replace('"A"', '"Copo"')
  harmless([
    ['long numbers in their own text', ofText(long, long, changed)],
    [
      'the same decimal in another spelling',
      ofText('{"nome":"A","preco":1.5e2}', '{"nome":"A","preco":150}', '{"nome":"Copo","preco":150.0}'),
    ],
    [
      'a long identifier in every path',
      steps({
        2: { response: '{"data":{"id":9007199254740993}}' },
        3: { ask: 'PUT /homologacao/produtos/9007199254740993' },
        4: { ask: 'PATCH /homologacao/produtos/9007199254740993/situacoes' },
        5: { ask: 'DELETE /homologacao/produtos/9007199254740993' },
      }),
    ],
  ])
  broken([
    [
      'a long integer that was rounded',
      'homologation/post-data:changed',
      ofText(long, long.replace('40993', '40992'), changed),
    ],
    [
      'a long decimal that was rounded',
      'homologation/post-data:changed',
      ofText(long, long.replace('67891', '67892'), changed),
    ],
    [
      'a long integer that became text',
      'homologation/post-data:type-changed',
      ofText(long, long.replace('9007199254740993', '"9007199254740993"'), changed),
    ],
    [
      'one that was rounded in step 3',
      'homologation/put-change:more-changed',
      ofText(long, long, changed.replace('40993', '40992')),
    ],
    [
      'a long identifier that was rounded',
      'homologation/same-product:other',
      steps({
        2: { response: '{"data":{"id":9007199254740993}}' },
        3: { ask: 'PUT /homologacao/produtos/9007199254740992' },
        4: { ask: 'PATCH /homologacao/produtos/9007199254740993/situacoes' },
        5: { ask: 'DELETE /homologacao/produtos/9007199254740993' },
      }),
    ],
  ])
})

describe('a product that lies in another object', () => {
  harmless([
    ['a part with fields of the same names', ofParts(parted, { ...parted, nome: 'Copo' })],
    [
      'a part alone that holds all fields',
      ofParts(parted, { ...parted, nome: 'Copo', dimensoes: parted.dimensoes }),
    ],
  ])
  broken([
    [
      'a product wrapped in step 2',
      'homologation/post-data:wrapped',
      ofParts({ produto: parted }, { ...parted, nome: 'Copo' }),
    ],
    [
      'a product wrapped in step 3',
      'homologation/put-change:wrapped',
      ofParts(parted, { data: { ...parted, nome: 'Copo' } }),
    ],
    [
      'a part in place of the product',
      'homologation/put-change:missing-fields',
      ofParts(parted, { nome: 'Copo', dimensoes: parted.dimensoes }),
    ],
  ])
})

describe('the body of step 3', () => {
  const third = (body: unknown, profile: Profile = spec) => [steps({ 3: { body } }), profile] as const
  const named: Profile = { ...spec, change: { field: 'nome', text: 'Copo', sends: 'Copo' } }
  harmless([
    ['any other text', ...third({ ...product, nome: 'x' })],
    ['a description beside the name', ...third({ ...product, descricao: 'x' })],
    ['the text that the profile gives', ...third({ ...product, nome: 'Copo' }, named)],
    [
      'a product that holds the given text already',
      steps({
        1: { response: { data: { nome: 'Copo' } } },
        2: { body: { nome: 'Copo' } },
        3: { body: { nome: 'Copo' } },
      }),
      named,
    ],
    [
      'letters that are escaped',
      steps({ 3: { body: '{"nome":"\\u0043opo","codigo":"CAN-01","preco":32.56}' } }),
    ],
  ])
  broken([
    ['nothing changed', 'homologation/put-change:unchanged', ...third(product)],
    [
      'another text than the given one',
      'homologation/put-change:text',
      ...third({ ...product, nome: 'copo' }, named),
    ],
    ['a text that is none', 'homologation/put-change:no-text', ...third({ ...product, nome: ' ' })],
    ['a number as text', 'homologation/put-change:no-text', ...third({ ...product, nome: 5 })],
    [
      'two descriptions',
      'homologation/put-change:more-changed',
      ...third({ ...product, nome: 'x', descricao: 'y' }),
    ],
    [
      'a field too many',
      'homologation/put-change:extra-fields',
      ...third({ ...product, nome: 'x', id: 987 }),
    ],
    ['a field too few', 'homologation/put-change:missing-fields', ...third({ nome: 'x', codigo: 'CAN-01' })],
    [
      'without the field that held the given text already',
      'homologation/put-change:missing-fields',
      steps({
        1: { response: { data: { nome: 'Copo', preco: 1 } } },
        2: { body: { nome: 'Copo', preco: 1 } },
        3: { body: { preco: 1 } },
      }),
      named,
    ],
    ['another field', 'homologation/put-change:other-field', ...third({ ...product, codigo: 'x' })],
    [
      'the given text in a field of one’s own',
      'homologation/put-change:other-field',
      ...third({ ...product, descricao: 'Copo' }, named),
    ],
    [
      'a field too many and nothing changed',
      'homologation/put-change:several',
      ...third({ ...product, id: 7 }),
    ],
    [
      'an empty field too many and nothing changed',
      'homologation/put-change:several',
      ...third({ ...product, marca: null }),
    ],
    [
      'nothing changed, where the description is to be added',
      'homologation/put-change:unchanged',
      ...third(product, { ...spec, change: { field: 'descricao', text: 'Copo', sends: 'Copo' } }),
    ],
    [
      'one more field, and a number as text',
      'homologation/put-change:more-changed',
      ...third({ nome: 'x', codigo: 'y', preco: '32.56' }),
    ],
    [
      'two descriptions and one more field',
      'homologation/put-change:several',
      ...third({ ...product, nome: 'x', descricao: 'y', preco: 1 }),
    ],
    [
      'a field too many and another text',
      'homologation/put-change:several',
      ...third({ ...product, nome: 'copo', id: 987 }, named),
    ],
    [
      'a field too few and nothing changed',
      'homologation/put-change:several',
      ...third({ nome: 'Caneca', codigo: 'CAN-01' }),
    ],
    [
      'a field too few and one too many',
      'homologation/put-change:several',
      ...third({ nome: 'x', codigo: 'CAN-01', id: 987 }),
    ],
    [
      'another field and another text',
      'homologation/put-change:several',
      ...third({ ...product, nome: 'copo', preco: 1 }, named),
    ],
    ['one more field', 'homologation/put-change:more-changed', ...third({ ...product, nome: 'x', preco: 1 })],
    ['a list', 'homologation/put-change:no-object', ...third([product])],
    ['no JSON', 'homologation/put-change:not-json', ...third('nome=x')],
    ['no body', 'homologation/put-change:no-body', ...third(null)],
    [
      'another method',
      'homologation/put-change:method',
      [step(1), step(2), step(3, { ask: 'PATCH /homologacao/produtos/987' }), step(4), step(5)],
    ],
  ])
})

describe('the body of step 2', () => {
  const second = (body: unknown) => steps({ 2: { body } })
  const error = { status: 404, response: { error: { type: 'RESOURCE_NOT_FOUND' } } }
  const sentAs = (method: string) => step(2, { ...error, ask: `${method} /homologacao/produtos` })
  harmless([
    ['another order', second({ preco: 32.56, codigo: 'CAN-01', nome: 'Caneca' })],
    ['another spelling', second('{ "nome":"Canec\\u0061", "codigo":"CAN-01","preco":32.560 }')],
  ])
  broken([
    ['no body', 'homologation/post-data:no-body', second(null)],
    ['PUT in place of POST', 'homologation/post-data:method', [step(1), sentAs('PUT')]],
    ['PATCH in place of POST', 'homologation/post-data:method', [step(1), sentAs('PATCH')]],
    ['no JSON', 'homologation/post-data:not-json', second('a=1')],
    ['a list', 'homologation/post-data:no-object', second([product])],
    ['a text', 'homologation/post-data:no-object', second('"texto"')],
    ['another product', 'homologation/post-data:invented', second({ nome: 'x', codigo: 'y', preco: 1 })],
    ['a field too few', 'homologation/post-data:missing', second({ nome: 'Caneca', codigo: 'CAN-01' })],
    ['a field too many', 'homologation/post-data:added', second({ ...product, id: 1 })],
    ['another type', 'homologation/post-data:type-changed', second({ ...product, preco: '32.56' })],
    ['another value', 'homologation/post-data:changed', second({ ...product, preco: 32.5 })],
  ])
})

describe('the body of step 4', () => {
  const fourth = (body: unknown, profile: Profile = spec) => [steps({ 4: { body } }), profile] as const
  const wanted: Profile = { ...spec, situation: bling.situation }
  harmless([
    ['a letter', ...fourth({ situacao: 'A' })],
    ['a number', ...fourth({ situacao: 0 })],
    ['a long number', ...fourth('{"situacao":12345678901234567890}')],
    ['the value that the profile wants', ...fourth({ situacao: 'I' }, wanted)],
    ['a field beside', ...fourth({ situacao: 'I', motivo: 'x' })],
  ])
  broken([
    ['no body', 'homologation/situation:no-body', ...fourth(null)],
    ['no JSON', 'homologation/situation:not-json', ...fourth('situacao=I')],
    ['no such field', 'homologation/situation:no-field', ...fourth({ status: 'I' })],
    ['a list', 'homologation/situation:no-field', ...fourth([{ situacao: 'I' }])],
    ['an envelope', 'homologation/situation:no-field', ...fourth({ data: { situacao: 'I' } })],
    ['an empty value', 'homologation/situation:value', ...fourth({ situacao: ' ' })],
    ['a value that is none', 'homologation/situation:value', ...fourth({ situacao: null })],
    [
      'another value than the wanted one',
      'homologation/situation:value',
      ...fourth({ situacao: 'A' }, wanted),
    ],
    [
      'the path of the product',
      'homologation/situation:path',
      steps({ 4: { ask: 'PATCH /homologacao/produtos/987' } }),
    ],
    [
      'another method',
      'homologation/situation:method',
      steps({ 4: { ask: 'PUT /homologacao/produtos/987/situacoes' } }),
    ],
  ])
})

describe('step 5', () => {
  harmless([
    [
      'a body of no bytes',
      steps({
        5: {
          requestBody: { text: '', sizeBytes: 0, flaw: null },
          headers: [['Authorization', 'Bearer token-1']],
        },
      }),
    ],
  ])
  broken([
    ['a body', 'homologation/delete:body', steps({ 5: { body: { id: 987 } } })],
    [
      'another path',
      'homologation/delete:path',
      steps({ 5: { ask: 'DELETE /homologacao/produtos/987/situacoes' } }),
    ],
    ['another method', 'homologation/delete:method', steps({ 5: { ask: 'POST /homologacao/produtos/987' } })],
    [
      'no identifier',
      'homologation/same-product:none',
      steps({ 5: { ask: 'DELETE /homologacao/produtos' } }),
    ],
  ])
})

describe('a product that lies in the body of step 2', () => {
  const second = (body: unknown) => steps({ 2: { body } })
  broken([
    ['beside another field', 'homologation/post-data:wrapped', second({ produto: product, loja: 1 })],
    ['as another object', 'homologation/post-data:invented', second({ produto: { nome: 'x' } })],
  ])
})

describe('the field that describes a product', () => {
  const of = (data: object, third: object) =>
    steps({ 1: { response: { data } }, 2: { body: data }, 3: { body: third } })
  const bare = { titulo: 'Caneca', preco: 1 }
  const described = { ...product, descricao: 'De louça.' }
  harmless([
    ['the description', of(described, { ...described, descricao: 'De vidro.' })],
    ['any text, where there is no name', of(bare, { ...bare, titulo: 'Copo' })],
    ['one that was added, where there is no name', of(bare, { ...bare, descricao: 'Copo' })],
  ])
  broken([
    [
      'the name in place of the description',
      'homologation/put-change:other-field',
      of(described, { ...described, nome: 'Copo' }),
    ],
    [
      'a number, where there is no name',
      'homologation/put-change:other-field',
      of(bare, { ...bare, preco: 2 }),
    ],
    [
      'no name any more',
      'homologation/put-change:missing-fields',
      of(product, { codigo: 'CAN-01', preco: 32.56 }),
    ],
    [
      'an empty description as it was',
      'homologation/put-change:unchanged',
      of({ descricao: null, codigo: 'A' }, { descricao: null, codigo: 'A' }),
    ],
    [
      'the product beside its new name',
      'homologation/put-change:wrapped',
      ofParts(parted, { nome: 'Copo', produto: parted }),
    ],
  ])
})
