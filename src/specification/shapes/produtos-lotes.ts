/**
 * Batches of products (`/produtos/lotes`). `document` holds the public document's shapes by action: `list` is
 * `GET /produtos/lotes`.
 * - `s.object({ idLote }, { codigoLote })` requires `idLote` and allows `codigoLote`; `s.partial` requires nothing.
 * - `s.readOnly`: only the service sets the field. A body made by `s.sent` may lack it.
 */
import * as s from './shared.js'

const Lote = s.object(
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
    status: s.readOnly(s.oneOf([1, 2])),
  },
)

const LancamentoDoLote = s.object(
  { idLote: s.readOnly(s.integer), observacao: s.text },
  {
    id: s.readOnly(s.integer),
    quantidade: s.integer,
    tipoLancamento: s.oneOf([1, 2, 3]),
    data: s.readOnly(s.text),
    idOrigem: s.readOnly(s.integer),
  },
)

const SaldoDoLote = s.partial({
  idLote: s.integer,
  produto: s.Referencia,
  deposito: s.Referencia,
  saldoAtual: s.number,
})

const LotesSalvos = s.partial({
  saved: s.array(s.partial({ id: s.integer, codigoLote: s.text, idProduto: s.integer })),
  errors: s.array(s.Erro),
})

const LoteAtualizacao = s.partial({
  codigoLote: s.text,
  dataFabricacao: s.text,
  dataValidade: s.text,
  diasPermitidoVenda: s.integer,
  codigoAgregacao: s.text,
})

export const document = {
  list: {
    data: s.array(Lote),
    query: s.object(
      { 'idsProdutos[]': s.queryIds },
      {
        ...s.paging,
        'idsLotes[]': s.array(s.text),
        'idsDepositos[]': s.queryIds,
        'codigosLotes[]': s.array(s.text),
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
  'save-many': { data: LotesSalvos, body: s.array(Lote) },
  'remove-many': { query: s.object({ 'idsLotes[]': s.queryIds }) },
  read: { data: Lote },
  replace: { body: LoteAtualizacao },
  'list-controlled': {
    data: s.array(s.object({ idProduto: s.integer }, { controlaLote: s.readOnly(s.boolean) })),
    query: s.object({ 'idsProdutos[]': s.queryIds }),
  },
  'set-status': { body: s.object({ status: s.oneOf([1, 2]) }) },
  'list-entries': { data: s.array(LancamentoDoLote) },
  'create-entry': { data: LancamentoDoLote, body: s.sent(LancamentoDoLote) },
  'read-entry': { data: LancamentoDoLote },
  'patch-entry': { body: s.object({ observacao: s.text }) },
  'read-balance': { data: SaldoDoLote },
  'list-balances-at': { data: s.array(SaldoDoLote), query: s.object({ 'idsLotes[]': s.queryIds }) },
  'sum-balances-at': {
    data: s.array(s.partial({ produto: s.Referencia, deposito: s.Referencia, saldoTotal: s.number })),
  },
  'sum-balances': { data: s.partial({ produto: s.Referencia, saldoTotal: s.number }) },
} satisfies s.ShapeTable
