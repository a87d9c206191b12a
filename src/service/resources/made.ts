import type { z } from 'zod'
import { isOwn, type Sample, type SampleObject } from '../../specification/samples/index.js'
import { acceptsOf } from '../../specification/schemas/accepts.js'
import { fieldsOf } from './model.js'
import type { Call } from './operation.js'
import { isObject } from './whole.js'

/**
 * A record's fields with what the service makes itself: number, date, situation, identifiers of parts, totals. On a replace, what the
 * service made before stays.
 */
export function made(call: Call, sent: SampleObject, before: SampleObject = {}): SampleObject {
  const shape = fieldsOf(call.shelf.model.full)
  const stays = keptOnReplace[call.shelf.model.collection] ?? []
  const isOfBefore = (name: string) =>
    name !== 'id' && name in before && (isKept(shape[name], name) || stays.includes(name))
  const kept = Object.keys(shape).filter(isOfBefore)
  const own = Object.fromEntries(kept.map((name) => [name, before[name] as Sample]))
  const fresh = Object.entries(makers)
    .filter(([name]) => Object.hasOwn(shape, name) && !Object.hasOwn(own, name))
    .map(([name, make]) => [name, make(call, sent, shape[name] as z.ZodType)] as const)
    .filter(([, value]) => value !== undefined)
  return settled({ ...Object.fromEntries(fresh as [string, Sample][]), ...own, ...sent })
}

/** With what follows from the other fields: identifiers of parts, totals. */
export function settled(fields: SampleObject): SampleObject {
  const numbered = Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, withIds(name, value)]),
  )
  return { ...numbered, ...totalsOf(numbered) }
}

/** What only a create's body names, and an update's does not. §Product category */
const keptOnReplace: Readonly<Record<string, readonly string[]>> = {
  '/categorias/produtos': ['categoriaPai'],
}

function isKept(schema: z.ZodType | undefined, name: string): boolean {
  return (schema !== undefined && isOwn(schema)) || name === 'situacao' || name === 'numero'
}

type Maker = (call: Call, sent: SampleObject, schema: z.ZodType) => Sample | undefined

const makers: Readonly<Record<string, Maker>> = {
  numero: (call, _sent, schema) => fitting(schema, [1000 + call.shelf.size, String(1000 + call.shelf.size)]),
  data: (call, _sent, schema) => fitting(schema, [today(call)]),
  dataEmissao: (call, _sent, schema) => fitting(schema, [today(call), `${today(call)} 00:00:00`]),
  situacao: (_call, _sent, schema) => fitting(schema, [{ id: 6, valor: 0 }, 1, 'A', '0', 0, 2]),
  saldo: (_call, { valor }) => valor,
  vencimentoOriginal: (_call, { vencimento }) => vencimento,
  dataInclusao: (call, _sent, schema) => fitting(schema, [`${today(call)} 00:00:00`, today(call)]),
}

function fitting(schema: z.ZodType, choices: readonly Sample[]): Sample | undefined {
  return choices.find(acceptsOf(schema))
}

export function today({ epochMs, nowMs }: Pick<Call, 'epochMs' | 'nowMs'>): string {
  return new Date(epochMs + nowMs).toISOString().slice(0, 10)
}

/** Parts that lie in a list have identifiers of their own. */
const withParts = new Set(['itens', 'parcelas', 'pessoasContato', 'volumes', 'variacoes', 'opcoes'])
const FIRST_PART = 21_000_000_000

/** New parts are numbered on from the record's own. */
function withIds(name: string, value: Sample): Sample {
  if (!withParts.has(name) || !Array.isArray(value)) return value
  let last = Math.max(FIRST_PART, ...value.map((part) => (isObject(part) ? amount(part.id) : 0)))
  return value.map((part) => (isObject(part) && !part.id ? { ...part, id: ++last } : part))
}

/** Sums of the items: products alone, and with what is added and taken off. */
function totalsOf(fields: SampleObject): SampleObject {
  const { itens, desconto, transporte } = fields
  if (!Array.isArray(itens) || !itens.some((item) => isObject(item) && typeof item.quantidade === 'number'))
    return {}
  const products = sum(
    itens.map((item) =>
      isObject(item) ? amount(item.quantidade) * amount(item.valor) - amount(item.desconto) : 0,
    ),
  )
  const off = isObject(desconto) ? discount(desconto, products) : amount(desconto)
  const freight = isObject(transporte) ? amount(transporte.frete) : 0
  return { totalProdutos: products, total: cents(products - off + amount(fields.outrasDespesas) + freight) }
}

function discount({ valor, unidade }: SampleObject, products: number): number {
  return unidade === 'PERCENTUAL' ? (products * amount(valor)) / 100 : amount(valor)
}

function amount(value: Sample | undefined): number {
  return typeof value === 'number' ? value : 0
}

function sum(values: readonly number[]): number {
  return cents(values.reduce((total, value) => total + value, 0))
}

function cents(value: number): number {
  return Math.round(value * 100) / 100
}
