import { z } from 'zod'
import type { ShapeTable } from '../shapes.js'
import * as s from './shared.js'

export const DepositosDaOrdem = s.parcial({ idDestino: s.inteiro, idOrigem: s.inteiro })

export const SituacaoDaOrdem = s.registro({
  id: s.inteiro,
  valor: s.doServico(s.inteiro),
  nome: s.doServico(s.texto),
})

export const OrdemDeProducaoResumida = s.registro(
  { id: s.doServico(s.inteiro), numero: s.inteiro, deposito: DepositosDaOrdem, situacao: SituacaoDaOrdem },
  {
    dataPrevisaoInicio: s.dia,
    dataPrevisaoFinal: s.dia,
    dataInicio: s.dia,
    dataFim: s.dia,
    responsavel: s.texto,
  },
)

export const ContatoDaVenda = s.parcial({ id: s.doServico(s.inteiro), nome: s.doServico(s.texto) })

export const VendaDaOrdem = s.parcial({ numero: s.doServico(s.inteiro), contato: ContatoDaVenda })

export const ProdutoDoItem = s.registro(
  { id: s.inteiro },
  { nome: s.doServico(s.texto), codigo: s.doServico(s.texto) },
)

export const ItemDaOrdem = s.parcial({ produto: ProdutoDoItem, quantidade: s.numero })

export const OrdemDeProducao = s.comOpcionais(OrdemDeProducaoResumida, {
  vendas: z.array(VendaDaOrdem),
  itens: z.array(ItemDaOrdem),
  observacoes: s.texto,
})

export const SituacaoDaOrdemEnviada = s.registro(
  { id: s.inteiro },
  { valor: s.doServico(s.inteiro), nome: s.doServico(s.texto) },
)

export const OrdemDeProducaoCriacao = s.com(OrdemDeProducao.omit({ vendas: true }).partial({ id: true }), {
  situacao: SituacaoDaOrdemEnviada,
})

export const OrdemGerada = s.parcial({
  id: s.doServico(s.inteiro),
  itens: z.array(ItemDaOrdem),
  deposito: DepositosDaOrdem,
})

export const SituacaoEnviada = s.registro(
  { idSituacao: s.inteiro },
  { quantidade: s.numero, observacoes: s.texto, considerarPerdas: s.logico },
)

export const document = {
  list: s.lista(OrdemDeProducaoResumida, { ...s.paginacao, 'idsSituacoes[]': s.ids }),
  create: { data: s.Registrado, body: OrdemDeProducaoCriacao },
  read: { data: OrdemDeProducao },
  replace: { body: OrdemDeProducaoCriacao },
  'set-situation': { body: SituacaoEnviada },
  'generate-on-demand': { data: z.array(OrdemGerada) },
} satisfies ShapeTable
