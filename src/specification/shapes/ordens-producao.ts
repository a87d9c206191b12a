/**
 * Production orders (`/ordens-producao`). `document` holds the public document's shapes by action: `list` is
 * `GET /ordens-producao`.
 * - `s.object({ id }, { dataPrevisaoInicio })` requires `id` and allows `dataPrevisaoInicio`; `s.partial` requires
 *   nothing.
 * - `s.extendOptional` adds or replaces fields that may be missing.
 * - `s.readOnly`: only the service sets the field. A body made by `s.sent` may lack it.
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

const ItemDaOrdem = s.partial({
  produto: s.object({ id: s.integer }, { nome: s.readOnly(s.text), codigo: s.readOnly(s.text) }),
  quantidade: s.number,
})

const OrdemDeProducao = s.extendOptional(OrdemDeProducaoResumida, {
  vendas: s.array(
    s.partial({
      numero: s.readOnly(s.integer),
      contato: s.partial({ id: s.readOnly(s.integer), nome: s.readOnly(s.text) }),
    }),
  ),
  itens: s.array(ItemDaOrdem),
  observacoes: s.text,
})

const OrdemEnviada = s.sent(OrdemDeProducao.omit({ vendas: true }))

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
  list: s.pagedList(OrdemDeProducaoResumida, { 'idsSituacoes[]': s.queryIds }),
  create: { data: s.Registrado, body: OrdemEnviada },
  read: { data: OrdemDeProducao },
  replace: { body: OrdemEnviada },
  'set-situation': { body: SituacaoEnviada },
  'generate-on-demand': { data: s.array(OrdemGerada) },
} satisfies s.ShapeTable
