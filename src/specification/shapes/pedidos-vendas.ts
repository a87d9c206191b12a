import { z } from 'zod'
import type { ShapeTable } from '../shapes.js'
import { EtiquetaDeTransporte as EtiquetaDaNota } from './nfe.js'
import * as s from './shared.js'

export const ContatoDoPedido = s.registro(
  { id: s.inteiro, nome: s.doServico(s.texto) },
  { tipoPessoa: z.literal(['F', 'J', 'E']), numeroDocumento: s.texto },
)

export const SituacaoDoPedido = s.registro({ id: s.inteiro, valor: s.doServico(s.inteiro) })

export const LojaDoPedido = s.registro({ id: s.inteiro }, { unidadeNegocio: s.Referencia })

export const PedidoDeVendaResumido = s.registro(
  { data: s.dia, dataSaida: s.dia, dataPrevista: s.dia, contato: ContatoDoPedido },
  {
    id: s.doServico(s.inteiro),
    numero: s.inteiro,
    numeroLoja: s.texto,
    totalProdutos: s.doServico(s.numero),
    total: s.doServico(s.numero),
    situacao: SituacaoDoPedido,
    loja: LojaDoPedido,
  },
)

export const ComissaoDoItem = s.parcial({ base: s.numero, aliquota: s.numero, valor: s.numero })

export const ItemDoPedido = s.registro(
  { id: s.doServico(s.inteiro), quantidade: s.numero, valor: s.numero, descricao: s.texto },
  {
    codigo: s.texto,
    unidade: s.texto,
    desconto: s.numero,
    aliquotaIPI: s.numero,
    descricaoDetalhada: s.texto,
    produto: s.Referencia,
    comissao: ComissaoDoItem,
    naturezaOperacao: s.ReferenciaOpcional,
  },
)

export const ParcelaDoPedido = s.registro(
  { id: s.inteiro, dataVencimento: s.dia, valor: s.numero, formaPagamento: s.Referencia },
  { observacoes: s.texto, caut: s.texto },
)

export const Desconto = s.registro({ valor: s.numero }, { unidade: z.literal(['REAL', 'PERCENTUAL']) })

export const TributacaoDoPedido = s.parcial({ totalICMS: s.numero, totalIPI: s.numero })

export const Transportador = s.registro({ nome: s.texto }, { id: s.inteiro })

export const EtiquetaDeTransporte = s.comOpcionais(EtiquetaDaNota, { nomePais: s.texto })

export const Volume = s.registro({ id: s.inteiro, servico: s.texto }, { codigoRastreamento: s.texto })

export const TransporteDoPedido = s.parcial({
  fretePorConta: z.literal([0, 1, 2, 3, 4, 9]),
  frete: s.numero,
  quantidadeVolumes: s.inteiro,
  pesoBruto: s.numero,
  prazoEntrega: s.inteiro,
  contato: Transportador,
  etiqueta: EtiquetaDeTransporte,
  volumes: z.array(Volume),
})

export const Intermediador = s.parcial({ cnpj: s.texto, nomeUsuario: s.texto })

export const TaxasDoPedido = s.parcial({ taxaComissao: s.numero, custoFrete: s.numero, valorBase: s.numero })

export const PedidoDeVenda = s.com(
  PedidoDeVendaResumido,
  { itens: z.array(ItemDoPedido), parcelas: z.array(ParcelaDoPedido) },
  {
    numeroPedidoCompra: s.texto,
    outrasDespesas: s.numero,
    observacoes: s.texto,
    observacoesInternas: s.texto,
    desconto: Desconto,
    categoria: s.Referencia,
    notaFiscal: s.doServico(s.Referencia),
    tributacao: TributacaoDoPedido,
    transporte: TransporteDoPedido,
    vendedor: s.Referencia,
    intermediador: Intermediador,
    taxas: TaxasDoPedido,
  },
)

export const PedidoDeVendaRegistrado = s.registro(
  { id: s.inteiro },
  { alertas: z.array(s.CampoComErro), rastreamento: z.looseObject({}) },
)

export const ContatoDoPedidoEnviado = ContatoDoPedido.partial({ nome: true })

export const ItemDoPedidoEnviado = ItemDoPedido.partial({ id: true })

export const ParcelaDoPedidoEnviada = ParcelaDoPedido.partial({ id: true })

export const SituacaoDoPedidoEnviada = SituacaoDoPedido.partial({ valor: true })

export const VolumeEnviado = Volume.partial({ id: true })

export const TransporteDoPedidoEnviado = s.comOpcionais(TransporteDoPedido, {
  volumes: z.array(VolumeEnviado),
})

export const PedidoDeVendaCriacao = s.com(
  PedidoDeVenda,
  {
    contato: ContatoDoPedidoEnviado,
    itens: z.array(ItemDoPedidoEnviado),
    parcelas: z.array(ParcelaDoPedidoEnviada),
  },
  { situacao: SituacaoDoPedidoEnviada, transporte: TransporteDoPedidoEnviado },
)

export const NotaGerada = s.registro({ idNotaFiscal: s.inteiro })

export const SituacaoNaAtualizacao = s.registro({ id: s.inteiro }, { valor: s.doServico(s.inteiro) })

export const PedidoDeVendaAtualizacao = s.comOpcionais(PedidoDeVendaCriacao, {
  situacao: s.doServico(SituacaoNaAtualizacao),
})

export const document = {
  list: s.lista(PedidoDeVendaResumido, {
    ...s.paginacao,
    idContato: s.digitos,
    'idsSituacoes[]': s.ids,
    dataInicial: s.dia,
    dataFinal: s.dia,
    dataAlteracaoInicial: s.momento,
    dataAlteracaoFinal: s.momento,
    dataPrevistaInicial: s.dia,
    dataPrevistaFinal: s.dia,
    numero: s.digitos,
    idLoja: s.digitos,
    idVendedor: s.digitos,
    idControleCaixa: s.digitos,
    'numerosLojas[]': z.array(s.texto),
    idUnidadeNegocio: s.digitos,
  }),
  create: { data: PedidoDeVendaRegistrado, body: PedidoDeVendaCriacao },
  'remove-many': {
    data: s.parcial({ alertas: z.array(s.texto) }),
    query: s.registro({ 'idsPedidosVendas[]': s.ids }),
  },
  read: { data: PedidoDeVenda },
  replace: { data: PedidoDeVendaRegistrado, body: PedidoDeVendaAtualizacao },
  'issue-nfe': { data: NotaGerada },
  'issue-nfce': { data: NotaGerada },
} satisfies ShapeTable
