/** Warehouses (`/depositos`). `document` holds the public document's shapes by action: `list` is `GET /depositos`. */
import { z } from 'zod'
import type { ShapeTable } from '../shapes.js'
import * as s from './shared.js'

export const Deposito = s.object(
  { descricao: s.text, situacao: z.literal([0, 1]), padrao: s.boolean, desconsiderarSaldo: s.boolean },
  { id: s.readOnly(s.integer) },
)

export const DepositoAtualizado = s.object({ id: s.integer }, { alertas: z.array(s.CampoComErro) })

export const document = {
  list: s.list(Deposito, { ...s.paging, descricao: s.text, situacao: s.queryOneOf(['0', '1'], '1') }),
  create: { data: s.Registrado, body: Deposito },
  read: { data: Deposito },
  replace: { data: DepositoAtualizado, body: Deposito },
} satisfies ShapeTable
