/**
 * Warehouses (`/depositos`). `s.object({ id }, { nome })` requires `id` and allows `nome`; a body may leave out
 * `s.readOnly` fields. `document` has what the service's public document shows of each action: `list` is
 * `GET /depositos`.
 */
import * as s from './shared.js'

const Deposito = s.object(
  { descricao: s.text, situacao: s.oneOf([0, 1]), padrao: s.boolean, desconsiderarSaldo: s.boolean },
  { id: s.readOnly(s.integer) },
)

export const document = {
  list: s.list(Deposito, { ...s.paging, descricao: s.text, situacao: s.queryOneOf(['0', '1'], '1') }),
  create: { data: s.Registrado, body: Deposito },
  read: { data: Deposito },
  replace: { data: s.object({ id: s.integer }, { alertas: s.array(s.CampoComErro) }), body: Deposito },
} satisfies s.ShapeTable
