import { describe, expect, it } from 'vitest'
import { judge } from '../../judging/judge.js'
import { bling, type Profile, spec } from '../../specification/profile.js'
import {
  contextOf,
  course,
  product,
  refused,
  renewal,
  renewedRun,
  type Shot,
  step,
  steps,
} from '../course.fixture.js'

function roots(shots: readonly Shot[], profile: Profile = spec): string[] {
  const { findings } = judge(course(shots), contextOf({ profile }))
  const own = findings.filter(({ consequenceOf, severity }) => consequenceOf === null && severity !== 'info')
  return [...new Set(own.map(({ code }) => code))]
}

type Row = readonly [what: string, shots: readonly Shot[], profile?: Profile]

function harmless(rows: readonly Row[]) {
  for (const [what, shots, profile] of rows) {
    it(`accuses nobody of ${what}`, () => expect(roots(shots, profile)).toEqual([]))
  }
}

function broken(
  rows: readonly (readonly [what: string, code: string, shots: readonly Shot[], profile?: Profile])[],
) {
  for (const [what, code, shots, profile] of rows) {
    it(`names ${what} and nothing else`, () => expect(roots(shots, profile)).toEqual([code]))
    it(`tells of ${what} who erred, and what was seen`, () => {
      const { findings } = judge(course(shots), contextOf(profile && { profile }))
      const told = findings.map(
        (one) => `${one.code} | ${one.severity} | ${one.blame} | ${one.step} | ${JSON.stringify(one.values)}`,
      )
      expect(told.join('\n')).toMatchSnapshot()
    })
  }
}

/** A run whose product is this text; steps 2 and 3 as texts, too. */
function ofText(data: string, second: string, third: string): Shot[] {
  return steps({ 1: { answer: `{"data":${data}}` }, 2: { body: second }, 3: { body: third } })
}

const parted = { nome: 'Caneca', codigo: 'CAN-01', dimensoes: { nome: 'caixa', codigo: 1 } }

/** A run of a product that has parts. */
function ofParts(second: unknown, third: unknown): Shot[] {
  return steps({ 1: { answer: { data: parted } }, 2: { body: second }, 3: { body: third } })
}

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
        2: { answer: '{"data":{"id":9007199254740993}}' },
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
        2: { answer: '{"data":{"id":9007199254740993}}' },
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

