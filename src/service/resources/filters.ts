import type { z } from 'zod'
import { isSampleObject, type Sample } from '../../specification/samples/index.js'
import { fieldNamed, formsOf } from '../../specification/schemas/form.js'
import type { Model } from './model.js'
import type { Call } from './operation.js'
import type { StoredRecord } from './record.js'

/** Whether a record belongs into a list that was requested with a query parameter. */
export type Filter = (record: StoredRecord) => boolean

interface QueryParameter {
  readonly name: string
  readonly values: readonly string[]
}

type FilterContext = Pick<Call, 'store' | 'storeOf' | 'query' | 'epochMs'>

/** A field as the names that lead to it: `itens.produto.id`. After `>/borderos` it goes on in the record of that collection. */
type Path = readonly string[]

/**
 * Returns the filter of a query parameter: that of `idContato=7` accepts records whose `contato.id` is 7. null if no
 * record shows a field that the parameter could mean, so that it has no effect.
 */
export function filterOf(parameter: QueryParameter, context: FilterContext): Filter | null {
  const { name, values } = parameter
  const { model } = context.store
  const key = `${model.collection} ${name}`
  const conditions = codedParameters[key]
  // of a parameter that is sent several times, the last value counts
  if (conditions) return conditionFilter(conditions[values.at(-1) ?? ''], context)
  const dates = dateFilter(parameter, context)
  if (dates) return dates
  // `idsProdutos[]` in the list of products names the records themselves
  if (name.startsWith('ids') && ownStem(model) === stemOf(name)) {
    const ids = new Set(values)
    return ({ id }) => ids.has(id)
  }
  const paths = shownPaths(model, parameterFields[key] ?? fieldsNamedBy(name))
  if (paths.length === 0) return null
  const matches = comparison(parameter)
  return (record) => paths.some((path) => hasMatch(record.full, path, context, matches))
}

/**
 * The fields of parameters whose name does not say them. An empty list means that no record shows the field, or that
 * the parameter excludes nothing.
 */
const parameterFields: Readonly<Record<string, readonly string[]>> = {
  // all listings here belong to the same shop and integration
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
  // 1 or 2 in the record, A or I in the query; no source says which is which
  '/produtos/lotes status': [],
  '/vendedores nomeContato': ['contato.nome'],
  '/vendedores situacaoContato': ['contato.situacao'],
}

/** The fields that a parameter may be named after: `contato.id` for `idContato`, `codigo` for `codigos[]`. */
function fieldsNamedBy(name: string): readonly string[] {
  return /^ids?[A-Z]/.test(name) ? [`${stemOf(name)}.id`, name] : [singular(name)]
}

/** Finds the plural parameter of a list (`codigos[]`) for its singular (`codigo`). */
export function pluralOf(name: string, parameters: readonly string[]): string | undefined {
  return parameters.find((parameter) => parameter.endsWith('[]') && singular(parameter) === name)
}

/** `idProduto` and `idsProdutos[]` give `produto`. */
function stemOf(name: string): string {
  const stem = singular(name).replace(/^id/, '')
  return stem.slice(0, 1).toLowerCase() + stem.slice(1)
}

/** `/produtos/lojas` gives `produtoLoja`, as in `idsProdutosLojas[]`. */
function ownStem({ collection }: Model): string {
  const plural = collection.slice(1).replaceAll(/[/-]([a-z])/g, (_, letter: string) => letter.toUpperCase())
  return irregularStems[collection] ?? singular(`${plural}[]`)
}

const irregularStems: Readonly<Record<string, string>> = { '/nfe': 'nota', '/produtos/lotes': 'lote' }

/** `numerosLojas[]` gives `numeroLoja`; a name without brackets is returned as it is. */
function singular(name: string): string {
  if (!name.endsWith('[]')) return name
  const words = name.slice(0, -2).split(/(?=[A-Z])/)
  return words.map((word) => word.replace(/oes$/, 'ao').replace(/s$/, '')).join('')
}

