/**
 * The account's own company (`/empresas`). `document` holds the public document's shapes by action: `read-own` is `GET
 * /empresas/me/dados-basicos`.
 */
import type { ShapeTable } from '../shapes.js'
import * as s from './shared.js'

export const Empresa = s.partial({
  id: s.text,
  nome: s.text,
  cnpj: s.text,
  email: s.text,
  dataContrato: s.date,
})

export const document = {
  'read-own': { data: Empresa },
} satisfies ShapeTable
