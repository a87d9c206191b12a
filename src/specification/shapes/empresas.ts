/**
 * The account's own company (`/empresas`). `s.partial` requires no field. `document` has what the service's public
 * document shows of each action: `read-own` is `GET /empresas/me/dados-basicos`.
 */
import * as s from './shared.js'

export const document = {
  'read-own': {
    data: s.partial({ id: s.text, nome: s.text, cnpj: s.text, email: s.text, dataContrato: s.date }),
  },
} satisfies s.ShapeTable
