/** Sales orders (`/pedidos/vendas`). `document` holds the public document's shapes by action: `list` is `GET /pedidos/vendas`. */
import { z } from 'zod'
import type { ShapeTable } from '../shapes.js'
import { EtiquetaDeTransporte as EtiquetaDaNota } from './nfe.js'
import * as s from './shared.js'

export const ContatoDoPedido = s.object(
  { id: s.integer, nome: s.readOnly(s.text) },
  { tipoPessoa: z.literal(['F', 'J', 'E']), numeroDocumento: s.text },
)

export const SituacaoDoPedido = s.object({ id: s.integer, valor: s.readOnly(s.integer) })

export const LojaDoPedido = s.object({ id: s.integer }, { unidadeNegocio: s.Referencia })

export const PedidoDeVendaResumido = s.object(
  { data: s.date, dataSaida: s.date, dataPrevista: s.date, contato: ContatoDoPedido },
  {
    id: s.readOnly(s.integer),
    numero: s.integer,
    numeroLoja: s.text,
    totalProdutos: s.readOnly(s.number),
    total: s.readOnly(s.number),
    situacao: SituacaoDoPedido,
    loja: LojaDoPedido,
  },
)

export const ComissaoDoItem = s.partial({ base: s.number, aliquota: s.number, valor: s.number })

export const ItemDoPedido = s.object(
  { id: s.readOnly(s.integer), quantidade: s.number, valor: s.number, descricao: s.text },
  {
    codigo: s.text,
    unidade: s.text,
    desconto: s.number,
    aliquotaIPI: s.number,
    descricaoDetalhada: s.text,
    produto: s.Referencia,
    comissao: ComissaoDoItem,
    naturezaOperacao: s.ReferenciaOpcional,
  },
)

export const ParcelaDoPedido = s.object(
  { id: s.integer, dataVencimento: s.date, valor: s.number, formaPagamento: s.Referencia },
  { observacoes: s.text, caut: s.text },
)

export const Desconto = s.object({ valor: s.number }, { unidade: z.literal(['REAL', 'PERCENTUAL']) })

export const TributacaoDoPedido = s.partial({ totalICMS: s.number, totalIPI: s.number })

export const Transportador = s.object({ nome: s.text }, { id: s.integer })

export const EtiquetaDeTransporte = s.extendOptional(EtiquetaDaNota, { nomePais: s.text })

export const Volume = s.object({ id: s.integer, servico: s.text }, { codigoRastreamento: s.text })

export const TransporteDoPedido = s.partial({
  fretePorConta: z.literal([0, 1, 2, 3, 4, 9]),
  frete: s.number,
  quantidadeVolumes: s.integer,
  pesoBruto: s.number,
  prazoEntrega: s.integer,
  contato: Transportador,
  etiqueta: EtiquetaDeTransporte,
  volumes: z.array(Volume),
})

export const Intermediador = s.partial({ cnpj: s.text, nomeUsuario: s.text })

export const TaxasDoPedido = s.partial({ taxaComissao: s.number, custoFrete: s.number, valorBase: s.number })

export const PedidoDeVenda = s.extend(
  PedidoDeVendaResumido,
  { itens: z.array(ItemDoPedido), parcelas: z.array(ParcelaDoPedido) },
  {
    numeroPedidoCompra: s.text,
    outrasDespesas: s.number,
    observacoes: s.text,
    observacoesInternas: s.text,
    desconto: Desconto,
    categoria: s.Referencia,
    notaFiscal: s.readOnly(s.Referencia),
    tributacao: TributacaoDoPedido,
    transporte: TransporteDoPedido,
    vendedor: s.Referencia,
    intermediador: Intermediador,
    taxas: TaxasDoPedido,
  },
)

export const PedidoDeVendaRegistrado = s.object(
  { id: s.integer },
  { alertas: z.array(s.CampoComErro), rastreamento: z.looseObject({}) },
)

export const ContatoDoPedidoEnviado = ContatoDoPedido.partial({ nome: true })

export const ItemDoPedidoEnviado = ItemDoPedido.partial({ id: true })

export const ParcelaDoPedidoEnviada = ParcelaDoPedido.partial({ id: true })

export const SituacaoDoPedidoEnviada = SituacaoDoPedido.partial({ valor: true })

export const VolumeEnviado = Volume.partial({ id: true })

export const TransporteDoPedidoEnviado = s.extendOptional(TransporteDoPedido, {
  volumes: z.array(VolumeEnviado),
})

export const PedidoDeVendaCriacao = s.extend(
  PedidoDeVenda,
  {
    contato: ContatoDoPedidoEnviado,
    itens: z.array(ItemDoPedidoEnviado),
    parcelas: z.array(ParcelaDoPedidoEnviada),
  },
  { situacao: SituacaoDoPedidoEnviada, transporte: TransporteDoPedidoEnviado },
)

export const NotaGerada = s.object({ idNotaFiscal: s.integer })

export const SituacaoNaAtualizacao = s.object({ id: s.integer }, { valor: s.readOnly(s.integer) })

export const PedidoDeVendaAtualizacao = s.extendOptional(PedidoDeVendaCriacao, {
  situacao: s.readOnly(SituacaoNaAtualizacao),
})

export const document = {
  list: s.list(PedidoDeVendaResumido, {
    ...s.paging,
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
    'numerosLojas[]': z.array(s.text),
    idUnidadeNegocio: s.queryInteger,
  }),
  create: { data: PedidoDeVendaRegistrado, body: PedidoDeVendaCriacao },
  'remove-many': {
    data: s.partial({ alertas: z.array(s.text) }),
    query: s.object({ 'idsPedidosVendas[]': s.queryIds }),
  },
  read: { data: PedidoDeVenda },
  replace: { data: PedidoDeVendaRegistrado, body: PedidoDeVendaAtualizacao },
  'issue-nfe': { data: NotaGerada },
  'issue-nfce': { data: NotaGerada },
} satisfies ShapeTable
