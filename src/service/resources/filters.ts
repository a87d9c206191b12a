import type { Sample, SampleObject } from '../../specification/samples/index.js'
import { collectionStem, plain, spellings } from './names.js'
import type { StoredRecord } from './record.js'
import { isObject } from './whole.js'

/** Whether a record belongs into a list that was asked for with a parameter. */
export type Filter = (record: StoredRecord) => boolean

export interface Asked {
  readonly name: string
  readonly values: readonly string[]
  readonly collection: string
  /** All parameters of the query: `tipoFiltroData` says which date `dataInicial` means. */
  readonly query: URLSearchParams
  /** Wall time of the service's clock at its origin, in milliseconds since 1970. */
  readonly epochMs: number
}

/** The filter of a query parameter, by what its name says; null where it has no effect here. */
export function filterOf(asked: Asked): Filter | null {
  if (isContext(asked) || withoutEffect.has(asked.name)) return null
  for (const kind of kinds) {
    const filter = kind(asked)
    if (filter) return filter
  }
  return null
}

/** Listings are asked of one integration and one store, which says whose they are and narrows nothing here. */
function isContext({ name, collection }: Asked): boolean {
  return collection.startsWith('/anuncios') && /^(tipoIntegracao|idLoja|idLojaQuery)$/.test(name)
}

type Kind = (asked: Asked) => Filter | null

const kinds: readonly Kind[] = [ownIds, dateRange, reference, search, situation, contained, equal]

/** `idsProdutos[]` of `/produtos`: the records themselves. */
function ownIds({ name, values, collection }: Asked): Filter | null {
  const stem = /^ids([A-Z]\w*)\[\]$/.exec(name)?.[1]
  if (stem === undefined || stem.toLowerCase() !== collectionStem(collection)) return null
  return ({ id }) => values.includes(id)
}

/** `idContato`, `idsCategorias[]`: what the records point at, wherever it stands in them. */
function reference({ name, values }: Asked): Filter | null {
  const stem = /^ids?([A-Z]\w*?)(?:\[\])?$/.exec(name)?.[1]
  if (stem === undefined) return null
  const names = spellings(stem)
  return ({ full }) => pointsAt(full, names, values)
}

function pointsAt(value: Sample, names: readonly string[], ids: readonly string[]): boolean {
  if (Array.isArray(value)) return value.some((item) => pointsAt(item, names, ids))
  if (!isObject(value)) return false
  return Object.entries(value).some(([key, item]) => {
    if (names.includes(key.toLowerCase()) && identifiesOne(item, ids)) return true
    return pointsAt(item, names, ids)
  })
}

function identifiesOne(value: Sample, ids: readonly string[]): boolean {
  if (Array.isArray(value)) return value.some((item) => identifiesOne(item, ids))
  return isObject(value) ? ids.includes(String(value.id)) : ids.includes(String(value))
}

/** `dataEmissaoInicial`, `dataInicial`: from that day or moment on; `…Final`: up to it. */
function dateRange({ name, values, query, epochMs }: Asked): Filter | null {
  const [, stem = '', end] = /^data(\w*?)(Inicial|Inicio|Final)$/.exec(name) ?? []
  const bound = values.at(-1)
  if (end === undefined || bound === undefined) return null
  const isFirst = end !== 'Final'
  return (record) => {
    const date = dateOf(record, stem, query, epochMs)
    if (date === null) return false
    return isFirst ? date >= bound : date.slice(0, bound.length) <= bound
  }
}

const dateFields: Readonly<Record<string, readonly string[]>> = {
  '': ['data', 'dataEmissao', 'vencimento'],
  Emissao: ['dataEmissao'],
  Vencimento: ['vencimento', 'dataVencimento'],
  Base: ['dataBase', 'vencimento'],
  Pagamento: ['dataPagamento', 'vencimentoOriginal', 'vencimento'],
}
const dateMeant: Readonly<Record<string, string>> = { E: 'dataEmissao', V: 'vencimento', R: 'competencia' }

function dateOf(record: StoredRecord, stem: string, query: URLSearchParams, epochMs: number): string | null {
  if (stem === 'Inclusao' || stem === 'Criacao') return momentOf(epochMs + record.createdAtMs)
  if (stem === 'Alteracao') return momentOf(epochMs + record.changedAtMs)
  const meant = stem === '' ? dateMeant[query.get('tipoFiltroData') ?? ''] : undefined
  const names = meant ? [meant] : (dateFields[stem] ?? [`data${stem}`, stem.toLowerCase()])
  const found = names
    .map((name) => record.full[name])
    .find((value) => typeof value === 'string' && value !== '')
  return typeof found === 'string' ? found : null
}

function momentOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 19).replace('T', ' ')
}

/** `pesquisa`, `nome`, `descricao`: part of a text, whatever its case and accents. */
function search({ name, values }: Asked): Filter | null {
  const fields = searched[name]
  const wanted = plain(values.at(-1) ?? '')
  if (!fields) return null
  const names = lowered(fields)
  return ({ full }) => someText(full, names, (text) => plain(text).includes(wanted))
}

const searched: Readonly<Record<string, readonly string[]>> = {
  pesquisa: ['nome', 'fantasia', 'descricao', 'historico', 'codigo', 'numeroDocumento'],
  nome: ['nome'],
  nomePai: ['nome'],
  nomeContato: ['nome'],
  descricao: ['descricao'],
}

/** `situacao`, `situacoes[]`, `situacaoContato`, `valorSituacao`, `status`: as a value, or as what stands for one. */
function situation({ name, values }: Asked): Filter | null {
  if (!/^(situaco?es\[\]|situacoes|situacao\w*|valorSituacao|status)$/.test(name)) return null
  return ({ full }) => situationsOf(full).some((value) => values.includes(value))
}

function situationsOf(full: SampleObject): string[] {
  const { situacao, status, ativo, contato } = full
  const own = isObject(situacao) ? [situacao.id, situacao.valor] : [situacao ?? status]
  const flag = typeof ativo === 'boolean' ? [ativo ? 1 : 0, ativo ? 'A' : 'I'] : []
  const ofContact = isObject(contato) ? [contato.situacao] : []
  return [...own, ...flag, ...ofContact].filter((value) => value !== undefined && value !== null).map(String)
}

/** Digits of documents and telephones are compared without their marks. */
function contained({ name, values }: Asked): Filter | null {
  if (!/^(telefone|numeroDocumento)$/.test(name)) return null
  const wanted = digitsOf(values.at(-1) ?? '')
  const fields = name === 'telefone' ? ['telefone', 'celular'] : [name]
  const names = lowered(fields)
  return ({ full }) => someText(full, names, (text) => digitsOf(text).includes(wanted))
}

function digitsOf(text: string): string {
  return text.replace(/\D/g, '')
}

/** A parameter named like a field, or like several of them: `codigos[]`, `numerosLojas[]`, `tipos[]`. */
function equal({ name, values }: Asked): Filter | null {
  const names = lowered(spellings(name.replace(/\[\]$/, '')))
  return ({ full }) => someText(full, names, (text) => values.includes(text))
}

/** They choose an order, a form or a meaning, or what no record shows. */
const withoutEffect = new Set([
  'criterio',
  'tipoFiltroData',
  'tipoPessoa',
  'filtroSaldoEstoque',
  'filtroSaldoEstoqueDeposito',
  'ordenacao',
  'formato',
  'boletoGerado',
  'aliasIntegracao',
  'ocultarInvisiveis',
  'ocultarTipoContaBancaria',
  'listarServicosInativos',
  'logisticasReversas',
  'agrupador',
  'periodo',
  'enviarEmail',
  'hash',
])

/** Whether a text or a number under one of the names (in lower case) fits, wherever it stands in the record. */
function someText(value: Sample, names: ReadonlySet<string>, fits: (text: string) => boolean): boolean {
  if (Array.isArray(value)) return value.some((item) => someText(item, names, fits))
  if (!isObject(value)) return false
  for (const key of Object.keys(value)) {
    const item = value[key] ?? null
    if (isContainer(item)) {
      if (someText(item, names, fits)) return true
    } else if (names.has(lowerOf(key)) && fits(String(item))) return true
  }
  return false
}

/** Fields have few names, and every record has them. */
const lowerNames = new Map<string, string>()

function lowerOf(name: string): string {
  const known = lowerNames.get(name)
  if (known !== undefined) return known
  const lower = name.toLowerCase()
  if (lowerNames.size < 10_000) lowerNames.set(name, lower)
  return lower
}

function lowered(names: readonly string[]): ReadonlySet<string> {
  return new Set(names.map((name) => name.toLowerCase()))
}

function isContainer(value: Sample): boolean {
  return typeof value === 'object' && value !== null
}
