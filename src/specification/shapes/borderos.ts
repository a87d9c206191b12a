import { z } from 'zod'
import type { ShapeTable } from '../shapes.js'
import * as s from './shared.js'

export const Pagamento = s.registro({
  contato: s.Referencia,
  numeroDocumento: s.texto,
  valorPago: s.numero,
  juros: s.numero,
  desconto: s.numero,
  acrescimo: s.numero,
  tarifa: s.numero,
})

export const Bordero = s.registro({
  id: s.inteiro,
  data: s.dia,
  historico: s.texto,
  portador: s.Referencia,
  categoria: s.Referencia,
  pagamentos: z.array(Pagamento),
})

export const document = {
  read: { data: Bordero },
} satisfies ShapeTable
