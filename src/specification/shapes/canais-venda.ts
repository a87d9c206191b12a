/** Sales channels (`/canais-venda`). `document` holds the public document's shapes by action: `list` is `GET /canais-venda`. */
import { z } from 'zod'
import type { ShapeTable } from '../shapes.js'
import * as s from './shared.js'

export const CanalDeVendaResumido = s.partial({
  id: s.integer,
  descricao: s.text,
  tipo: s.text,
  situacao: z.literal([1, 2]),
})

export const TipoDeIntegracao = s.partial({
  nome: s.text,
  tipo: s.text,
  agrupador: z.literal([1, 2, 3, 4]),
})

export const Filial = s.partial({
  cnpj: s.text,
  idUnidadeNegocio: s.integer,
  unidadeNegocio: s.text,
  deposito: s.ReferenciaOpcional,
  padrao: s.boolean,
})

export const CanalDeVenda = s.extendOptional(CanalDeVendaResumido, { filiais: z.array(Filial) })

export const document = {
  list: s.list(CanalDeVendaResumido, {
    ...s.paging,
    'tipos[]': z.array(s.text),
    situacao: s.queryOneOf(['1', '2']),
    agrupador: s.queryOneOf(['1', '2', '3', '4']),
  }),
  read: { data: CanalDeVenda },
  'list-types': s.list(TipoDeIntegracao, { agrupador: s.queryOneOf(['1', '2', '3', '4']) }),
} satisfies ShapeTable
