/**
 * The shapes of the service's records, bodies and queries, as zod schemas, by resource. They are those that homologa judges
 * and responds by: what its public document shows, with the slips of that document mended.
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

/** What a schema's value is once it is parsed. */
export type Infer<S extends z.ZodType> = z.infer<S>

/** The envelope of a success response about this `data`; fields that the schema does not know are left out. */
export function resposta<S extends z.ZodType>(data: S): z.ZodObject<{ data: S }> {
  return z.object({ data })
}

/** The envelope of a list of these records. */
export function lista<S extends z.ZodType>(record: S): z.ZodObject<{ data: z.ZodArray<S> }> {
  return z.object({ data: z.array(record) })
}
