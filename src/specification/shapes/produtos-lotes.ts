/** Batches of products (`/produtos/lotes`). `document` holds the public document's shapes by action: `list` is `GET /produtos/lotes`. */
import { z } from 'zod'
import type { ShapeTable } from '../shapes.js'
import * as s from './shared.js'

export const Lote = s.object(
  {
    idLote: s.integer,
    dataFabricacao: s.text,
    dataValidade: s.text,
    produto: s.Referencia,
    deposito: s.Referencia,
  },
  {
    codigoLote: s.text,
    diasPermitidoVenda: s.integer,
    codigoAgregacao: s.text,
    status: s.readOnly(z.literal([1, 2])),
  },
)

export const ControleDeLotes = s.object({ idProduto: s.integer }, { controlaLote: s.readOnly(s.boolean) })

export const LancamentoDoLote = s.object(
  { idLote: s.readOnly(s.integer), observacao: s.text },
  {
    id: s.readOnly(s.integer),
    quantidade: s.integer,
    tipoLancamento: z.literal([1, 2, 3]),
    data: s.readOnly(s.text),
    idOrigem: s.readOnly(s.integer),
  },
)

export const SaldoDoLote = s.partial({
  idLote: s.integer,
  produto: s.Referencia,
  deposito: s.Referencia,
  saldoAtual: s.number,
})

export const SomaNoDeposito = s.partial({
  produto: s.Referencia,
  deposito: s.Referencia,
  saldoTotal: s.number,
})

export const SomaDosLotes = s.partial({ produto: s.Referencia, saldoTotal: s.number })

export const LancamentoDoLoteEnviado = LancamentoDoLote.partial({ idLote: true })

export const LoteSalvo = s.partial({ id: s.integer, codigoLote: s.text, idProduto: s.integer })

export const LotesSalvos = s.partial({ saved: z.array(LoteSalvo), errors: z.array(s.Erro) })

export const LoteAtualizacao = s.partial({
  codigoLote: s.text,
  dataFabricacao: s.text,
  dataValidade: s.text,
  diasPermitidoVenda: s.integer,
  codigoAgregacao: s.text,
})

export const StatusDoLote = s.object({ status: z.literal([1, 2]) })

export const ObservacaoDoLancamento = s.object({ observacao: s.text })

export const document = {
  list: {
    data: z.array(Lote),
    query: s.object(
      { 'idsProdutos[]': s.queryIds },
      {
        ...s.paging,
        'idsLotes[]': z.array(s.text),
        'idsDepositos[]': s.queryIds,
        'codigosLotes[]': z.array(s.text),
        status: s.queryOneOf(['A', 'I']),
        dataValidadeInicial: s.date,
        dataValidadeFinal: s.date,
        dataFabricacaoInicial: s.date,
        dataFabricacaoFinal: s.date,
        dataCriacaoInicial: s.dateTime,
        dataCriacaoFinal: s.dateTime,
      },
    ),
  },
  'save-many': { data: LotesSalvos, body: z.array(Lote) },
  'remove-many': { query: s.object({ 'idsLotes[]': s.queryIds }) },
  read: { data: Lote },
  replace: { body: LoteAtualizacao },
  'list-controlled': {
    data: z.array(ControleDeLotes),
    query: s.object({ 'idsProdutos[]': s.queryIds }),
  },
  'set-status': { body: StatusDoLote },
  'list-entries': { data: z.array(LancamentoDoLote) },
  'create-entry': { data: LancamentoDoLote, body: LancamentoDoLoteEnviado },
  'read-entry': { data: LancamentoDoLote },
  'patch-entry': { body: ObservacaoDoLancamento },
  'read-balance': { data: SaldoDoLote },
  'list-balances-at': { data: z.array(SaldoDoLote), query: s.object({ 'idsLotes[]': s.queryIds }) },
  'sum-balances-at': { data: z.array(SomaNoDeposito) },
  'sum-balances': { data: SomaDosLotes },
} satisfies ShapeTable
