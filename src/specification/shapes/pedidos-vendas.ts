/**
 * Sales orders (`/pedidos/vendas`). `document` holds the public document's shapes by action: `list` is
 * `GET /pedidos/vendas`.
 * - `s.object({ id }, { tipoPessoa })` requires `id` and allows `tipoPessoa`; `s.partial` requires nothing.
 * - `s.extend` adds or replaces fields in the same way, `s.extendOptional` fields that may be missing.
 * - `s.readOnly`: only the service sets the field. A body made by `s.sent` may lack it.
 */
import { z } from 'zod'
import { EtiquetaDeTransporte } from './nfe.js'
import * as s from './shared.js'

const SituacaoDoPedido = s.object({ id: s.integer, valor: s.readOnly(s.integer) })

const PedidoDeVendaResumido = s.object(
  {
    data: s.date,
    dataSaida: s.date,
    dataPrevista: s.date,
    contato: s.object(
      { id: s.integer, nome: s.readOnly(s.text) },
      { tipoPessoa: s.oneOf(['F', 'J', 'E']), numeroDocumento: s.text },
    ),
  },
  {
    id: s.readOnly(s.integer),
    numero: s.integer,
    numeroLoja: s.text,
    totalProdutos: s.readOnly(s.number),
    total: s.readOnly(s.number),
    situacao: SituacaoDoPedido,
    loja: s.object({ id: s.integer }, { unidadeNegocio: s.Referencia }),
  },
)

const ItemDoPedido = s.object(
  { id: s.readOnly(s.integer), quantidade: s.number, valor: s.number, descricao: s.text },
  {
    codigo: s.text,
    unidade: s.text,
    desconto: s.number,
    aliquotaIPI: s.number,
    descricaoDetalhada: s.text,
    produto: s.Referencia,
    comissao: s.partial({ base: s.number, aliquota: s.number, valor: s.number }),
    naturezaOperacao: s.ReferenciaOpcional,
  },
)

const ParcelaDoPedido = s.object(
  { id: s.integer, dataVencimento: s.date, valor: s.number, formaPagamento: s.Referencia },
  { observacoes: s.text, caut: s.text },
)

const Volume = s.object({ id: s.integer, servico: s.text }, { codigoRastreamento: s.text })

const TransporteDoPedido = s.partial({
  fretePorConta: s.oneOf([0, 1, 2, 3, 4, 9]),
  frete: s.number,
  quantidadeVolumes: s.integer,
  pesoBruto: s.number,
  prazoEntrega: s.integer,
  contato: s.object({ nome: s.text }, { id: s.integer }),
  etiqueta: s.extendOptional(EtiquetaDeTransporte, { nomePais: s.text }),
  volumes: s.array(Volume),
})

const PedidoDeVenda = s.extend(
  PedidoDeVendaResumido,
  { itens: s.array(ItemDoPedido), parcelas: s.array(ParcelaDoPedido) },
  {
    numeroPedidoCompra: s.text,
    outrasDespesas: s.number,
    observacoes: s.text,
    observacoesInternas: s.text,
    desconto: s.object({ valor: s.number }, { unidade: s.oneOf(['REAL', 'PERCENTUAL']) }),
    categoria: s.Referencia,
    notaFiscal: s.readOnly(s.Referencia),
    tributacao: s.partial({ totalICMS: s.number, totalIPI: s.number }),
    transporte: TransporteDoPedido,
    vendedor: s.Referencia,
    intermediador: s.partial({ cnpj: s.text, nomeUsuario: s.text }),
    taxas: s.partial({ taxaComissao: s.number, custoFrete: s.number, valorBase: s.number }),
  },
)

const PedidoDeVendaRegistrado = s.object(
  { id: s.integer },
  { alertas: s.array(s.CampoComErro), rastreamento: z.looseObject({}) },
)

const PedidoDeVendaEnviado = s.extend(
  PedidoDeVenda,
  { parcelas: s.array(ParcelaDoPedido.partial({ id: true })) },
  { transporte: s.extendOptional(TransporteDoPedido, { volumes: s.array(Volume.partial({ id: true })) }) },
)

/** PUT does not change the situation. */
const PedidoDeVendaAtualizacao = s.extendOptional(PedidoDeVendaEnviado, {
  situacao: s.readOnly(SituacaoDoPedido),
})

const NotaGerada = s.object({ idNotaFiscal: s.integer })

export const document = {
  list: s.pagedList(PedidoDeVendaResumido, {
    idContato: s.queryInteger,
    'idsSituacoes[]': s.queryIds,
    dataInicial: s.date,
    dataFinal: s.date,
    dataAlteracaoInicial: s.dateTime,
    dataAlteracaoFinal: s.dateTime,
    dataPrevistaInicial: s.date,
    dataPrevistaFinal: s.date,
    numero: s.queryInteger,
    idLoja: s.queryInteger,
    idVendedor: s.queryInteger,
    idControleCaixa: s.queryInteger,
    'numerosLojas[]': s.array(s.text),
    idUnidadeNegocio: s.queryInteger,
  }),
  create: { data: PedidoDeVendaRegistrado, body: s.sent(PedidoDeVendaEnviado) },
  'remove-many': {
    data: s.partial({ alertas: s.array(s.text) }),
    query: s.object({ 'idsPedidosVendas[]': s.queryIds }),
  },
  read: { data: PedidoDeVenda },
  replace: { data: PedidoDeVendaRegistrado, body: s.sent(PedidoDeVendaAtualizacao) },
  'issue-nfe': { data: NotaGerada },
  'issue-nfce': { data: NotaGerada },
} satisfies s.ShapeTable
