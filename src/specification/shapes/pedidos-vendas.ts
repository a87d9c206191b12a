import { z } from 'zod'
import type { ShapeTable } from '../shapes.js'
import {
  CampoComErro,
  com,
  comOpcionais,
  dia,
  digitos,
  doServico,
  inteiro,
  lista,
  momento,
  numero,
  paginacao,
  parcial,
  Referencia,
  ReferenciaOpcional,
  registro,
  texto,
} from './shared.js'

export const ContatoDoPedido = registro(
  { id: inteiro, nome: doServico(texto) },
  { tipoPessoa: z.literal(['F', 'J', 'E']), numeroDocumento: texto },
)

export const SituacaoDoPedido = registro({ id: inteiro, valor: doServico(inteiro) })

export const LojaDoPedido = registro({ id: inteiro }, { unidadeNegocio: Referencia })

export const PedidoDeVendaResumido = registro(
  { data: dia, dataSaida: dia, dataPrevista: dia, contato: ContatoDoPedido },
  {
    id: doServico(inteiro),
    numero: inteiro,
    numeroLoja: texto,
    totalProdutos: doServico(numero),
    total: doServico(numero),
    situacao: SituacaoDoPedido,
    loja: LojaDoPedido,
  },
)

export const ComissaoDoItem = parcial({ base: numero, aliquota: numero, valor: numero })

export const ItemDoPedido = registro(
  { id: doServico(inteiro), quantidade: numero, valor: numero, descricao: texto },
  {
    codigo: texto,
    unidade: texto,
    desconto: numero,
    aliquotaIPI: numero,
    descricaoDetalhada: texto,
    produto: Referencia,
    comissao: ComissaoDoItem,
    naturezaOperacao: ReferenciaOpcional,
  },
)

export const ParcelaDoPedido = registro(
  { id: inteiro, dataVencimento: dia, valor: numero, formaPagamento: Referencia },
  { observacoes: texto, caut: texto },
)

export const Desconto = registro({ valor: numero }, { unidade: z.literal(['REAL', 'PERCENTUAL']) })

export const TributacaoDoPedido = parcial({ totalICMS: numero, totalIPI: numero })

export const Transportador = registro({ nome: texto }, { id: inteiro })

export const EtiquetaDeTransporte = parcial({
  nome: texto,
  endereco: texto,
  numero: texto,
  complemento: texto,
  municipio: texto,
  uf: texto,
  cep: texto,
  bairro: texto,
  nomePais: texto,
})

export const Volume = registro({ id: inteiro, servico: texto }, { codigoRastreamento: texto })

export const TransporteDoPedido = parcial({
  fretePorConta: z.literal([0, 1, 2, 3, 4, 9]),
  frete: numero,
  quantidadeVolumes: inteiro,
  pesoBruto: numero,
  prazoEntrega: inteiro,
  contato: Transportador,
  etiqueta: EtiquetaDeTransporte,
  volumes: z.array(Volume),
})

export const Intermediador = parcial({ cnpj: texto, nomeUsuario: texto })

export const TaxasDoPedido = parcial({ taxaComissao: numero, custoFrete: numero, valorBase: numero })

export const PedidoDeVenda = com(
  PedidoDeVendaResumido,
  { itens: z.array(ItemDoPedido), parcelas: z.array(ParcelaDoPedido) },
  {
    numeroPedidoCompra: texto,
    outrasDespesas: numero,
    observacoes: texto,
    observacoesInternas: texto,
    desconto: Desconto,
    categoria: Referencia,
    notaFiscal: doServico(Referencia),
    tributacao: TributacaoDoPedido,
    transporte: TransporteDoPedido,
    vendedor: Referencia,
    intermediador: Intermediador,
    taxas: TaxasDoPedido,
  },
)

export const PedidoDeVendaRegistrado = registro(
  { id: inteiro },
  { alertas: z.array(CampoComErro), rastreamento: z.looseObject({}) },
)

export const ContatoDoPedidoEnviado = ContatoDoPedido.partial({ nome: true })

export const ItemDoPedidoEnviado = ItemDoPedido.partial({ id: true })

export const ParcelaDoPedidoEnviada = ParcelaDoPedido.partial({ id: true })

export const SituacaoDoPedidoEnviada = SituacaoDoPedido.partial({ valor: true })

export const VolumeEnviado = Volume.partial({ id: true })

export const TransporteDoPedidoEnviado = comOpcionais(TransporteDoPedido, { volumes: z.array(VolumeEnviado) })

export const PedidoDeVendaCriacao = com(
  PedidoDeVenda,
  {
    contato: ContatoDoPedidoEnviado,
    itens: z.array(ItemDoPedidoEnviado),
    parcelas: z.array(ParcelaDoPedidoEnviada),
  },
  { situacao: SituacaoDoPedidoEnviada, transporte: TransporteDoPedidoEnviado },
)

export const NotaGerada = registro({ idNotaFiscal: inteiro })

export const SituacaoNaAtualizacao = registro({ id: inteiro }, { valor: doServico(inteiro) })

export const PedidoDeVendaAtualizacao = comOpcionais(PedidoDeVendaCriacao, {
  situacao: doServico(SituacaoNaAtualizacao),
})

export const document = {
  list: lista(PedidoDeVendaResumido, {
    ...paginacao,
    idContato: digitos,
    'idsSituacoes[]': z.array(digitos),
    dataInicial: dia,
    dataFinal: dia,
    dataAlteracaoInicial: momento,
    dataAlteracaoFinal: momento,
    dataPrevistaInicial: dia,
    dataPrevistaFinal: dia,
    numero: digitos,
    idLoja: digitos,
    idVendedor: digitos,
    idControleCaixa: digitos,
    'numerosLojas[]': z.array(texto),
    idUnidadeNegocio: digitos,
  }),
  create: { data: PedidoDeVendaRegistrado, body: PedidoDeVendaCriacao },
  'remove-many': {
    data: parcial({ alertas: z.array(texto) }),
    query: registro({ 'idsPedidosVendas[]': z.array(digitos) }),
  },
  read: { data: PedidoDeVenda },
  replace: { data: PedidoDeVendaRegistrado, body: PedidoDeVendaAtualizacao },
  'issue-nfe': { data: NotaGerada },
  'issue-nfce': { data: NotaGerada },
} satisfies ShapeTable
