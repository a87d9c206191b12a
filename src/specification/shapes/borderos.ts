/** Payment batches (`/borderos`). `document` holds the public document's shapes by action: `read` is `GET /borderos/{idBordero}`. */
import { z } from 'zod'
import type { ShapeTable } from '../shapes.js'
import * as s from './shared.js'

export const Pagamento = s.object({
  contato: s.Referencia,
  numeroDocumento: s.text,
  valorPago: s.number,
  juros: s.number,
  desconto: s.number,
  acrescimo: s.number,
  tarifa: s.number,
})

export const Bordero = s.object({
  id: s.integer,
  data: s.date,
  historico: s.text,
  portador: s.Referencia,
  categoria: s.Referencia,
  pagamentos: z.array(Pagamento),
})

export const document = {
  read: { data: Bordero },
} satisfies ShapeTable
