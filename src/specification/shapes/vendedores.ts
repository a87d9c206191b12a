import { z } from 'zod'
import type { ShapeTable } from '../shapes.js'
import {
  campos,
  digitos,
  inteiro,
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

export const Vendedor = VendedorResumido.extend(campos({ comissoes: z.array(Comissao) }))

export const document = {
  list: {
    data: z.array(VendedorResumido),
    query: registro(
      {},
      {
        ...paginacao,
        nomeContato: texto,
        situacaoContato: umDe(['A', 'I', 'S', 'E', 'T'], 'A'),
        idContato: digitos,
        idLoja: digitos,
        dataAlteracaoInicial: momento,
        dataAlteracaoFinal: momento,
      },
    ),
  },
  read: { data: Vendedor },
} satisfies ShapeTable
