import { z } from 'zod'
import type { ShapeTable } from '../shapes.js'
import {
  comOpcionais,
  inteiro,
  lista,
  logico,
  paginacao,
  parcial,
  ReferenciaOpcional,
  texto,
  umDe,
} from './shared.js'

export const CanalDeVendaResumido = parcial({
  id: inteiro,
  descricao: texto,
  tipo: texto,
  situacao: z.literal([1, 2]),
})

export const TipoDeIntegracao = parcial({ nome: texto, tipo: texto, agrupador: z.literal([1, 2, 3, 4]) })

export const Filial = parcial({
  cnpj: texto,
  idUnidadeNegocio: inteiro,
  unidadeNegocio: texto,
  deposito: ReferenciaOpcional,
  padrao: logico,
})

export const CanalDeVenda = comOpcionais(CanalDeVendaResumido, { filiais: z.array(Filial) })

export const document = {
  list: lista(CanalDeVendaResumido, {
    ...paginacao,
    'tipos[]': z.array(texto),
    situacao: umDe(['1', '2']),
    agrupador: umDe(['1', '2', '3', '4']),
  }),
  read: { data: CanalDeVenda },
  'list-types': lista(TipoDeIntegracao, { agrupador: umDe(['1', '2', '3', '4']) }),
} satisfies ShapeTable
