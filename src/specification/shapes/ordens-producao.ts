import { z } from 'zod'
import type { ShapeTable } from '../shapes.js'
import {
  com,
  comOpcionais,
  dia,
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
} from './shared.js'

export const DepositosDaOrdem = parcial({ idDestino: inteiro, idOrigem: inteiro })

export const SituacaoDaOrdem = registro({ id: inteiro, valor: doServico(inteiro), nome: doServico(texto) })

export const OrdemDeProducaoResumida = registro(
  { id: doServico(inteiro), numero: inteiro, deposito: DepositosDaOrdem, situacao: SituacaoDaOrdem },
  { dataPrevisaoInicio: dia, dataPrevisaoFinal: dia, dataInicio: dia, dataFim: dia, responsavel: texto },
)

export const ContatoDaVenda = parcial({ id: doServico(inteiro), nome: doServico(texto) })

export const VendaDaOrdem = parcial({ numero: doServico(inteiro), contato: ContatoDaVenda })

export const ProdutoDoItem = registro({ id: inteiro }, { nome: doServico(texto), codigo: doServico(texto) })

export const ItemDaOrdem = parcial({ produto: ProdutoDoItem, quantidade: numero })

export const OrdemDeProducao = comOpcionais(OrdemDeProducaoResumida, {
  vendas: z.array(VendaDaOrdem),
  itens: z.array(ItemDaOrdem),
  observacoes: texto,
})

export const SituacaoDaOrdemEnviada = registro(
  { id: inteiro },
  { valor: doServico(inteiro), nome: doServico(texto) },
)

export const OrdemDeProducaoCriacao = com(OrdemDeProducao.omit({ vendas: true }).partial({ id: true }), {
  situacao: SituacaoDaOrdemEnviada,
})

export const OrdemGerada = parcial({
  id: doServico(inteiro),
  itens: z.array(ItemDaOrdem),
  deposito: DepositosDaOrdem,
})

export const SituacaoEnviada = registro(
  { idSituacao: inteiro },
  { quantidade: numero, observacoes: texto, considerarPerdas: logico },
)

export const document = {
  list: lista(OrdemDeProducaoResumida, { ...paginacao, 'idsSituacoes[]': z.array(digitos) }),
  create: { data: Registrado, body: OrdemDeProducaoCriacao },
  read: { data: OrdemDeProducao },
  replace: { body: OrdemDeProducaoCriacao },
  'set-situation': { body: SituacaoEnviada },
  'generate-on-demand': { data: z.array(OrdemGerada) },
} satisfies ShapeTable
