import { describe, expect, it } from 'vitest'
import { suitesKnown } from '../../suites/index.js'
import { isObject, type Json } from '../exchange/json.js'
import { spec } from '../specification/profile.js'
import type { JsonSlice } from './json-slice.js'
import { markOf } from './mark.js'
import type { Captures, SuiteStep } from './suite.js'

/** Fields whose values tell what a record is like, and never which one it is. Whatever is not here must differ from run to run. */
const describing = new Set([
  ...[
    'situacao',
    'tipo',
    'tipoPessoa',
    'contribuinte',
    'formato',
    'unidade',
    'operacao',
    'ativo',
    'finalidade',
  ],
  ...[
    'tipoPagamento',
    'destino',
    'fixa',
    'padrao',
    'condicao',
    'desconsiderarSaldo',
    'obrigatorio',
    'garantia',
  ],
  ...['avisoRecebimento', 'maoPropria', 'usarDataVencimento', 'codigoMotivo', 'justificativa', 'assunto'],
  ...[
    'data',
    'dataPrevista',
    'dataSaida',
    'dataEmissao',
    'dataOperacao',
    'dataVencimento',
    'vencimento',
    'competencia',
  ],
  ...[
    'preco',
    'precoCusto',
    'precoCompra',
    'precoPromocional',
    'custo',
    'valor',
    'valorRecebido',
    'valorDeclarado',
  ],
  ...['freteItem', 'fretePrevisto', 'estimativaEntrega', 'prazoEntregaPrevisto', 'aliquota', 'prazo'],
  ...['quantidade', 'minimo', 'maximo', 'pesoLiquido', 'pesoBruto', 'descricaoCurta', 'placeholder'],
])

/** Values that the law or the service numbers, by their path: which record they belong to, nobody can tell. */
const classifying = new Set([
  'servicos.codigo', // the municipal list of services
  'serie', // of an invoice; the number beside it tells which
  'integracao.tipo',
  'categoria.id', // 0: none
  'vendedor.id', // 0: none
  'fornecedorLoja.id', // 0: none
  'endereco.geral.endereco', // of a street; the town has many
  'endereco.geral.numero',
  'endereco.geral.municipio',
  'endereco.geral.uf',
  'endereco.geral.cep',
])

const referred: JsonSlice = { text: '"referred"', value: 'referred' }

/** Whatever a step refers to is there. */
function capturesOf(run: string): Captures {
  const mark = markOf(run)
  const own: Captures = { mark: { text: JSON.stringify(mark), value: mark } }
  return new Proxy(own, {
    get: (target, name: string) => target[name] ?? (name.startsWith('sample ') ? undefined : referred),
    has: () => true,
  })
}

type Leaf = readonly [path: string, value: Json]

function leavesOf(value: Json, path = ''): Leaf[] {
  if (Array.isArray(value)) return value.flatMap((one: Json) => leavesOf(one, path))
  if (isObject(value))
    return Object.entries(value).flatMap(([name, inner]) =>
      leavesOf(inner, path === '' ? name : `${path}.${name}`),
    )
  return [[path, value]]
}

function couldBeKey([path, value]: Leaf): boolean {
  if (value === null || typeof value === 'boolean' || value === '' || value === 'referred') return false
  return !classifying.has(path) && !describing.has(path.split('.').at(-1) ?? '')
}

function keysIn(step: SuiteStep, run: string): Leaf[] {
  return leavesOf(parsed(step.body?.(capturesOf(run), spec) ?? '{}')).filter(couldBeKey)
}

/** A body that is broken on purpose lacks its last brace. */
function parsed(body: string): Json {
  try {
    return JSON.parse(body) as Json
  } catch {
    return JSON.parse(`${body}}`) as Json
  }
}

const writing = (['specification', 'document'] as const)
  .flatMap((knowledge) => suitesKnown(knowledge).map((suite) => ({ knowledge, suite })))
  .filter(({ suite }) => suite.id !== 'homologacao')
  .flatMap(({ knowledge, suite }) =>
    suite.steps.filter(({ body }) => body).map((step) => [`${step.id} (${knowledge})`, step] as const),
  )

describe('what a suite writes', () => {
  it('is looked at for every route that takes a body', () => {
    expect(new Set(writing.map(([, { title }]) => title)).size).toBeGreaterThan(45)
    expect(writing.flatMap(([, step]) => keysIn(step, 'run-1')).length).toBeGreaterThan(200)
  })

  it.each(writing)('holds no key that another run sends as well: %s', (_name, step) => {
    const later = keysIn(step, 'run-2').map(([path, value]) => `${path}: ${value}`)
    const shared = keysIn(step, 'run-1')
      .map(([path, value]) => `${path}: ${value}`)
      .filter((one) => later.includes(one))
    expect(shared).toEqual([])
  })

  it('holds for two records of one collection no code, number or document that is the same', () => {
    const creates = writing.filter(
      ([, { method, path, intent }]) => method === 'POST' && !path.includes('{') && !intent,
    )
    for (const [name, step] of creates) {
      const others = creates.filter(
        ([, other]) => other !== step && other.path === step.path && other.id !== step.id,
      )
      // an invoice's contact is the one record that the run refers to
      const keys = keysIn(step, 'run-1').filter(
        ([path, value]) => !path.startsWith('contato.') && !String(value).includes('[homologa '),
      )
      const shared = others.flatMap(([, other]) =>
        keysIn(other, 'run-1').filter(([path, value]) =>
          keys.some(([at, one]) => at === path && one === value),
        ),
      )
      expect(shared, name).toEqual([])
    }
  })
})
