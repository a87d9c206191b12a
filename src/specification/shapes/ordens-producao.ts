/**
 * Production orders (`/ordens-producao`). `s.object({ id }, { nome })` requires `id` and allows `nome`; `s.partial`
 * requires no field; a body may leave out `s.readOnly` fields. `document` has what the service's public document shows
 * of each action: `list` is `GET /ordens-producao`.
 */
import * as s from './shared.js'

const DepositosDaOrdem = s.partial({ idDestino: s.integer, idOrigem: s.integer })

const OrdemDeProducaoResumida = s.object(
  {
    id: s.readOnly(s.integer),
    numero: s.integer,
    deposito: DepositosDaOrdem,
    situacao: s.object({ id: s.integer, valor: s.readOnly(s.integer), nome: s.readOnly(s.text) }),
  },
  {
    dataPrevisaoInicio: s.date,
    dataPrevisaoFinal: s.date,
    dataInicio: s.date,
    dataFim: s.date,
    responsavel: s.text,
  },
)

const VendaDaOrdem = s.partial({
  numero: s.readOnly(s.integer),
  contato: s.partial({ id: s.readOnly(s.integer), nome: s.readOnly(s.text) }),
})

const ItemDaOrdem = s.partial({
  produto: s.object({ id: s.integer }, { nome: s.readOnly(s.text), codigo: s.readOnly(s.text) }),
  quantidade: s.number,
})

const OrdemDeProducao = s.extendOptional(OrdemDeProducaoResumida, {
  vendas: s.array(VendaDaOrdem),
  itens: s.array(ItemDaOrdem),
  observacoes: s.text,
})

const OrdemDeProducaoCriacao = s.extend(OrdemDeProducao.omit({ vendas: true }).partial({ id: true }), {
  situacao: s.object({ id: s.integer }, { valor: s.readOnly(s.integer), nome: s.readOnly(s.text) }),
})

const OrdemGerada = s.partial({
  id: s.readOnly(s.integer),
  itens: s.array(ItemDaOrdem),
  deposito: DepositosDaOrdem,
})

const SituacaoEnviada = s.object(
  { idSituacao: s.integer },
  { quantidade: s.number, observacoes: s.text, considerarPerdas: s.boolean },
)

export const document = {
  list: s.list(OrdemDeProducaoResumida, { ...s.paging, 'idsSituacoes[]': s.queryIds }),
  create: { data: s.Registrado, body: OrdemDeProducaoCriacao },
  read: { data: OrdemDeProducao },
  replace: { body: OrdemDeProducaoCriacao },
  'set-situation': { body: SituacaoEnviada },
  'generate-on-demand': { data: s.array(OrdemGerada) },
} satisfies s.ShapeTable
