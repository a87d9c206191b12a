/** Sales people (`/vendedores`). `document` holds the public document's shapes by action: `list` is `GET /vendedores`. */
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
