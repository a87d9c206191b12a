import { z } from 'zod'
import type { ShapeTable } from '../shapes.js'
import { campos, inteiro, logico, paginacao, ReferenciaOpcional, registro, texto, umDe } from './shared.js'

export const CanalDeVendaResumido = registro(
  {},
  { id: inteiro, descricao: texto, tipo: texto, situacao: z.literal([1, 2]) },
)

export const TipoDeIntegracao = registro({}, { nome: texto, tipo: texto, agrupador: z.literal([1, 2, 3, 4]) })

export const Filial = registro(
  {},
  {
    cnpj: texto,
    idUnidadeNegocio: inteiro,
    unidadeNegocio: texto,
    deposito: ReferenciaOpcional,
    padrao: logico,
  },
)

export const CanalDeVenda = CanalDeVendaResumido.extend(campos({}, { filiais: z.array(Filial) }))

export const document = {
  list: {
    data: z.array(CanalDeVendaResumido),
    query: registro(
      {},
      {
        ...paginacao,
        'tipos[]': z.array(texto),
        situacao: umDe(['1', '2']),
        agrupador: umDe(['1', '2', '3', '4']),
      },
    ),
  },
  read: { data: CanalDeVenda },
  'list-types': {
    data: z.array(TipoDeIntegracao),
    query: registro({}, { agrupador: umDe(['1', '2', '3', '4']) }),
  },
} satisfies ShapeTable
