import type { z } from 'zod'
import { isReadOnly, type Sample, type SampleObject } from '../../specification/samples/index.js'
import { acceptsOf } from '../../specification/schemas/accepts.js'
import { fieldsOf } from '../../specification/schemas/form.js'
import { withDerivedFields } from './derived-fields.js'
import type { Call } from './operation.js'

/**
 * Adds the fields that the service sets itself if the body lacks them: number, date, situation, identifiers of parts,
 * totals. When a record is replaced, the values that the service set before stay.
 */
export function withServiceFields(call: Call, sent: SampleObject, before: SampleObject = {}): SampleObject {
  const { collection, full, specified } = call.store.model
  const shape = { ...specified, ...fieldsOf(full) }
  // the body of a create has `categoriaPai` and the body of an update does not, so an update keeps it. §Product category
  const isParent = (name: string) => name === 'categoriaPai' && collection === '/categorias/produtos'
  const isKept = (name: string) => isSetByService(shape[name], name) || isParent(name)
  const kept = Object.fromEntries(Object.entries(before).filter(([name]) => isKept(name)))
  const generated = Object.entries(generators).flatMap(([name, generate]) => {
    const schema = shape[name]
    const value = schema && generate(call, sent, schema)
    return value === undefined ? [] : [[name, value] as const]
  })
  return withDerivedFields({ ...Object.fromEntries(generated), ...kept, ...sent }, shape)
}

function isSetByService(schema: z.ZodType | undefined, name: string): boolean {
  return schema !== undefined && (isReadOnly(schema) || name === 'situacao' || name === 'numero')
}

/** The situation of a listing that is not published yet. §Listing situation */
const DRAFT = 2

type Generator = (call: Call, sent: SampleObject, schema: z.ZodType) => Sample | undefined

/** Generators of the fields that a new record gets if its body lacks them. */
const generators: Readonly<Record<string, Generator>> = {
  numero: ({ store }, _sent, schema) => firstAccepted(schema, [store.nextNumber, String(store.nextNumber)]),
  data: (call, _sent, schema) => firstAccepted(schema, [today(call)]),
  dataEmissao: (call, _sent, schema) => firstAccepted(schema, [today(call), `${today(call)} 00:00:00`]),
  // a new record is open or active, which each resource writes in its own form
  situacao: ({ store }, _sent, schema) =>
    firstAccepted(
      schema,
      store.model.collection === '/anuncios' ? [DRAFT] : [{ id: 6, valor: 0 }, 1, 'A', '0', 0, 2],
    ),
  saldo: (_call, { valor }) => valor,
  vencimentoOriginal: (_call, { vencimento }) => vencimento,
  dataInclusao: (call, _sent, schema) => firstAccepted(schema, [`${today(call)} 00:00:00`, today(call)]),
}

/** The first value that the field's schema accepts. */
function firstAccepted(schema: z.ZodType, choices: readonly Sample[]): Sample | undefined {
  return choices.find(acceptsOf(schema))
}

/** The day of the service's clock: `2026-05-04`. */
export function today({ epochMs, nowMs }: Pick<Call, 'epochMs' | 'nowMs'>): string {
  return new Date(epochMs + nowMs).toISOString().slice(0, 10)
}
