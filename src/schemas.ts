/**
 * The shapes of the service's records, bodies and queries as zod schemas, by resource. homologa judges and responds by the same
 * schemas. They follow the service's public document, with its mistakes corrected.
 *
 * ```ts
 * import { contatos, type Infer, resposta } from 'homologa/schemas'
 *
 * type Contato = Infer<typeof contatos.Contato>
 * const { data } = resposta(contatos.Contato).parse(await response.json())
 * ```
 */
import { z } from 'zod'

export * from './specification/shapes/every.js'
export {
  CampoComErro,
  DetalheDoErro,
  Erro,
  Referencia,
  Registrado,
} from './specification/shapes/shared.js'

/** The type of a value that a schema has parsed. */
export type Infer<S extends z.ZodType> = z.infer<S>

/** The body of a success response with this `data`. Parsing removes other fields of the body. */
export function resposta<S extends z.ZodType>(data: S): z.ZodObject<{ data: S }> {
  return z.object({ data })
}

/** The body of a response with a list of these records. */
export function lista<S extends z.ZodType>(record: S): z.ZodObject<{ data: z.ZodArray<S> }> {
  return z.object({ data: z.array(record) })
}