/** Returns those of the paths that exist in the records of a collection. */
function shownPaths({ full, listed, specified }: Model, paths: readonly string[]): Path[] {
  const shownInSome = (path: Path) => shows(full, path) || shows(listed, path)
  return paths
    .filter((path) => Object.hasOwn(specified, path) || shownInSome(path.split('.')))
    .map((path) => path.split('.'))
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

/**
 * Whether the value at the path matches; in a list, whether any entry does. An object at the end of the path, such as a
 * situation, matches by its `id` or its `valor`.
 */
function hasMatch(
  value: Sample,
  path: Path,
  context: FilterContext,
  matches: (text: string) => boolean,
): boolean {
  if (Array.isArray(value)) return value.some((item) => hasMatch(item, path, context, matches))
  const [name, ...rest] = path
  if (name?.startsWith('>')) {
    const record = context.storeOf(name.slice(1)).find(String(value))
    return record !== undefined && hasMatch(record.full, rest, context, matches)
  }
  if (isSampleObject(value)) {
    if (name !== undefined) return hasMatch(value[name] ?? null, rest, context, matches)
    return [value.id, value.valor].some((part) => part !== undefined && matches(String(part)))
  }
  return name === undefined && value !== null && matches(String(value))
}

/**
 * Compares names without case and accents, document and telephone numbers by their digits, and everything else
 * exactly.
 */
function comparison({ name, values }: QueryParameter): (text: string) => boolean {
  const last = values.at(-1) ?? ''
  if (/^(pesquisa|nome\w*|descricao)$/.test(name)) {
    const wanted = fold(last)
    return (text) => fold(text).includes(wanted)
  }
  if (/^(telefone|numeroDocumento)$/.test(name)) {
    const wanted = last.replace(/\D/g, '')
    return (text) => text.replace(/\D/g, '').includes(wanted)
  }
  const all = new Set(values)
  return (text) => all.has(text)
}

/** Removes case and accents. */
function fold(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
}

/** The values that a record must have; `{}`: every record matches; null: no record here matches. */
type Condition = Readonly<Record<string, string>> | null

/** Parameters whose values are codes for something else in the records. A value that is not listed has no effect. */
const codedParameters: Readonly<Record<string, Readonly<Record<string, Condition>>>> = {
  '/produtos tipo': {
    T: {}, // all
    P: { tipo: 'P' }, // products
    S: { tipo: 'S' }, // services
    E: { formato: 'E' }, // compositions
    PS: { tipo: 'P', formato: 'S' }, // simple products
    C: { formato: 'V' }, // products with variations
    V: null, // variations, which are no records of this list here
  },
  // the newest, the active, the inactive, the deleted, all
  '/produtos criterio': { 1: {}, 2: { situacao: 'A' }, 3: { situacao: 'I' }, 4: null, 5: {} },
  // all, the deleted, the newest
  '/contatos criterio': { 1: {}, 2: null, 3: {} },
}

function conditionFilter(condition: Condition | undefined, context: FilterContext): Filter | null {
  if (condition === undefined) return null
  if (condition === null) return () => false
  const wanted = Object.entries(condition)
  return ({ full }) =>
    wanted.every(([name, value]) => hasMatch(full, [name], context, (text) => text === value))
}

/** `dataEmissaoInicial`, `dataInicial`: from that day or moment on; `…Final`: up to it. */
function dateFilter({ name, values }: QueryParameter, context: FilterContext): Filter | null {
  const [, stem, end] = /^data((?:[A-Z]\w*?)?)(Inicial|Inicio|Final)$/.exec(name) ?? []
  const limit = values.at(-1)
  if (stem === undefined || limit === undefined) return null
  // a limit that names only the day includes all of it
  const isInPeriod =
    end === 'Final'
      ? (date: string) => date !== '' && date.slice(0, limit.length) <= limit
      : (date: string) => date >= limit
  const time = recordTimes[stem]
  if (time) return (record) => isInPeriod(formatTime(context.epochMs + record[time]))
  const date = stem === '' ? (dateTypes[context.query.get('tipoFiltroData') ?? ''] ?? '') : stem
  const [path] = shownPaths(context.store.model, dateFields[date] ?? [`data${date}`])
  return path ? ({ full }) => hasMatch(full, path, context, isInPeriod) : null
}

/** The dates that the service keeps of every record, without a field. */
const recordTimes: Readonly<Record<string, 'createdAtMs' | 'changedAtMs'>> = {
  Inclusao: 'createdAtMs',
  Criacao: 'createdAtMs',
  Alteracao: 'changedAtMs',
}

/** The fields of a date whose name differs from the parameter's; the first that records show is used. */
const dateFields: Readonly<Record<string, readonly string[]>> = {
  '': ['data', 'dataEmissao'],
  Vencimento: ['vencimento', 'dataVencimento'],
  Base: ['cobranca.dataBase'],
  Pagamento: ['borderos.>/borderos.data'],
}
/** The values of `tipoFiltroData`, which says what `dataInicial` and `dataFinal` mean. */
const dateTypes: Readonly<Record<string, string>> = { E: 'Emissao', V: 'Vencimento', R: 'Pagamento' }

/** `2026-05-04 12:00:00` */
function formatTime(ms: number): string {
  return new Date(ms).toISOString().slice(0, 19).replace('T', ' ')
}
