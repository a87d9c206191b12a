import type { z } from 'zod'
import { isSampleObject, type Sample, type SampleObject } from '../../specification/samples/index.js'
import { elementOf, type Fields, fieldNamed, fieldsOf } from '../../specification/schemas/form.js'

/**
 * Adds fields that follow from others: identifiers of parts (`itens`, `parcelas`), and the totals of an order, if its
 * shape has them.
 */
export function withDerivedFields(fields: SampleObject, shape: Fields): SampleObject {
  const numbered = Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      hasParts(fieldNamed(shape, name)) ? withIds(value) : value,
    ]),
  )
  const totals = Object.entries(totalsOf(numbered)).filter(([name]) => Object.hasOwn(shape, name))
  return { ...numbered, ...Object.fromEntries(totals) }
}

/** Whether a list consists of parts with identifiers of their own. An entry with nothing but `id` names another record. */
function hasParts(schema: z.ZodType | undefined): boolean {
  const names = Object.keys(fieldsOf(elementOf(schema)))
  return names.includes('id') && names.length > 1
}

/** Identifiers of parts begin here. */
const FIRST_PART = 21_000_000_000

/** Gives new parts the identifiers that follow the largest one of the list. */
function withIds(value: Sample): Sample {
  if (!Array.isArray(value)) return value
  let last = Math.max(FIRST_PART, ...value.map((part) => (isSampleObject(part) ? numberOf(part.id) : 0)))
  return value.map((part) => (isSampleObject(part) && !part.id ? { ...part, id: ++last } : part))
}

/** Returns the sum of the items, and the total with freight, expenses and discount. */
function totalsOf(fields: SampleObject): SampleObject {
  const { itens, desconto, transporte } = fields
  const items = Array.isArray(itens) ? itens.filter(isSampleObject) : []
  if (!items.some((item) => typeof item.quantidade === 'number')) return {}
  const sums = items.map((item) => numberOf(item.quantidade) * numberOf(item.valor) - numberOf(item.desconto))
  const products = cents(sums.reduce((total, sum) => total + sum, 0))
  const off = isSampleObject(desconto) ? discount(desconto, products) : numberOf(desconto)
  const freight = isSampleObject(transporte) ? numberOf(transporte.frete) : 0
  return { totalProdutos: products, total: cents(products - off + numberOf(fields.outrasDespesas) + freight) }
}

function discount({ valor, unidade }: SampleObject, products: number): number {
  return unidade === 'PERCENTUAL' ? (products * numberOf(valor)) / 100 : numberOf(valor)
}

function numberOf(value: Sample | undefined): number {
  return typeof value === 'number' ? value : 0
}

/** Rounds to whole cents. */
function cents(value: number): number {
  return Math.round(value * 100) / 100
}
