/**
 * Sales people (`/vendedores`). `document` holds the public document's shapes by action: `list` is `GET /vendedores`.
 * - `s.object({ contato }, { id })` requires `contato` and allows `id`.
 * - `s.extend` adds or replaces fields in the same way.
 * - Names: `…Resumido` is a record as a list shows it.
 * - `z.literal` lists the codes that the public document allows in a field. `s.queryOneOf` lists the texts that it allows
 *   in a query, then the default of the parameter.
 */
import { z } from 'zod'
import type { ShapeTable } from '../shapes.js'
import * as s from './shared.js'

export const ContatoDoVendedor = s.object({
  id: s.integer,
  nome: s.text,
  situacao: z.literal(['A', 'I', 'S', 'E']),
})

export const VendedorResumido = s.object(
  { contato: ContatoDoVendedor },
  { id: s.integer, descontoLimite: s.number, loja: s.Referencia },
)

export const Comissao = s.object({ descontoMaximo: s.number, aliquota: s.number })

export const Vendedor = s.extend(VendedorResumido, { comissoes: z.array(Comissao) })

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
} satisfies ShapeTable
