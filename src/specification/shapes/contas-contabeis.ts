/**
 * Ledger accounts (`/contas-contabeis`). `document` holds the public document's shapes by action: `list` is
 * `GET /contas-contabeis`.
 * - `s.partial` requires no field.
 */
import * as s from './shared.js'

const ContaContabil = s.partial({ id: s.integer, descricao: s.text, tipo: s.text, aliasIntegracao: s.text })

export const document = {
  list: s.pagedList(ContaContabil, {
    ocultarInvisiveis: s.queryBoolean,
    ocultarTipoContaBancaria: s.queryBoolean,
    situacoes: s.repeatable(s.queryOneOf(['1', '2', '3', '4'])),
    aliasIntegracao: s.text,
    ordenacao: s.queryOneOf(['descricao', '-descricao']),
  }),
  read: { data: ContaContabil },
} satisfies s.ShapeTable
