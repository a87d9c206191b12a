/**
 * Sales people (`/vendedores`). `s.object({ id }, { nome })` requires `id` and allows `nome`. `document`
 * gives the shapes of each action in `routes.ts`: `list` is `GET /vendedores`.
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
  list: s.list(VendedorResumido, {
    ...s.paging,
    nomeContato: s.text,
    situacaoContato: s.queryOneOf(['A', 'I', 'S', 'E', 'T'], 'A'),
    idContato: s.queryInteger,
    idLoja: s.queryInteger,
    dataAlteracaoInicial: s.dateTime,
    dataAlteracaoFinal: s.dateTime,
  }),
  read: { data: Vendedor },
} satisfies s.ShapeTable
