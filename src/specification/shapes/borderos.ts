/**
 * Payment batches (`/borderos`). `s.object({ id }, { nome })` requires `id` and allows `nome`. `document`
 * gives the shapes of each action in `routes.ts`: `read` is `GET /borderos/{idBordero}`.
 */
import * as s from './shared.js'

const Pagamento = s.object({
  contato: s.Referencia,
  numeroDocumento: s.text,
  valorPago: s.number,
  juros: s.number,
  desconto: s.number,
  acrescimo: s.number,
  tarifa: s.number,
})

const Bordero = s.object({
  id: s.integer,
  data: s.date,
  historico: s.text,
  portador: s.Referencia,
  categoria: s.Referencia,
  pagamentos: s.array(Pagamento),
})

export const document = {
  read: { data: Bordero },
} satisfies s.ShapeTable
