import { z } from 'zod'
import type { ShapeTable } from '../shapes.js'
import * as s from './shared.js'

export const FormaDePagamentoResumida = s.registro(
  {
    descricao: s.texto,
    tipoPagamento: z.literal([1, 2, 3, 4, 5, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 90, 99]),
    finalidade: z.literal([1, 2, 3]),
  },
  {
    id: s.doServico(s.inteiro),
    situacao: z.literal([0, 1]),
    fixa: s.doServico(s.logico),
    padrao: z.literal([0, 1, 2]),
    juros: s.numero,
    multa: s.numero,
  },
)

export const Taxas = s.parcial({ aliquota: s.numero, valor: s.numero, prazo: s.inteiro })

export const DadosDoCartao = s.registro(
  { bandeira: z.literal([1, 2, 3, 4, 5, 6, 7, 8, 9, 99]), tipo: z.literal([1, 2]) },
  { cnpjCredenciadora: s.texto, autoLiquidacao: z.literal([0, 1]) },
)

export const FormaDePagamento = s.com(
  FormaDePagamentoResumida,
  { destino: z.literal([1, 2, 3]) },
  { condicao: s.texto, utilizaDiasUteis: s.logico, taxas: Taxas, dadosCartao: DadosDoCartao },
)

export const Padrao = s.registro({ padrao: z.literal([1, 2, 3]) })

export const SituacaoDaForma = s.registro({ situacao: z.literal([0, 1]) })

export const document = {
  list: s.lista(FormaDePagamentoResumida, {
    ...s.paginacao,
    descricao: s.texto,
    'tiposPagamentos[]': s.ids,
    situacao: s.umDe(['0', '1']),
  }),
  create: { data: s.Registrado, body: FormaDePagamento },
  read: { data: FormaDePagamento },
  replace: { data: s.Registrado, body: FormaDePagamento },
  'set-default': { body: Padrao },
  'set-situation': { body: SituacaoDaForma },
} satisfies ShapeTable
