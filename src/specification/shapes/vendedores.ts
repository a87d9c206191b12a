import { z } from 'zod'
import type { ShapeTable } from '../shapes.js'
import {
  com,
  digitos,
  inteiro,
  lista,
  momento,
  numero,
  paginacao,
  Referencia,
  registro,
  texto,
  umDe,
} from './shared.js'

export const ContatoDoVendedor = registro({
  id: inteiro,
  nome: texto,
  situacao: z.literal(['A', 'I', 'S', 'E']),
})

export const VendedorResumido = registro(
  { contato: ContatoDoVendedor },
  { id: inteiro, descontoLimite: numero, loja: Referencia },
)

export const Comissao = registro({ descontoMaximo: numero, aliquota: numero })

export const Vendedor = com(VendedorResumido, { comissoes: z.array(Comissao) })

export const document = {
  list: lista(VendedorResumido, {
    ...paginacao,
    nomeContato: texto,
    situacaoContato: umDe(['A', 'I', 'S', 'E', 'T'], 'A'),
    idContato: digitos,
    idLoja: digitos,
    dataAlteracaoInicial: momento,
    dataAlteracaoFinal: momento,
  }),
  read: { data: Vendedor },
} satisfies ShapeTable
