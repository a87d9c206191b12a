/**
 * Payment batches (`/borderos`). `document` holds the public document's shapes by action: `read` is
 * `GET /borderos/{idBordero}`.
 * - `s.object({ contato })` requires `contato`.
 */
import * as s from './shared.js'

const Bordero = s.object({
  id: s.integer,
  data: s.date,
  historico: s.text,
  portador: s.Referencia,
  categoria: s.Referencia,
  pagamentos: s.array(
    s.object({
      contato: s.Referencia,
      numeroDocumento: s.text,
      valorPago: s.number,
      juros: s.number,
      desconto: s.number,
      acrescimo: s.number,
      tarifa: s.number,
    }),
  ),
})

export const document = {
  read: { data: Bordero },
} satisfies s.ShapeTable
