import type { z } from 'zod'
import { isSampleObject, type Sample } from '../../specification/samples/index.js'
import { fieldNamed, formsOf } from '../../specification/schemas/form.js'
import type { Model } from './model.js'
import type { Call } from './operation.js'
import type { StoredRecord } from './record.js'

/** Whether a record belongs into a list that was asked for with a parameter. */
export type Filter = (record: StoredRecord) => boolean

export interface Asked {
  readonly name: string
  readonly values: readonly string[]
}

/** The request of a list, with the records that its own records refer to. */
export type Place = Pick<Call, 'store' | 'storeOf' | 'query' | 'epochMs'>

/** The filter of a query parameter; null where no record shows what it asks for. */
export function filterOf(asked: Asked, place: Place): Filter | null {
  const { model } = place.store
  const key = `${model.collection} ${asked.name}`
  const coded = meanings[key]
  if (coded) return conditionOf(coded[asked.values.at(-1) ?? ''], place)
  const range = dateRange(asked, place)
  if (range) return range
  if (asked.name.startsWith('ids') && ownStem(model) === stemOf(asked.name)) {
    const ids = new Set(asked.values)
    return ({ id }) => ids.has(id)
  }
  const sights = shownIn(model, looks[key] ?? candidatesOf(asked.name))
  if (sights.length === 0) return null
  const fits = comparison(asked)
  return (record) => sights.some((path) => some(record.full, { path, place }, 0, fits))
}

/** Fields by their way from the record, as `itens.produto.id`; `>/borderos>` goes on in the record that the value names. */
type Path = readonly string[]

/**
 * The fields that a parameter filters by if its name does not say so. An empty list means that no record shows them,
 * or that the parameter narrows nothing.
 */
const looks: Readonly<Record<string, readonly string[]>> = {
  // whose the listings are narrows nothing here
  '/anuncios tipoIntegracao': [],
  '/anuncios idLoja': [],
  '/anuncios idLojaQuery': [],
  '/anuncios/categorias idLoja': [],
  '/anuncios/categorias idCategoria': ['id'],
  '/anuncios/categorias tipoProduto': ['tipo'],
  '/caixas idsCategorias': ['categoria.id'],
  '/caixas pesquisa': ['descricao', 'observacoes', 'contato.nome'],
  '/categorias/lojas idCategoriaProdutoPai': ['categoriaProduto.id.>/categorias/produtos.categoriaPai.id'],
  '/contas-contabeis situacoes': [],
  '/contatos idTipoContato': ['tiposContato.id'],
  '/contatos pesquisa': ['nome', 'numeroDocumento', 'fantasia', 'email', 'codigo'],
  '/contatos telefone': ['telefone', 'celular'],
  '/contatos uf': ['endereco.geral.uf'],
  '/contratos idContatoCobranca': ['cobranca.contato.id'],
  '/grupos-produtos nomePai': ['grupoProdutoPai.nome'],
  '/logisticas/servicos tipoIntegracao': ['logistica.id.>/logisticas.tipoIntegracao'],
  '/nfe numeroLoja': ['numeroPedidoLoja'],
  '/pedidos/compras idsNotasFiscais[]': ['itens.notaFiscal.id'],
  '/pedidos/compras valorSituacao': ['situacao.valor'],
  '/pedidos/vendas idUnidadeNegocio': ['loja.unidadeNegocio.id'],
  '/produtos idComponente': ['estrutura.componentes.produto.id'],
  '/produtos/lojas idCategoriaProduto': ['categoriasProdutos.id'],
  // 1 or 2 in the record, A or I in the query: which is which is not shown
  '/produtos/lotes status': [],
  '/vendedores nomeContato': ['contato.nome'],
  '/vendedores situacaoContato': ['contato.situacao'],
}

/** The field that a parameter is named after: `contato.id` of `idContato`, `codigo` of `codigos[]`. */
function candidatesOf(name: string): readonly string[] {
  return /^ids?[A-Z]/.test(name) ? [`${stemOf(name)}.id`, name] : [singular(name)]
}

/** Finds the plural parameter of a list (`codigos[]`) for a name that asks for one (`codigo`). */
export function pluralOf(name: string, taken: readonly string[]): string | undefined {
  return taken.find((one) => one.endsWith('[]') && singular(one) === name)
}

/** `produto` of `idProduto` and of `idsProdutos[]`. */
function stemOf(name: string): string {
  const stem = singular(name).replace(/^id/, '')
  return stem.slice(0, 1).toLowerCase() + stem.slice(1)
}

/** `produtoLoja` of `/produtos/lojas`; of a resource whose name says more than its identifiers do, what these say. */
function ownStem({ collection }: Model): string {
  const name = collection.replaceAll(/[/-]([a-z])/g, (_, letter: string) => letter.toUpperCase())
  return stems[collection] ?? stemOf(`ids${name}[]`)
}

const stems: Readonly<Record<string, string>> = { '/nfe': 'nota', '/produtos/lotes': 'lote' }

/** `numeroLoja` of `numerosLojas[]`; what asks for one stays as it is. */
function singular(name: string): string {
  if (!name.endsWith('[]')) return name
  const words = name.slice(0, -2).split(/(?=[A-Z])/)
  return words.map((word) => word.replace(/oes$/, 'ao').replace(/s$/, '')).join('')
}

