/** Payment methods (`/formas-pagamentos`). `document` holds the public document's shapes by action: `list` is `GET /formas-pagamentos`. */
import { z } from 'zod'
import type { ShapeTable } from '../shapes.js'
import * as s from './shared.js'

export const FormaDePagamentoResumida = s.object(
  {
    descricao: s.text,
    tipoPagamento: z.literal([1, 2, 3, 4, 5, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 90, 99]),
    finalidade: z.literal([1, 2, 3]),
  },
  {
    id: s.readOnly(s.integer),
    situacao: z.literal([0, 1]),
    fixa: s.readOnly(s.boolean),
    padrao: z.literal([0, 1, 2]),
    juros: s.number,
    multa: s.number,
  },
)

export const Taxas = s.partial({ aliquota: s.number, valor: s.number, prazo: s.integer })

export const DadosDoCartao = s.object(
  { bandeira: z.literal([1, 2, 3, 4, 5, 6, 7, 8, 9, 99]), tipo: z.literal([1, 2]) },
  { cnpjCredenciadora: s.text, autoLiquidacao: z.literal([0, 1]) },
)

export const FormaDePagamento = s.extend(
  FormaDePagamentoResumida,
  { destino: z.literal([1, 2, 3]) },
  { condicao: s.text, utilizaDiasUteis: s.boolean, taxas: Taxas, dadosCartao: DadosDoCartao },
)

export const Padrao = s.object({ padrao: z.literal([1, 2, 3]) })

export const SituacaoDaForma = s.object({ situacao: z.literal([0, 1]) })

export const document = {
  list: s.list(FormaDePagamentoResumida, {
    ...s.paging,
    descricao: s.text,
    'tiposPagamentos[]': s.queryIds,
    situacao: s.queryOneOf(['0', '1']),
  }),
  create: { data: s.Registrado, body: FormaDePagamento },
  read: { data: FormaDePagamento },
  replace: { data: s.Registrado, body: FormaDePagamento },
  'set-default': { body: Padrao },
  'set-situation': { body: SituacaoDaForma },
} satisfies ShapeTable
