import { z } from 'zod'
import type { ShapeTable } from '../shapes.js'
import { inteiro, paginacao, registro, repetivel, simOuNao, texto, umDe } from './shared.js'

export const ContaContabil = registro(
  {},
  { id: inteiro, descricao: texto, tipo: texto, aliasIntegracao: texto },
)

export const document = {
  list: {
    data: z.array(ContaContabil),
    query: registro(
      {},
      {
        ...paginacao,
        ocultarInvisiveis: simOuNao,
        ocultarTipoContaBancaria: simOuNao,
        situacoes: repetivel(umDe(['1', '2', '3', '4'])),
        aliasIntegracao: texto,
        ordenacao: umDe(['descricao', '-descricao']),
      },
    ),
  },
  read: { data: ContaContabil },
} satisfies ShapeTable
