/**
 * Warehouses (`/depositos`). `document` holds the public document's shapes by action: `list` is `GET /depositos`.
 * - `s.object({ descricao }, { id })` requires `descricao` and allows `id`.
 * - `s.readOnly`: only the service sets the field; a body may lack it.
 */
import * as s from './shared.js'

const Deposito = s.object(
  { descricao: s.text, situacao: s.oneOf([0, 1]), padrao: s.boolean, desconsiderarSaldo: s.boolean },
  { id: s.readOnly(s.integer) },
)

export const document = {
  list: s.pagedList(Deposito, { descricao: s.text, situacao: s.queryOneOf(['0', '1'], { default: '1' }) }),
  create: { data: s.Registrado, body: Deposito },
  read: { data: Deposito },
  replace: { data: s.object({ id: s.integer }, { alertas: s.array(s.CampoComErro) }), body: Deposito },
} satisfies s.ShapeTable