describe('the identifier of step 2', () => {
  const other = (id: string): Partial<Record<1 | 2 | 3 | 4 | 5, Partial<Shot>>> => ({
    3: { ask: `PUT /homologacao/produtos/${id}` },
    4: { ask: `PATCH /homologacao/produtos/${id}/situacoes` },
    5: { ask: `DELETE /homologacao/produtos/${id}` },
  })
  harmless([
    ['an identifier that is data itself', steps({ 2: { answer: { data: 987 } } })],
    ['an identifier named idProduto', steps({ 2: { answer: { data: { idProduto: 987 } } } })],
  ])
  broken([
    ['one beside data', 'homologation/product-id:missing', steps({ 2: { answer: { id: 987, data: {} } } })],
    ['one without data', 'envelope/created:no-data', steps({ 2: { answer: { id: 987 } } })],
    ['none at all', 'homologation/product-id:missing', steps({ 2: { answer: { data: { nome: 'x' } } } })],
    [
      'one that is none',
      'homologation/product-id:not-an-identifier',
      steps({ 2: { answer: { data: { id: 0 } } } }),
    ],
    ['an answer without a body', 'homologation/product-id:no-body', steps({ 2: { answer: undefined } })],
    ['another identifier', 'homologation/same-product:other', steps(other('988'))],
  ])
  it('blames the service for one beside data', () => {
    const { cause } = judge(course(steps({ 2: { answer: { id: 987, data: {} } } })), contextOf())
    expect(cause?.blame).toBe('service')
  })
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
        1: { answer: { data: { nome: 'Copo' } } },
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
    ['another field', 'homologation/put-change:other-field', ...third({ ...product, codigo: 'x' })],
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
  harmless([
    ['another order', second({ preco: 32.56, codigo: 'CAN-01', nome: 'Caneca' })],
    ['another spelling', second('{ "nome":"Canec\\u0061", "codigo":"CAN-01","preco":32.560 }')],
  ])
  broken([
    ['no body', 'homologation/post-data:no-body', second(null)],
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

describe('the spelling of a step', () => {
  const unknown = { status: 404, answer: { error: { type: 'RESOURCE_NOT_FOUND' } } }
  const asks = {
    slash: 'DELETE /homologacao/produtos/987/',
    verb: 'delete /homologacao/produtos/987',
  }
  harmless([['a query behind the path', steps({ 5: { ask: 'DELETE /homologacao/produtos/987?loja=1' } })]])
  broken([
    [
      'a closing slash',
      'homologation/right-routes:closing-slash',
      steps({ 5: { ask: asks.slash, ...unknown } }),
    ],
    [
      'a verb in small letters',
      'homologation/right-routes:verb',
      steps({ 5: { ask: asks.verb, ...unknown } }),
    ],
  ])
  it.each(Object.values(asks))('is a warning where the service takes it: %s', (ask) => {
    const { verdict, findings, steps: judged } = judge(course(steps({ 5: { ask } })), contextOf())
    expect(findings.map(({ severity, step: at }) => [severity, at])).toEqual([['warning', 'homologation/5']])
    expect([verdict, judged[4]?.verdict]).toEqual(['pass', 'pass'])
  })
})

describe('the limit', () => {
  const limit = (change: Partial<Shot> = {}) =>
    step(2, { status: 429, answer: { error: { type: 'TOO_MANY_REQUESTS' } }, ...change })
  const asks = (value: string) => limit({ answerHeaders: [['Retry-After', value]] })
  const again = [step(1), limit()]
  harmless([
    ['an operation that is repeated', [step(1), limit(), ...steps()]],
    ['one that is repeated twice', [...again, ...again, ...steps()]],
    [
      'one that is repeated after a marked 400',
      [step(1), limit({ status: 400, answer: { error: 'Tempo limite' } }), ...steps()],
    ],
  ])
  broken([
    ['to give up', 'homologation/limit-hit:gave-up', again],
    ['to give up although the wait is short', 'homologation/limit-hit:gave-up', [step(1), asks('60')]],
    ['a wait that is too long', 'homologation/limit-hit:held-off', [step(1), asks('61')]],
    [
      'a wait until tomorrow',
      'homologation/limit-hit:held-off',
      [step(1), asks('Tue, 05 May 2026 00:00:00 GMT')],
    ],
    ['a limit that is always hit', 'homologation/limit-hit:again-and-again', [...again, ...again, ...again]],
    [
      'the step alone again',
      'homologation/limit-hit:repeated-step',
      [...again, step(2), step(3), step(4), step(5)],
    ],
    ['the next step', 'homologation/limit-hit:went-on', [...again, step(3), step(4), step(5)]],
  ])
  it.each(['run', 'examine'] as const)('that asks for a long wait is nobody’s fault: %s', (source) => {
    const shots = [step(1), asks('3600')].map((shot) => ({ ...shot, source }))
    const underTest = source === 'run' ? 'service' : 'application'
    const { cause } = judge(course(shots), contextOf({ underTest }))
    expect(cause).toMatchObject({ blame: 'environment', values: { seconds: 3_600, status: 429 } })
  })
})

describe('the hashes of an answer', () => {
  const everyStep: Profile = { ...spec, hash: { ...spec.hash, carriedOn: 'every-step' } }
  const two: Partial<Shot> = { answerHeaders: [[spec.hash.header, 'hash-2']] }
  const carrying = (carries: string) =>
    steps({ 1: two, 2: { carries }, 3: { carries }, 4: { carries }, 5: { carries } })
  harmless([
    ['the same hash twice', steps({ 1: { answerHeaders: [[spec.hash.header, ' hash-1']] } })],
    ['an empty one before it', steps({ 1: { issues: '', answerHeaders: [[spec.hash.header, 'hash-1']] } })],
  ])
  broken([
    ['no hash', 'homologation/hash-issued:missing', steps({ 1: { issues: undefined } })],
    ['an empty one', 'homologation/hash-issued:empty', steps({ 1: { issues: ' ' } })],
    [
      'two different ones, the first carried on',
      'homologation/hash-issued:several',
      carrying('hash-1'),
      everyStep,
    ],
    [
      'two different ones, the last carried on',
      'homologation/hash-issued:several',
      carrying('hash-2'),
      everyStep,
    ],
  ])
  it('are a warning where there are two', () => {
    const { verdict, cause } = judge(course(carrying('hash-2')), contextOf({ profile: everyStep }))
    expect([verdict, cause]).toEqual(['pass', null])
  })
})

describe('an answer without content', () => {
  broken([
    ['one with a body', 'envelope/no-content:body', steps({ 5: { answer: 'texto' } })],
    [
      'one in chunks',
      'envelope/no-content:chunked',
      steps({ 5: { answerHeaders: [['Transfer-Encoding', 'chunked']] } }),
    ],
  ])
})

describe('the hash that a request carries', () => {
  const everyStep: Profile = { ...spec, hash: { ...spec.hash, carriedOn: 'every-step' } }
  const hash = { carries: 'hash-1' }
  const carried = (change: Partial<Record<1 | 2 | 3 | 4 | 5, Partial<Shot>>> = {}) =>
    steps({
      2: { ...hash, ...change[2] },
      3: { ...hash, ...change[3] },
      4: { ...hash, ...change[4] },
      5: { ...hash, ...change[5] },
    })
  const inHeader = (name: string, value: string): Partial<Shot> => ({
    headers: [
      ['Authorization', 'Bearer token-1'],
      ['Content-Type', 'application/json'],
      [name, value],
    ],
  })
  const beside = (name: string, value: string, own = 'hash-1') => {
    const { headers = [] } = inHeader(name, value)
    return { headers: [...headers, [spec.hash.header, own] as const] }
  }
  /** From step 2 on within one second of a recording that keeps whole seconds. */
  const inOneSecond = (third: string): Shot[] => {
    const coarse = { tookMs: 180, gaps: ['times' as const] }
    const shots = steps({
      2: { carries: 'hash-1', issues: 'hash-2' },
      3: { carries: third, issues: 'hash-3' },
      4: { carries: 'hash-3' },
      5: { carries: 'hash-3' },
    })
    return shots.map((shot, i) => ({ ...shot, ...coarse, afterMs: i === 1 ? 1_000 : 0 }))
  }
  harmless([
    ['the newest one in every request', carried(), everyStep],
    ['the newest one, in a recording of whole seconds', inOneSecond('hash-2'), everyStep],
    ['one with blanks around it', carried({ 3: { carries: ' hash-1 ' } }), everyStep],
    ['none where the reading asks for none', steps()],
    ['the first where it is not asked for', carried()],
    [
      'each answer’s own, carried on in turn',
      steps({
        2: { carries: 'hash-1', issues: 'hash-2' },
        3: { carries: 'hash-2', issues: 'hash-3' },
        4: { carries: 'hash-3' },
        5: { carries: 'hash-3' },
      }),
      everyStep,
    ],
    [
      'one under the name of another profile as well',
      carried({ 3: beside('x-bling-homologacao', 'hash-1') }),
      everyStep,
    ],
    [
      'one beside a body that has more fields',
      carried({ 4: { body: { situacao: 'I', obs: 'hash' } } }),
      everyStep,
    ],
    [
      'another header in which a short hash stands by chance',
      steps({
        1: { issues: '987' },
        2: { carries: '987' },
        3: { ...beside('x-count', '987', '987') },
        4: { carries: '987' },
        5: { carries: '987' },
      }),
      everyStep,
    ],
    [
      'an address in which a short hash stands by chance',
      steps({
        1: { issues: '987' },
        2: { carries: '987' },
        3: { carries: '987' },
        4: { carries: '987' },
        5: { carries: '987' },
      }),
      everyStep,
    ],
  ])
  broken([
    ['none', 'homologation/hash-carried:missing', carried({ 3: { carries: undefined } }), everyStep],
    [
      'the one before the newest, in a recording of whole seconds',
      'homologation/hash-carried:older',
      inOneSecond('hash-1'),
      everyStep,
    ],
    ['an empty one', 'homologation/hash-carried:empty', carried({ 3: { carries: ' ' } }), everyStep],
    ['an unknown one', 'homologation/hash-carried:unknown', carried({ 3: { carries: 'hash-9' } }), everyStep],
    [
      'an older one',
      'homologation/hash-carried:older',
      carried({ 2: { issues: 'hash-2' }, 4: { carries: 'hash-2' }, 5: { carries: 'hash-2' } }),
      everyStep,
    ],
    [
      'one in another header',
      'homologation/hash-carried:other-header',
      carried({ 3: inHeader('x-other', 'hash-1') }),
      everyStep,
    ],
    [
      'one in another header as well',
      'homologation/hash-carried:other-header',
      carried({ 3: beside('x-other', ' hash-1 ') }),
      everyStep,
    ],
    [
      'one in the body as well',
      'homologation/hash-carried:in-body',
      carried({ 4: { body: { situacao: 'I', hash: 'hash-1' } } }),
      everyStep,
    ],
    [
      'one in the body instead',
      'homologation/hash-carried:in-body',
      carried({ 4: { body: { situacao: 'I', hash: 'hash-1' }, carries: undefined } }),
      everyStep,
    ],
    [
      'one in the address instead',
      'homologation/hash-carried:in-address',
      carried({ 4: { ask: 'PATCH /homologacao/produtos/987/situacoes?hash=hash-1', carries: undefined } }),
      everyStep,
    ],
    [
      'one in the address as well',
      'homologation/hash-carried:in-address',
      carried({ 4: { ask: 'PATCH /homologacao/produtos/987/situacoes?hash=hash-1' } }),
      everyStep,
    ],
    [
      'one in the address where none is asked for',
      'homologation/hash-carried:in-address',
      steps({ 5: { ask: 'DELETE /homologacao/produtos/987?hash=hash-1' } }),
    ],
    [
      'one of the same letters after the longer ones were passed',
      'homologation/hash-carried:in-address',
      steps({ 5: { ask: 'DELETE /homologacao/produtos/987?h=xxhash-1xx' } }),
    ],
    [
      'none after a refusal',
      'homologation/hash-carried:missing',
      [step(1), step(2), refused(3), renewal(), ...[3, 4, 5].map((n) => step(n as 3, { token: 'token-2' }))],
    ],
  ])
})

describe('the hash of a refusal', () => {
  const silent: Profile = { ...spec, hash: { ...spec.hash, refusalIssues: false } }
  const run = (carries: string) => [
    step(1),
    step(2),
    refused(3, { issues: 'hash-2' }),
    renewal(),
    step(3, { token: 'token-2', carries }),
    step(4, { token: 'token-2' }),
    step(5, { token: 'token-2' }),
  ]
  harmless([
    ['the hash of the refusal, where refusals issue one', run('hash-2')],
    ['the hash before the refusal, where refusals issue none', run('hash-1'), silent],
  ])
  broken([
    [
      'the hash before the refusal, where refusals issue one',
      'homologation/hash-carried:older',
      run('hash-1'),
    ],
    [
      'the hash of the refusal, where refusals issue none',
      'homologation/hash-carried:unknown',
      run('hash-2'),
      silent,
    ],
  ])
})

describe('a hash that no answer in the recording issued', () => {
  const carried = { ...spec, hash: { ...spec.hash, carriedOn: 'every-step' as const } }
  const withoutStep2 = (source: 'proxy' | 'recording') =>
    steps({ 3: { carries: 'hash-2' }, 4: { carries: 'hash-2' }, 5: { carries: 'hash-2' } })
      .filter((_, i) => i !== 1)
      .map((one): Shot => ({ ...one, source }))
  it('is nobody’s fault where the file of others lacks the step that may have', () => {
    expect(roots(withoutStep2('recording'), carried)).toEqual(['homologation/order:left-out'])
  })
  it('is the application’s where all of the traffic was kept', () => {
    expect(roots(withoutStep2('proxy'), carried)).toContain('homologation/hash-carried:unknown')
  })
})

describe('what step 1 hands out', () => {
  const first = (answer: unknown) => steps({ 1: { answer } }).slice(0, 1)
  broken([
    ['an answer without data', 'homologation/product-data:no-data', first({ produto: product })],
    ['data that is a list', 'homologation/product-data:no-object', first({ data: [product] })],
    ['data that holds nothing', 'homologation/product-data:empty', first({ data: {} })],
    ['no body', 'homologation/product-data:no-body', first(undefined)],
    ['a body that is no JSON', 'envelope/json:not-json', first('<html>')],
  ])
  harmless([
    [
      'a body that was not recorded',
      steps({ 1: { answerBody: { text: null, sizeBytes: 40, flaw: 'not-recorded' } } }),
    ],
  ])
})

describe('the token of a run', () => {
  const anew = { token: 'token-2', carries: 'hash-1' }
  const rest = [step(4, { token: 'token-2' }), step(5, { token: 'token-2' })]
  const second = renewal({
    body: 'grant_type=refresh_token&refresh_token=refresh-2',
    answer: { access_token: 'token-3', refresh_token: 'refresh-3', token_type: 'Bearer' },
  })
  const until3 = [step(1), step(2)]
  harmless([
    ['a renewal after a refusal', [...until3, refused(3), renewal(), step(3, anew), ...rest]],
    [
      'a first token that was fetched before',
      [renewal(), ...steps().map((shot) => ({ ...shot, token: 'token-2' }))],
    ],
    [
      'a renewal of a token that is about to expire',
      [
        renewal({
          answer: {
            access_token: 'token-1',
            refresh_token: 'refresh-2',
            token_type: 'Bearer',
            expires_in: 8,
          },
        }),
        ...until3,
        second,
        ...[3, 4, 5].map((n) => step(n as 3, { token: 'token-3' })),
      ],
    ],
  ])
  broken([
    [
      'the same token again',
      'homologation/token-renewed:same-token',
      [...until3, refused(3), renewal(), step(3, { carries: 'hash-1' }), step(4), step(5)],
    ],
    [
      'the old token at a later step',
      'homologation/token-renewed:old-token-again',
      [...until3, refused(3), renewal(), step(3, anew), step(4), step(5, { token: 'token-2' })],
    ],
    [
      'two renewals for one refusal',
      'homologation/renewal-bounded:several',
      [
        ...until3,
        refused(3),
        renewal(),
        second,
        step(3, { ...anew, token: 'token-3' }),
        step(4, { token: 'token-3' }),
        step(5, { token: 'token-3' }),
      ],
    ],
    [
      'a renewal that nothing asked for',
      'homologation/renewal-justified:unprompted',
      [...until3, renewal(), ...[3, 4, 5].map((n) => step(n as 3, { token: 'token-2' }))],
    ],
    [
      'a renewal long before the token expires',
      'homologation/renewal-justified:unprompted',
      [
        renewal({
          answer: {
            access_token: 'token-1',
            refresh_token: 'refresh-2',
            token_type: 'Bearer',
            expires_in: 9,
          },
        }),
        ...until3,
        second,
        ...[3, 4, 5].map((n) => step(n as 3, { token: 'token-3' })),
      ],
    ],
    [
      'a renewal after a limit',
      'homologation/renewal-justified:after-error',
      [
        step(1),
        step(2, { status: 429, answer: { error: { type: 'TOO_MANY_REQUESTS' } } }),
        renewal(),
        ...steps().map((shot) => ({ ...shot, token: 'token-2' })),
      ],
    ],
  ])
  it('is not renewed after a refusal that is none of the token’s', () => {
    const forbidden = step(3, { status: 403, answer: { error: { type: 'FORBIDDEN' } } })
    const codes = roots([
      ...until3,
      forbidden,
      renewal(),
      ...[3, 4, 5].map((n) => step(n as 3, { token: 'token-2' })),
    ])
    expect(codes).toContain('homologation/renewal-justified:after-403')
    expect(codes).not.toContain('homologation/renewal-justified:after-error')
  })
  it('was not renewed where the renewal failed', () => {
    const { findings } = judge(course([...until3, refused(3), renewal({ failure: 'reset' })]), contextOf())
    expect(findings.map(({ code }) => code)).toContain('homologation/token-renewed:not-renewed')
  })
})

describe('the total of a run', () => {
  const within = (maxMs: number): Profile => ({ ...spec, total: { maxMs } })
  harmless([
    ['no total', steps()],
    ['a total that is just kept', steps(), within(8_005)],
    [
      'a total of which nobody was timed',
      steps().map((shot) => ({ ...shot, gaps: ['times' as const] })),
      within(1),
    ],
  ])
  broken([['a total that is just missed', 'homologation/total-time:over', steps(), within(8_004)]])
})

describe('a run that leaves the way', () => {
  harmless([
    ['the real catalogue after its end', [...steps(), { ask: 'GET /produtos', answer: { data: [] } }]],
  ])
  broken([
    [
      'a step at the real catalogue',
      'homologation/right-routes:real-route',
      [step(1), step(2), step(3, { ask: 'PUT /produtos/987' }), step(4), step(5)],
    ],
    ['steps by turns', 'homologation/order:swapped', [step(1), step(2), step(4), step(3), step(5)]],
    ['a step left out', 'homologation/order:left-out', [step(1), step(2), step(3), step(5)]],
    ['a step sent twice', 'homologation/order:repeated', [...steps().slice(0, 4), step(4), step(5)]],
  ])
  it('goes on after an error', () => {
    const failed = step(3, { status: 400, answer: { error: { type: 'VALIDATION_ERROR' } } })
    const { findings } = judge(course([step(1), step(2), failed, step(4), step(5)]), contextOf())
    expect(findings.find(({ code }) => code === 'homologation/complete:went-on')).toMatchObject({
      exchange: 'e4',
      step: 'homologation/4',
      values: { failed: 3, status: 400 },
    })
  })
  it('is led elsewhere by the service', () => {
    const led = step(3, { status: 302, answer: undefined })
    expect(roots([step(1), step(2), led])).toEqual(['homologation/answer-status:redirect'])
  })
})

describe('the interval between two requests', () => {
  const counting: Profile = { ...spec, spacing: { ...spec.spacing, countsRenewal: true } }
  const overlapping = (afterMs: number) => steps({ 2: { tookMs: 3_000 }, 3: { afterMs } })
  harmless([
    ['exactly the interval', steps({ 3: { afterMs: 2_000 } })],
    ['a renewal in between', renewedRun()],
    [
      'a renewal in its own pace where it counts',
      [
        step(1),
        step(2),
        refused(3),
        renewal({ afterMs: 2_000 }),
        ...renewedRun({ 3: { afterMs: 2_000 } }).slice(4),
      ],
      counting,
    ],
    ['an answer that ends as the next request leaves', overlapping(3_000)],
    ['an answer that seems to end five milliseconds after it', overlapping(2_995)],
  ])
  broken([
    ['too little', 'homologation/spacing:too-close', steps({ 3: { afterMs: 1_999 } })],
    ['a renewal at once where it counts', 'homologation/spacing:too-close', renewedRun(), counting],
    [
      'an answer that ends six milliseconds after the next request',
      'homologation/sequential:overlap',
      overlapping(2_994),
    ],
  ])
})

describe('an answer of no bytes', () => {
  const nothing = { answerBody: { text: '', sizeBytes: 0, flaw: null } }
  broken([
    ['to step 1', 'homologation/product-data:no-body', steps({ 1: nothing }).slice(0, 1)],
    ['to step 2', 'homologation/product-id:no-body', steps({ 2: nothing })],
  ])
})

describe('a renewal before the token expires', () => {
  const fetched = (expires: unknown) =>
    renewal({
      answer: {
        access_token: 'token-1',
        refresh_token: 'refresh-2',
        token_type: 'Bearer',
        expires_in: expires,
      },
    })
  const again = renewal({
    body: 'grant_type=refresh_token&refresh_token=refresh-2',
    answer: { access_token: 'token-3', refresh_token: 'refresh-3', token_type: 'Bearer' },
  })
  const run = (expires: unknown) => [
    fetched(expires),
    step(1),
    step(2),
    again,
    ...[3, 4, 5].map((number) => step(number as 3, { token: 'token-3' })),
  ]
  broken([
    ['of which nobody knows when', 'homologation/renewal-justified:unprompted', run(undefined)],
    ['that lives for an hour', 'homologation/renewal-justified:unprompted', run(3_600)],
    ['that lives for four seconds, in text', 'homologation/renewal-justified:unprompted', run('4')],
  ])
  harmless([['that lives for four seconds', run(4)]])
})

describe('a request that was refused for its token', () => {
  const rest = [step(3, { token: 'token-2' }), step(4, { token: 'token-2' }), step(5, { token: 'token-2' })]
  const anew = { token: 'token-2', carries: 'hash-1' }
  harmless([
    [
      'another body than the one that comes again',
      [step(1), refused(2, { body: { nome: 'x' } }), renewal(), step(2, anew), ...rest],
    ],
    [
      'a body of step 5, where none comes again',
      [step(1), step(2), step(3), step(4), refused(5, { body: 'x' }), renewal(), step(5, anew)],
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

describe('what lies between two requests', () => {
  const counting: Profile = { ...spec, spacing: { ...spec.spacing, countsRenewal: true } }
  const other: Shot = { ask: 'GET https://outro.invalid/', channel: 'elsewhere', afterMs: 1_000, token: null }
  harmless([
    [
      'a request to another address',
      [step(1), other, step(2, { afterMs: 1_000 }), step(3), step(4), step(5)],
      counting,
    ],
  ])
  const slow = (expires: number) => [
    renewal({
      answer: {
        access_token: 'token-1',
        refresh_token: 'refresh-2',
        token_type: 'Bearer',
        expires_in: expires,
      },
      tookMs: 5_000,
    }),
    step(1, { afterMs: 6_000 }),
    step(2),
    renewal({
      body: 'grant_type=refresh_token&refresh_token=refresh-2',
      answer: { access_token: 'token-3', refresh_token: 'refresh-3', token_type: 'Bearer' },
    }),
    ...[3, 4, 5].map((number) => step(number as 3, { token: 'token-3' })),
  ]
  broken([
    [
      'less than half the life of a token that came late',
      'homologation/renewal-justified:unprompted',
      slow(10),
    ],
  ])
  harmless([['half the life of a token that came late', slow(6)]])
})

describe('a run that was given up, or begun again', () => {
  const failed = (number: 2 | 3 | 4 | 5, change: Partial<Shot> = {}) =>
    step(number, { status: 400, answer: { error: { type: 'VALIDATION_ERROR' } }, ...change })
  const limit = step(4, { status: 429, answer: { error: { type: 'TOO_MANY_REQUESTS' } } })
  const lost: Shot = { ask: 'PUT /nada', body: product, status: 404, answer: { error: { type: 'x' } } }
  const found = (shots: readonly Shot[], change: Parameters<typeof contextOf>[0] = {}) =>
    judge(course(shots), contextOf(change)).findings
  const codes = (shots: readonly Shot[]) => found(shots).map(({ code }) => code)

  const tree = (shots: readonly Shot[]) => {
    const all = found(shots)
    const code = (own: string | null) => all.find(({ fingerprint }) => fingerprint === own)?.code
    return all.map(
      (one) => `${one.exchange} ${one.code}${one.consequenceOf ? ` <- ${code(one.consequenceOf)}` : ''}`,
    )
  }
  const anew = { token: 'token-2', carries: 'hash-1' }

  it('passed over the step that was refused, whatever the service says of the next', () => {
    expect(tree([step(1), step(2), refused(3), renewal(), failed(4, anew), failed(5, anew)])).toEqual([
      'e5 homologation/complete:passed-over',
      'e5 homologation/answer-status:error <- homologation/complete:passed-over',
      'e6 homologation/complete:went-on',
      'e6 homologation/answer-status:error <- homologation/complete:went-on',
      'e6 homologation/complete:failed <- homologation/complete:passed-over',
    ])
  })

  it('passed over what was refused for lack of a token', () => {
    const without = refused(4, { token: null })
    const gone = step(5, { ...anew, status: 400, answer: { error: { type: 'VALIDATION_ERROR' } } })
    expect(roots([step(1), step(2), step(3), without, gone])).toEqual(['auth/bearer:missing'])
  })

  it('passed over nothing where the refused step comes again later', () => {
    const late = [step(1), step(2), refused(3), renewal(), step(4, anew), step(3, anew), step(5, anew)]
    expect(codes(late)).not.toContain('homologation/complete:passed-over')
  })

  it('looked at no answer: one fault, however often', () => {
    expect(tree([step(1), failed(2), failed(3), failed(4)])).toEqual([
      'e2 homologation/answer-status:error',
      'e3 homologation/complete:went-on',
      'e3 homologation/answer-status:error <- homologation/complete:went-on',
      'e4 homologation/complete:went-on <- homologation/complete:went-on',
      'e4 homologation/answer-status:error <- homologation/complete:went-on',
      'e4 homologation/complete:failed <- homologation/answer-status:error',
    ])
  })

  it('went on after a limit: one fault of an attempt, and no limit that nothing can keep', () => {
    const limited = (number: 2 | 3 | 4 | 5) => step(number, { status: 429, answer: { error: { type: 'x' } } })
    expect(roots([step(1), limited(2), limited(3), limited(4), limited(5)])).toEqual([
      'homologation/limit-hit:went-on',
    ])
    const twice = [step(1), limited(2), limited(2), step(1), limited(2), limited(2)]
    expect(tree(twice).filter((line) => line.endsWith(':repeated-step') && !line.includes('<-'))).toEqual([
      'e3 homologation/limit-hit:repeated-step',
      'e6 homologation/limit-hit:repeated-step',
    ])
  })

  it('went not on where the step itself came again', () => {
    expect(codes([step(1), step(2), failed(3), ...steps().slice(2)])).not.toContain(
      'homologation/complete:went-on',
    )
  })

  it('is told by the steps of its last attempt', () => {
    const [stopped] = found([step(1), step(2), step(3), limit, step(1), step(2)])
    expect(stopped).toMatchObject({ code: 'homologation/complete:stopped', values: { missing: 3, done: 2 } })
  })

  it('stopped for what was lost after its last step, not before', () => {
    expect(roots([step(1), step(2), lost])).toEqual(['homologation/right-routes:unknown-path'])
    expect(roots([step(1), lost, step(2)])).toEqual([
      'homologation/right-routes:unknown-path',
      'homologation/complete:stopped',
    ])
  })

  it('left out what was lost on the way, and nothing that was lost before', () => {
    expect(roots([step(1), step(2), lost, step(4), step(5)])).toEqual([
      'homologation/right-routes:unknown-path',
    ])
    expect(roots([step(1), lost, step(2), step(4), step(5)])).toEqual([
      'homologation/right-routes:unknown-path',
      'homologation/order:left-out',
    ])
  })

  it('failed by the first of its tries', () => {
    const tries = [failed(3), step(3, { status: 503, answer: 'x' })]
    const all = found([step(1), step(2), ...tries])
    const first = all.find(
      ({ exchange, requirement }) => exchange === 'e3' && requirement.endsWith('answer-status'),
    )
    expect(first).toBeDefined()
    expect(all.find(({ code }) => code === 'homologation/complete:failed')?.consequenceOf).toBe(
      first?.fingerprint,
    )
  })

  it('failed by nothing before it where it was broken off', () => {
    expect(roots([step(1), step(2, { body: { nome: 'x' } }), step(3, { failure: 'aborted' })])).toContain(
      'homologation/complete:failed',
    )
  })

  it('is not given up while it goes on', () => {
    const shots = [step(1), step(2), step(3), limit]
    expect(found(shots, { ended: false }).filter(({ severity }) => severity === 'error')).toEqual([])
    expect(codes(shots)).toContain('homologation/limit-hit:gave-up')
    expect(codes([...shots, ...shots])).toContain('homologation/limit-hit:gave-up')
    expect(codes([...shots, ...shots, ...shots])).toContain('homologation/limit-hit:again-and-again')
  })

  broken([
    ['a run begun again after its end', 'homologation/order:restarted', [...steps(), ...steps()]],
    [
      'two runs side by side, of which one is not over',
      'homologation/order:interleaved',
      [step(1), step(2), step(1), step(2), step(3), step(3), step(4), step(4), step(5)],
    ],
  ])

  it('is no second run beside it where a token died twice', () => {
    const first = [step(1), step(2), step(1), step(2)]
    const again = renewal({
      body: 'grant_type=refresh_token&refresh_token=refresh-2',
      answer: { access_token: 'token-3', refresh_token: 'refresh-3', token_type: 'Bearer' },
    })
    const died = [
      ...[refused(3), renewal(), step(3, { token: 'token-2', carries: 'hash-1' })],
      ...[refused(4, { token: 'token-2' }), again, step(4, { token: 'token-3', carries: 'hash-1' })],
      step(5, { token: 'token-3' }),
    ]
    expect(codes([...first, ...died])).toContain('homologation/order:restarted')
  })

  it('repeats a step where another was refused', () => {
    const shots = [step(1), step(2), refused(3), renewal(), step(2, { token: 'token-2', carries: 'hash-1' })]
    expect(codes(shots)).toContain('homologation/order:repeated')
  })

  it.each<[string, readonly Shot[], boolean]>([
    ['after a DELETE that failed', [...steps({ 5: { status: 500, answer: 'x' } }), lost], true],
    ['after the last step of a run that is not over', [step(1), step(2), lost], true],
    ['after a DELETE that succeeded', [...steps(), lost], false],
    ['between two', [...steps().slice(0, 4), step(5, { status: 500, answer: 'x' }), lost, step(5)], true],
  ])('leaves the way %s', (_what, shots, isTold) => {
    expect(codes(shots).includes('homologation/right-routes:unknown-path')).toBe(isTold)
  })

  it('is tested where some of it was seen', () => {
    const tested = (shots: readonly Shot[]) =>
      judge(course(shots), contextOf({ ended: false })).coverage.requirements.tested
    expect(tested([lost])).not.toContain('homologation/right-routes')
    expect(tested([step(1)])).toContain('homologation/right-routes')
    expect(tested([step(1)])).not.toContain('homologation/spacing')
    expect(tested([renewal(), step(1)])).not.toContain('homologation/renewal-justified')
    expect(tested([step(1), renewal()])).toContain('homologation/renewal-justified')
  })
})

describe('what one request breaks once', () => {
  const everyStep: Profile = { ...spec, hash: { ...spec.hash, carriedOn: 'every-step' } }
  const carries = 'hash-1'
  const others = { 2: { carries }, 4: { carries }, 5: { carries } }
  const twice = (second: string): Partial<Shot> => ({
    headers: [
      ['Authorization', 'Bearer token-1'],
      ['Content-Type', 'application/json'],
      [spec.hash.header, 'hash-1'],
      [spec.hash.header, second],
    ],
  })
  const untimed = (shots: readonly Shot[]) =>
    shots.map((shot) => ({ ...shot, tookMs: null, gaps: ['durations' as const] }))
  const unprefixed = 'https://erp.exemplo.invalid/homologacao/produtos'
  harmless([
    ['one hash, written twice where none is asked for', steps({ 3: twice(' hash-1 ') })],
    [
      'step 1 without the hash of its own refusal',
      [
        refused(1, { issues: 'hash-0' }),
        renewal(),
        ...steps({ ...others, 3: { carries } }).map((shot) => ({ ...shot, token: 'token-2' })),
      ],
      everyStep,
    ],
    [
      'a body of step 4, where another comes again',
      [
        ...steps().slice(0, 3),
        refused(4, { body: 'x' }),
        renewal(),
        step(4, { token: 'token-2', carries }),
        step(5, { token: 'token-2' }),
      ],
    ],
    ['a run of which nobody noted when answers came', untimed(renewedRun({ 3: { carries } }))],
    [
      'a pause that may have been kept',
      untimed(renewedRun({ 3: { carries } })),
      { ...spec, spacing: { ...spec.spacing, reading: 'at-most', intervalMs: 1_990 } },
    ],
    ['a total that may have been kept', untimed(steps()), { ...spec, total: { maxMs: 1 } }],
    [
      'overlapping requests that nobody timed',
      steps({ 3: { afterMs: 1 } }).map((shot) => ({ ...shot, tookMs: 9_000, gaps: ['times' as const] })),
    ],
  ])
  broken([
    [
      'no hash, where nobody noted when answers came',
      'homologation/hash-carried:missing',
      untimed(renewedRun({ 3: { carries: undefined } })),
    ],
    [
      'an invented hash, where nobody noted when answers came',
      'homologation/hash-carried:unknown',
      untimed(renewedRun({ 3: { carries: 'x' } })),
    ],
    [
      'an interval too short, where nobody noted when answers came',
      'homologation/spacing:too-close',
      untimed(steps({ 3: { afterMs: 900 } })),
    ],
    [
      'two hashes where none is asked for',
      'homologation/hash-carried:several',
      steps({ 3: twice('hash-9') }),
    ],
    [
      'a step at the real catalogue without a hash',
      'homologation/right-routes:real-route',
      steps({ ...others, 3: { ask: 'PUT /produtos/987' } }),
      everyStep,
    ],
    [
      'step 1 that fails',
      'homologation/answer-status:error',
      [step(1, { status: 500, issues: undefined, answer: { error: { type: 'x' } } })],
    ],
    [
      'step 1 that leads elsewhere',
      'homologation/answer-status:redirect',
      [step(1, { status: 300, issues: undefined, answer: undefined })],
    ],
    [
      'step 1 without the version',
      'homologation/right-routes:lost-prefix',
      steps({ 1: { ask: `GET ${unprefixed}`, answer: { x: 1 } } }).slice(0, 1),
    ],
    [
      'step 2 at the real catalogue',
      'homologation/right-routes:real-route',
      steps({ 2: { ask: 'POST /produtos', answer: { data: {} } } }).slice(0, 2),
    ],
    [
      'another product by another path',
      'homologation/delete:path',
      steps({ 5: { ask: 'DELETE /homologacao/produtos/988/situacoes' } }),
    ],
    [
      'an answer to step 2 without data',
      'homologation/product-id:missing',
      steps({ 2: { answer: { nome: 'x' } } }),
    ],
    [
      'a body of no bytes in step 3',
      'homologation/put-change:no-body',
      steps({
        3: {
          requestBody: { text: '', sizeBytes: 0, flaw: null },
          headers: [['Authorization', 'Bearer token-1']],
        },
      }),
    ],
  ])
})

describe('the field that describes a product', () => {
  const of = (data: object, third: object) =>
    steps({ 1: { answer: { data } }, 2: { body: data }, 3: { body: third } })
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

describe('an interval under its reading', () => {
  const under = (reading: Profile['spacing']['reading']): Profile => ({
    ...spec,
    spacing: { ...spec.spacing, reading },
  })
  harmless([
    ['a short one where none is asked for', steps({ 3: { afterMs: 10 } }), under('free')],
    ['a long one where none is asked for', steps({ 3: { afterMs: 60_000 } }), under('free')],
    ['the longest that may be', steps({ 3: { afterMs: 2_005 } }), under('at-most')],
    ['a short one where a most is asked for', steps({ 3: { afterMs: 10 } }), under('at-most')],
  ])
  broken([
    [
      'one that is too long',
      'homologation/spacing:too-far',
      steps({ 3: { afterMs: 2_006 } }),
      under('at-most'),
    ],
  ])

  it.each([
    [100, 1_900, []],
    [100, 1_899, ['homologation/spacing:too-close']],
    [0, 1_999, ['homologation/spacing:too-close']],
  ])('may err by %i ms: %i ms', (toleranceMs, afterMs, expected) => {
    const { findings } = judge(course(steps({ 3: { afterMs } })), contextOf({ toleranceMs }))
    expect(findings.filter(({ severity }) => severity === 'error').map(({ code }) => code)).toEqual(expected)
  })

  it('counts before a step that is bent', () => {
    expect(roots(steps({ 4: { ask: 'PATCH /homologacao/produtos/987', afterMs: 1_000 } }))).toEqual([
      'homologation/situation:path',
      'homologation/spacing:too-close',
    ])
  })
})

describe('the tokens of a run, one after the other', () => {
  const again = renewal({
    body: 'grant_type=refresh_token&refresh_token=refresh-2',
    answer: { access_token: 'token-3', refresh_token: 'refresh-3', token_type: 'Bearer' },
  })
  const codes = (...shots: readonly Shot[]) =>
    judge(course(shots), contextOf())
      .findings.filter(({ code }) => /token-renewed|renewal-/.test(code))
      .map(({ code, exchange }) => `${exchange} ${code.slice('homologation/'.length)}`)
      .sort()
  const until3 = [step(1), step(2)]
  const spent = { status: 400, answer: { access_token: 'token-2', token_type: 'Bearer' } }

  it.each<[string, readonly Shot[], readonly string[]]>([
    [
      'two steps, each refused once',
      [...until3, refused(3), renewal(), refused(4, { token: 'token-2' }), again],
      [],
    ],
    [
      'one step, refused again and again',
      [...until3, refused(3), refused(3), refused(3), refused(3)],
      [
        'e4 token-renewed:same-token',
        'e5 token-renewed:same-token',
        'e5 renewal-bounded:endless',
        'e6 token-renewed:same-token',
        'e6 token-renewed:gave-up',
      ],
    ],
    [
      'one step, refused in spite of two renewals',
      [...until3, refused(3), renewal(), refused(3, { token: 'token-2' }), again],
      ['e6 renewal-bounded:endless'],
    ],
    [
      'a renewal after a failure',
      [step(1), step(2, { status: 500, answer: 'x' }), renewal()],
      ['e3 renewal-justified:after-error'],
    ],
    [
      'no token after a refusal',
      [...until3, refused(3), renewal(), step(3, { token: null, carries: 'hash-1' })],
      [],
    ],
    [
      'the token before the last',
      [
        step(1, { token: 'token-0' }),
        step(2),
        refused(3),
        renewal(),
        step(3, { token: 'token-0', carries: 'hash-1' }),
      ],
      ['e5 token-renewed:old-token-again'],
    ],
    [
      'one that nobody gave',
      [...until3, refused(3, { token: 'token-9' })],
      ['e3 token-renewed:other-token', 'e3 token-renewed:gave-up'],
    ],
    [
      'one that nobody gave, in place of one that never worked',
      [step(1, { status: 500, answer: 'x' }), refused(1, { token: 'token-9' })],
      ['e2 token-renewed:gave-up'],
    ],
    [
      'one that no renewal brought, though one did',
      [
        ...until3,
        refused(3),
        renewal({ status: 503, answer: 'x' }),
        renewal(),
        refused(3, { token: 'token-9' }),
      ],
      ['e6 token-renewed:other-token', 'e5 renewal-bounded:several'],
    ],
    [
      'a renewal, then one that failed',
      [...until3, refused(3), renewal(), { ...again, ...spent }],
      ['e3 token-renewed:renewed-unused', 'e5 renewal-bounded:several'],
    ],
    [
      'a renewal that failed, whatever it shows',
      [...until3, refused(3), renewal(spent)],
      ['e3 token-renewed:not-renewed'],
    ],
    [
      'a renewal that brought nothing',
      [...until3, refused(3), renewal({ answer: undefined })],
      ['e3 token-renewed:not-renewed'],
    ],
    [
      'a renewal that was not seen whole',
      [...until3, refused(3), renewal({ answerBody: { text: '{"acc', sizeBytes: 90, flaw: 'truncated' } })],
      ['e3 token-renewed:renewed-unused'],
    ],
  ])('%s', (_what, shots, expected) => expect(codes(...shots)).toEqual([...expected].sort()))
})
