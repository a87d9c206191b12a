import type { ShapeTable } from '../shapes.js'
import * as s from './shared.js'

export const Empresa = s.parcial({
  id: s.texto,
  nome: s.texto,
  cnpj: s.texto,
  email: s.texto,
  dataContrato: s.dia,
})

export const document = {
  'read-own': { data: Empresa },
} satisfies ShapeTable
