import { z } from 'zod'
import type { ShapeTable } from '../shapes.js'
import * as s from './shared.js'

export const CanalDeVendaResumido = s.parcial({
  id: s.inteiro,
  descricao: s.texto,
  tipo: s.texto,
  situacao: z.literal([1, 2]),
})

export const TipoDeIntegracao = s.parcial({
  nome: s.texto,
  tipo: s.texto,
  agrupador: z.literal([1, 2, 3, 4]),
})

export const Filial = s.parcial({
  cnpj: s.texto,
  idUnidadeNegocio: s.inteiro,
  unidadeNegocio: s.texto,
  deposito: s.ReferenciaOpcional,
  padrao: s.logico,
})

export const CanalDeVenda = s.comOpcionais(CanalDeVendaResumido, { filiais: z.array(Filial) })

export const document = {
  list: s.lista(CanalDeVendaResumido, {
    ...s.paginacao,
    'tipos[]': z.array(s.texto),
    situacao: s.umDe(['1', '2']),
    agrupador: s.umDe(['1', '2', '3', '4']),
  }),
  read: { data: CanalDeVenda },
  'list-types': s.lista(TipoDeIntegracao, { agrupador: s.umDe(['1', '2', '3', '4']) }),
} satisfies ShapeTable