/** The paths that records of this kind show. */
function shownIn({ full, listed, specified }: Model, paths: readonly string[]): Path[] {
  return paths
    .map((path) => path.split('.'))
    .filter(([first = '', ...rest]) => {
      const own = specified[first]
      return [full, listed].some((schema) => shows(schema, [first, ...rest])) || (own && rest.length === 0)
    })
}

function shows(schema: z.ZodType | null, [name, ...rest]: Path): boolean {
  if (name === undefined || name.startsWith('>')) return true
  if (!schema) return false
  return formsOf(schema).some((form) => {
    if (form.kind === 'array') return shows(form.element, [name, ...rest])
    const field = form.kind === 'object' && fieldNamed(form.fields, name)
    return field ? shows(field, rest) : false
  })
}

interface Way {
  readonly path: Path
  readonly place: Place
}

/** Whether a value at the path fits, in one part of a list at least; of a situation that is an object, its identifier or its value. */
function some(value: Sample, way: Way, at: number, fits: (text: string) => boolean): boolean {
  const { path, place } = way
  if (Array.isArray(value)) {
    for (const item of value) if (some(item, way, at, fits)) return true
    return false
  }
  const name = path[at]
  if (name?.startsWith('>')) {
    const pointed = place.storeOf(name.slice(1)).find(String(value))
    return pointed !== undefined && some(pointed.full, way, at + 1, fits)
  }
  if (isSampleObject(value)) {
    if (name !== undefined) return some(value[name] ?? null, way, at + 1, fits)
    return [value.id, value.valor].some((one) => one !== undefined && fits(String(one)))
  }
  return at >= path.length && value !== null && fits(String(value))
}

/**
 * Compares names without case and accents, document and telephone numbers by their digits, and everything else
 * exactly.
 */
function comparison({ name, values }: Asked): (text: string) => boolean {
  const last = values.at(-1) ?? ''
  if (/^(pesquisa|nome\w*|descricao)$/.test(name)) {
    const wanted = plain(last)
    return (text) => plain(text).includes(wanted)
  }
  if (/^(telefone|numeroDocumento)$/.test(name)) {
    const wanted = last.replace(/\D/g, '')
    return (text) => text.replace(/\D/g, '').includes(wanted)
  }
  const all = new Set(values)
  return (text) => all.has(text)
}

/** Without case and accents. */
function plain(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
}

/** The values that a record must hold; null means that no record here matches. */
type Condition = Readonly<Record<string, string>> | null

/** Parameters whose values mean something else than the values of records. A value that is not listed has no effect. */
const meanings: Readonly<Record<string, Readonly<Record<string, Condition>>>> = {
  '/produtos tipo': {
    T: {},
    P: { tipo: 'P' },
    S: { tipo: 'S' },
    E: { formato: 'E' },
    PS: { tipo: 'P', formato: 'S' },
    C: { formato: 'V' },
    V: null,
  },
  '/produtos criterio': { 1: {}, 2: { situacao: 'A' }, 3: { situacao: 'I' }, 4: null, 5: {} },
  '/contatos criterio': { 1: {}, 2: null, 3: {} },
}

function conditionOf(condition: Condition | undefined, place: Place): Filter | null {
  if (condition === undefined) return null
  if (condition === null) return () => false
  const wanted = Object.entries(condition)
  return ({ full }) =>
    wanted.every(([name, value]) => some(full, { path: [name], place }, 0, (text) => text === value))
}

/** `dataEmissaoInicial`, `dataInicial`: from that day or moment on; `…Final`: up to it. */
function dateRange({ name, values }: Asked, place: Place): Filter | null {
  const [, stem = '', end] = /^data(\w*?)(Inicial|Inicio|Final)$/.exec(name) ?? []
  const bound = values.at(-1)
  if (end === undefined || bound === undefined) return null
  const fits =
    end === 'Final'
      ? (date: string) => date !== '' && date.slice(0, bound.length) <= bound
      : (date: string) => date >= bound
  if (/^(Inclusao|Criacao|Alteracao)$/.test(stem)) {
    return ({ createdAtMs, changedAtMs }) =>
      fits(momentOf(place.epochMs + (stem === 'Alteracao' ? changedAtMs : createdAtMs)))
  }
  const meant = stem === '' ? (dateMeant[place.query.get('tipoFiltroData') ?? ''] ?? '') : stem
  const [path] = shownIn(place.store.model, dateFields[meant] ?? [`data${meant}`])
  return path ? ({ full }) => some(full, { path, place }, 0, fits) : null
}

const dateFields: Readonly<Record<string, readonly string[]>> = {
  '': ['data', 'dataEmissao'],
  Vencimento: ['vencimento', 'dataVencimento'],
  Base: ['cobranca.dataBase'],
  Pagamento: ['borderos.>/borderos.data'],
}
const dateMeant: Readonly<Record<string, string>> = { E: 'Emissao', V: 'Vencimento', R: 'Pagamento' }

function momentOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 19).replace('T', ' ')
}
