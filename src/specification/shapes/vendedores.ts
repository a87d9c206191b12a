import { z } from 'zod'
import type { ShapeTable } from '../shapes.js'
import * as s from './shared.js'

export const ContatoDoVendedor = s.registro({
  id: s.inteiro,
  nome: s.texto,
  situacao: z.literal(['A', 'I', 'S', 'E']),
})

export const VendedorResumido = s.registro(
  { contato: ContatoDoVendedor },
  { id: s.inteiro, descontoLimite: s.numero, loja: s.Referencia },
)

export const Comissao = s.registro({ descontoMaximo: s.numero, aliquota: s.numero })

export const Vendedor = s.com(VendedorResumido, { comissoes: z.array(Comissao) })

export const document = {
  list: s.lista(VendedorResumido, {
    ...s.paginacao,
    nomeContato: s.texto,
    situacaoContato: s.umDe(['A', 'I', 'S', 'E', 'T'], 'A'),
    idContato: s.digitos,
    idLoja: s.digitos,
    dataAlteracaoInicial: s.momento,
    dataAlteracaoFinal: s.momento,
  }),
  read: { data: Vendedor },
} satisfies ShapeTable
