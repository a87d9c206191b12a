/**
 * The parts of the families' schemas. Each kind of value is built once and shared, so a thousand fields cost what one
 * field costs. Unknown fields of a response always parse; rules that look for them read the schema's fields.
 */
import { z } from 'zod'

type Shape = Readonly<Record<string, z.ZodType>>
type Optional<S extends Shape> = { [K in keyof S]: z.ZodOptional<S[K]> }
type Campos<R extends Shape, O extends Shape> = R & Optional<O>

const optionals = new WeakMap<z.ZodType, z.ZodOptional>()

function optional(schema: z.ZodType): z.ZodOptional {
  const known = optionals.get(schema) ?? z.optional(schema)
  optionals.set(schema, known)
  return known
}

/** Fields of a record: those that must be there, and those that may. */
export function campos<R extends Shape, O extends Shape = Record<never, never>>(
  required: R,
  rest?: O,
): Campos<R, O> {
  const others = Object.entries(rest ?? {}).map(([name, schema]) => [name, optional(schema)])
  return { ...required, ...Object.fromEntries(others) } as Campos<R, O>
}

/** An object with these fields, and any others. */
export function registro<R extends Shape, O extends Shape = Record<never, never>>(
  required: R,
  rest?: O,
): z.ZodObject<Campos<R, O>> {
  return z.object(campos(required, rest)) as unknown as z.ZodObject<Campos<R, O>>
}

/** Fields that may all be missing. */
export function opcionais<O extends Shape>(fields: O): Optional<O> {
  return campos({}, fields)
}

/** An object of which every field may be missing. */
export function parcial<O extends Shape>(fields: O): z.ZodObject<Optional<O>> {
  return z.object(opcionais(fields)) as unknown as z.ZodObject<Optional<O>>
}

/** The record with further fields. */
export function com<S extends Shape, R extends Shape, O extends Shape = Record<never, never>>(
  record: z.ZodObject<S>,
  required: R,
  rest?: O,
): z.ZodObject<z.core.util.Extend<S, Campos<R, O>>> {
  return record.extend(campos(required, rest)) as unknown as z.ZodObject<z.core.util.Extend<S, Campos<R, O>>>
}

/** The record with further fields that may be missing. */
export function comOpcionais<S extends Shape, O extends Shape>(record: z.ZodObject<S>, fields: O) {
  return com(record, {}, fields)
}

/** A list of records, and the parameters that narrow it. */
export function lista<T extends z.ZodType, O extends Shape>(record: T, query: O) {
  return { data: z.array(record), query: parcial(query) }
}

const owned = new WeakMap<z.ZodType, z.ZodType>()

/** A field that the service makes itself: a response holds it, a body need not. */
export function doServico<T extends z.ZodType>(schema: T): T {
  const known = (owned.get(schema) as T | undefined) ?? schema.meta({ readOnly: true })
  owned.set(schema, known)
  return known
}

export const texto = z.string()
export const inteiro = z.int()
export const numero = z.number()
export const logico = z.boolean()

/** A day of the calendar, leap years reckoned. */
const day = z.regexes.date.source.slice(1, -1)
const time = '([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d(\\.\\d+)?)?(Z|[+-]\\d{2}:?\\d{2})?'
const written = new RegExp(`^(((${day})|0000-00-00)([ T]${time})?)?$`)

/** `2026-05-04`; the service writes `0000-00-00` and nothing at all as well, and sometimes the time. */
export const dia = z.string().regex(written).meta({ format: 'date' })

/** `2026-05-04 10:15:00`, as lenient. */
export const momento = z.string().regex(written).meta({ format: 'date-time' })

/** A whole number in a query. */
export const digitos = z
  .string()
  .regex(/^-?\d+$/)
  .meta({ format: 'integer' })

/** Identifiers in a query: `idsContatos[]`. */
export const ids = z.array(digitos)

/** A whole number in a query that begins at 1. */
export const ordinal = z
  .string()
  .regex(/^0*[1-9]\d*$/)
  .meta({ format: 'integer', minimum: 1 })

/** A parameter that may come several times, though its name does not end in `[]`. */
export function repetivel<T extends z.ZodType>(schema: T): T {
  return schema.meta({ ...schema.meta(), repeats: true })
}

/** A number in a query. */
export const decimal = z
  .string()
  .regex(/^-?\d+(\.\d+)?$/)
  .meta({ format: 'number' })

/** A yes or no in a query. */
export const simOuNao = z.literal(['true', 'false', '1', '0'])

/** A text of a query that is one of these values; `assumed` is the service's default if the parameter is missing. */
export function umDe<const V extends readonly string[]>(values: V, assumed?: V[number]) {
  const schema = z.literal<V[number][]>([...values])
  return assumed === undefined ? schema : schema.meta({ default: assumed })
}

/** The shared pagination parameters. */
export const paginacao = { pagina: ordinal, limite: ordinal }

/** Points at a record. */
export const Referencia = registro({ id: inteiro })

/** Points at a record, or at none. */
export const ReferenciaOpcional = registro({}, { id: inteiro })

/** `data` after a create or an update: the identifier. */
export const Registrado = registro({ id: inteiro })

const CampoComErroNaLista = registro(
  { index: inteiro, code: inteiro, msg: texto },
  { element: texto, namespace: texto },
)

/** The useful detail of an error. */
export const CampoComErro = registro(
  { code: inteiro, msg: texto },
  { element: texto, namespace: texto, collection: z.array(CampoComErroNaLista) },
)

/** The list of types is not closed. */
export const DetalheDoErro = registro(
  { type: texto, message: texto, description: texto },
  { fields: z.array(CampoComErro) },
)

/** The body of an error, and what a partial success warns of. */
export const Erro = registro({}, { error: DetalheDoErro })
