/**
 * Sales people (`/vendedores`). `document` holds the public document's shapes by action: `list` is `GET /vendedores`.
 * - `s.object({ contato }, { id })` requires `contato` and allows `id`.
 * - `s.extend` adds or replaces fields in the same way.
 */
import * as s from './shared.js'

const VendedorResumido = s.object(
  { contato: s.object({ id: s.integer, nome: s.text, situacao: s.oneOf(['A', 'I', 'S', 'E']) }) },
  { id: s.integer, descontoLimite: s.number, loja: s.Referencia },
)

const Vendedor = s.extend(VendedorResumido, {
  comissoes: s.array(s.object({ descontoMaximo: s.number, aliquota: s.number })),
})

export const document = {
  list: s.pagedList(VendedorResumido, {
    nomeContato: s.text,
    situacaoContato: s.queryOneOf(['A', 'I', 'S', 'E', 'T'], { default: 'A' }),
    idContato: s.queryInteger,
    idLoja: s.queryInteger,
    dataAlteracaoInicial: s.dateTime,
    dataAlteracaoFinal: s.dateTime,
  }),
  read: { data: Vendedor },
} satisfies s.ShapeTable
