/** Ledger accounts (`/contas-contabeis`). `document` holds the public document's shapes by action: `list` is `GET /contas-contabeis`. */
import type { ShapeTable } from '../shapes.js'
import * as s from './shared.js'

export const ContaContabil = s.partial({
  id: s.integer,
  descricao: s.text,
  tipo: s.text,
  aliasIntegracao: s.text,
})

export const document = {
  list: s.list(ContaContabil, {
    ...s.paging,
    ocultarInvisiveis: s.queryBoolean,
    ocultarTipoContaBancaria: s.queryBoolean,
    situacoes: s.repeatable(s.queryOneOf(['1', '2', '3', '4'])),
    aliasIntegracao: s.text,
    ordenacao: s.queryOneOf(['descricao', '-descricao']),
  }),
  read: { data: ContaContabil },
} satisfies ShapeTable
