/** Production orders (`/ordens-producao`). `document` holds the public document's shapes by action: `list` is `GET /ordens-producao`. */
import { z } from 'zod'
import type { ShapeTable } from '../shapes.js'
import * as s from './shared.js'

export const DepositosDaOrdem = s.partial({ idDestino: s.integer, idOrigem: s.integer })

export const SituacaoDaOrdem = s.object({
  id: s.integer,
  valor: s.readOnly(s.integer),
  nome: s.readOnly(s.text),
})

export const OrdemDeProducaoResumida = s.object(
  { id: s.readOnly(s.integer), numero: s.integer, deposito: DepositosDaOrdem, situacao: SituacaoDaOrdem },
  {
    dataPrevisaoInicio: s.date,
    dataPrevisaoFinal: s.date,
    dataInicio: s.date,
    dataFim: s.date,
    responsavel: s.text,
  },
)

export const ContatoDaVenda = s.partial({ id: s.readOnly(s.integer), nome: s.readOnly(s.text) })

export const VendaDaOrdem = s.partial({ numero: s.readOnly(s.integer), contato: ContatoDaVenda })

export const ProdutoDoItem = s.object(
  { id: s.integer },
  { nome: s.readOnly(s.text), codigo: s.readOnly(s.text) },
)

export const ItemDaOrdem = s.partial({ produto: ProdutoDoItem, quantidade: s.number })

export const OrdemDeProducao = s.extendOptional(OrdemDeProducaoResumida, {
  vendas: z.array(VendaDaOrdem),
  itens: z.array(ItemDaOrdem),
  observacoes: s.text,
})

export const SituacaoDaOrdemEnviada = s.object(
  { id: s.integer },
  { valor: s.readOnly(s.integer), nome: s.readOnly(s.text) },
)

export const OrdemDeProducaoCriacao = s.extend(OrdemDeProducao.omit({ vendas: true }).partial({ id: true }), {
  situacao: SituacaoDaOrdemEnviada,
})

export const OrdemGerada = s.partial({
  id: s.readOnly(s.integer),
  itens: z.array(ItemDaOrdem),
  deposito: DepositosDaOrdem,
})

export const SituacaoEnviada = s.object(
  { idSituacao: s.integer },
  { quantidade: s.number, observacoes: s.text, considerarPerdas: s.boolean },
)

export const document = {
  list: s.list(OrdemDeProducaoResumida, { ...s.paging, 'idsSituacoes[]': s.queryIds }),
  create: { data: s.Registrado, body: OrdemDeProducaoCriacao },
  read: { data: OrdemDeProducao },
  replace: { body: OrdemDeProducaoCriacao },
  'set-situation': { body: SituacaoEnviada },
  'generate-on-demand': { data: z.array(OrdemGerada) },
} satisfies ShapeTable
