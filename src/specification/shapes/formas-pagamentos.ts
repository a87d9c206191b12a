import { z } from 'zod'
import type { ShapeTable } from '../shapes.js'
import {
  com,
  digitos,
  doServico,
  inteiro,
  lista,
  logico,
  numero,
  paginacao,
  parcial,
  Registrado,
  registro,
  texto,
  umDe,
} from './shared.js'

export const FormaDePagamentoResumida = registro(
  {
    descricao: texto,
    tipoPagamento: z.literal([1, 2, 3, 4, 5, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 90, 99]),
    finalidade: z.literal([1, 2, 3]),
  },
  {
    id: doServico(inteiro),
    situacao: z.literal([0, 1]),
    fixa: doServico(logico),
    padrao: z.literal([0, 1, 2]),
    juros: numero,
    multa: numero,
  },
)

export const Taxas = parcial({ aliquota: numero, valor: numero, prazo: inteiro })

export const DadosDoCartao = registro(
  { bandeira: z.literal([1, 2, 3, 4, 5, 6, 7, 8, 9, 99]), tipo: z.literal([1, 2]) },
  { cnpjCredenciadora: texto, autoLiquidacao: z.literal([0, 1]) },
)

export const FormaDePagamento = com(
  FormaDePagamentoResumida,
  { destino: z.literal([1, 2, 3]) },
  { condicao: texto, utilizaDiasUteis: logico, taxas: Taxas, dadosCartao: DadosDoCartao },
)

export const Padrao = registro({ padrao: z.literal([1, 2, 3]) })

export const SituacaoDaForma = registro({ situacao: z.literal([0, 1]) })

export const document = {
  list: lista(FormaDePagamentoResumida, {
    ...paginacao,
    descricao: texto,
    'tiposPagamentos[]': z.array(digitos),
    situacao: umDe(['0', '1']),
  }),
  create: { data: Registrado, body: FormaDePagamento },
  read: { data: FormaDePagamento },
  replace: { data: Registrado, body: FormaDePagamento },
  'set-default': { body: Padrao },
  'set-situation': { body: SituacaoDaForma },
} satisfies ShapeTable
