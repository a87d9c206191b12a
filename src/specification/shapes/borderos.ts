import { z } from 'zod'
import type { ShapeTable } from '../shapes.js'
import { dia, inteiro, numero, Referencia, registro, texto } from './shared.js'

export const Pagamento = registro({
  contato: Referencia,
  numeroDocumento: texto,
  valorPago: numero,
  juros: numero,
  desconto: numero,
  acrescimo: numero,
  tarifa: numero,
})

export const Bordero = registro({
  id: inteiro,
  data: dia,
  historico: texto,
  portador: Referencia,
  categoria: Referencia,
  pagamentos: z.array(Pagamento),
})

export const document = {
  read: { data: Bordero },
} satisfies ShapeTable
