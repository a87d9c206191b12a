/**
 * The notation of the families' shapes. A family's file imports these parts as `s` and builds zod schemas from them:
 *
 *     s.object({ nome: s.text }, { email: s.text })       // requires `nome`, allows `email`
 *     s.partial({ cep: s.text, uf: s.text })              // requires no field
 *     s.extend(Contato, { id: s.integer }, { ie: s.text }) // the object `Contato`, with `id` required and `ie` allowed
 *
 * Every object accepts fields that it does not name. Parts are built once and shared, because zod takes long to build one
 * for each of a thousand fields.
 */
import { z } from 'zod'

type Shape = Readonly<Record<string, z.ZodType>>
type Optional<S extends Shape> = { [K in keyof S]: z.ZodOptional<S[K]> }
type Fields<R extends Shape, O extends Shape> = R & Optional<O>

const optionals = new WeakMap<z.ZodType, z.ZodOptional>()

function optional(schema: z.ZodType): z.ZodOptional {
  const known = optionals.get(schema) ?? z.optional(schema)
  optionals.set(schema, known)
  return known
}

function fields<R extends Shape, O extends Shape>(required: R, rest: O): Fields<R, O> {
  const others = Object.entries(rest).map(([name, schema]) => [name, optional(schema)])
  return { ...required, ...Object.fromEntries(others) } as Fields<R, O>
}

/** An object with `required` fields, and with `rest` fields that may be missing. */
export function object<R extends Shape, O extends Shape = Record<never, never>>(
  required: R,
  rest: O = {} as O,
): z.ZodObject<Fields<R, O>> {
  return z.object(fields(required, rest)) as unknown as z.ZodObject<Fields<R, O>>
}

/** An object of which every field may be missing. */
export function partial<O extends Shape>(rest: O): z.ZodObject<Optional<O>> {
  return z.object(fields({}, rest)) as unknown as z.ZodObject<Optional<O>>
}

/** The object `base` with further fields; a field of the same name replaces the one of `base`. */
export function extend<S extends Shape, R extends Shape, O extends Shape = Record<never, never>>(
  base: z.ZodObject<S>,
  required: R,
  rest: O = {} as O,
): z.ZodObject<z.core.util.Extend<S, Fields<R, O>>> {
  return base.extend(fields(required, rest)) as unknown as z.ZodObject<z.core.util.Extend<S, Fields<R, O>>>
}

/** The object `base` with further fields that may be missing. */
export function extendOptional<S extends Shape, O extends Shape>(base: z.ZodObject<S>, rest: O) {
  return extend(base, {}, rest)
}

/** The operation of a list: its records, and the query parameters that narrow it. */
export function list<T extends z.ZodType, O extends Shape>(record: T, query: O) {
  return { data: z.array(record), query: partial(query) }
}

const readOnlySchemas = new WeakMap<z.ZodType, z.ZodType>()

/** A field that the service fills in: responses have it, and bodies may leave it out. */
export function readOnly<T extends z.ZodType>(schema: T): T {
  const known = (readOnlySchemas.get(schema) as T | undefined) ?? schema.meta({ readOnly: true })
  readOnlySchemas.set(schema, known)
  return known
}

export const text = z.string()
export const integer = z.int()
export const number = z.number()
export const boolean = z.boolean()

/** Days that exist, written `2026-05-04`; zod's own pattern, without its `^` and `$`. */
const day = z.regexes.date.source.slice(1, -1)
/** `10:15`, `10:15:00`, `10:15:00.250Z`, `10:15:00-03:00` */
const time = '([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d(\\.\\d+)?)?(Z|[+-]\\d{2}:?\\d{2})?'
/** A day with or without a time. The service writes `0000-00-00` or an empty text if there is no date. */
const dayOrTime = new RegExp(`^(((${day})|0000-00-00)([ T]${time})?)?$`)

/** `2026-05-04`. The service sometimes adds the time, so a time is accepted. */
export const date = z.string().regex(dayOrTime).meta({ format: 'date' })

/** `2026-05-04 10:15:00`. The service sometimes leaves the time out, so its absence is accepted. */
export const dateTime = z.string().regex(dayOrTime).meta({ format: 'date-time' })

/** Values of a query are texts: this one is a whole number, such as `-12`. */
export const queryInteger = z
  .string()
  .regex(/^-?\d+$/)
  .meta({ format: 'integer' })

/** Several identifiers in a query: `idsContatos[]=1&idsContatos[]=2`. */
export const queryIds = z.array(queryInteger)

/** A whole number above 0 in a query. */
export const queryPositive = z
  .string()
  .regex(/^0*[1-9]\d*$/)
  .meta({ format: 'integer', minimum: 1 })

/** A number in a query: `12`, `-3.5`. */
export const queryNumber = z
  .string()
  .regex(/^-?\d+(\.\d+)?$/)
  .meta({ format: 'number' })

/** A yes or no in a query. */
export const queryBoolean = z.literal(['true', 'false', '1', '0'])

/** One of these texts in a query; `assumed` is the service's default if the parameter is missing. */
export function queryOneOf<const V extends readonly string[]>(values: V, assumed?: V[number]) {
  const schema = z.literal<V[number][]>([...values])
  return assumed === undefined ? schema : schema.meta({ default: assumed })
}

/** A query parameter that may come several times, although its name does not end in `[]`. */
export function repeatable<T extends z.ZodType>(schema: T): T {
  return schema.meta({ ...schema.meta(), repeats: true })
}

/** The query parameters that nearly every list has. */
export const paging = { pagina: queryPositive, limite: queryPositive }

/** Points at another record. */
export const Referencia = object({ id: integer })

/** Points at another record, or at none. */
export const ReferenciaOpcional = partial({ id: integer })

/** `data` after a create or an update: the identifier. */
export const Registrado = object({ id: integer })

const CampoComErroNaLista = object(
  { index: integer, code: integer, msg: text },
  { element: text, namespace: text },
)

/** The flaw of one field of a refused body. */
export const CampoComErro = object(
  { code: integer, msg: text },
  { element: text, namespace: text, collection: z.array(CampoComErroNaLista) },
)

/** `type` may be any text, because the specification does not list all of them. */
export const DetalheDoErro = object(
  { type: text, message: text, description: text },
  { fields: z.array(CampoComErro) },
)

/** The body of an error. A partial success lists some of these as warnings. */
export const Erro = partial({ error: DetalheDoErro })
