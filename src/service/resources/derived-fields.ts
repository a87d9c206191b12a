import type { z } from 'zod'
import { isSampleObject, type Sample, type SampleObject } from '../../specification/samples/index.js'
import { elementOf, type Fields, fieldNamed, fieldsOf } from '../../specification/schemas/form.js'

/** Adds what follows from the other fields, if the record shows it: identifiers of parts, totals. */
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

/** Whether the entries of a list are parts with identifiers of their own. An entry that is only an identifier names another record. */
function hasParts(schema: z.ZodType | undefined): boolean {
  const names = Object.keys(fieldsOf(elementOf(schema)))
  return names.includes('id') && names.length > 1
}

const FIRST_PART = 21_000_000_000

/** Numbers new parts on from the largest identifier in the record. */
function withIds(value: Sample): Sample {
  if (!Array.isArray(value)) return value
  let last = Math.max(FIRST_PART, ...value.map((part) => (isSampleObject(part) ? amount(part.id) : 0)))
  return value.map((part) => (isSampleObject(part) && !part.id ? { ...part, id: ++last } : part))
}

/** Sums of the items: the products alone, and the total with additions and discounts. */
function totalsOf(fields: SampleObject): SampleObject {
  const { itens, desconto, transporte } = fields
  if (
    !Array.isArray(itens) ||
    !itens.some((item) => isSampleObject(item) && typeof item.quantidade === 'number')
  )
    return {}
  const products = sum(
    itens.map((item) =>
      isSampleObject(item) ? amount(item.quantidade) * amount(item.valor) - amount(item.desconto) : 0,
    ),
  )
  const off = isSampleObject(desconto) ? discount(desconto, products) : amount(desconto)
  const freight = isSampleObject(transporte) ? amount(transporte.frete) : 0
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
