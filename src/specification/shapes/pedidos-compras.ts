import { z } from 'zod'
import type { ShapeTable } from '../shapes.js'
import {
  com,
  dia,
  digitos,
  doServico,
  inteiro,
  lista,
  numero,
  paginacao,
  parcial,
  Referencia,
  registro,
  texto,
} from './shared.js'

export const SituacaoDoPedido = registro({ id: inteiro, valor: z.literal([0, 1, 2, 3]) })

export const PedidoDeCompraResumido = registro(
  { fornecedor: Referencia },
  {
    id: doServico(inteiro),
    numero: inteiro,
    data: dia,
    dataPrevista: dia,
    totalProdutos: doServico(numero),
    total: doServico(numero),
    situacao: SituacaoDoPedido,
  },
)

export const NotaFiscalDoItem = parcial({ id: inteiro, quantidade: numero })

export const ProdutoDoItem = registro({ id: inteiro }, { codigo: doServico(texto) })

export const ItemDoPedido = registro(
  { descricao: texto, valor: numero },
  {
    codigoFornecedor: texto,
    unidade: texto,
    quantidade: numero,
    aliquotaIPI: numero,
    descricaoDetalhada: texto,
    notaFiscal: NotaFiscalDoItem,
    produto: ProdutoDoItem,
  },
)

export const Desconto = registro({ valor: numero }, { unidade: z.literal(['REAL', 'PERCENTUAL']) })

export const TributacaoDoPedido = parcial({ totalICMS: numero, totalIPI: doServico(numero) })

export const TransporteDoPedido = parcial({
  frete: numero,
  transportador: texto,
  fretePorConta: z.literal([0, 1, 2, 3, 4, 9]),
  pesoBruto: numero,
  volumes: inteiro,
})

export const ParcelaDoPedido = registro(
  { valor: numero, dataVencimento: dia },
  { observacao: texto, formaPagamento: Referencia },
)

export const PedidoDeCompra = com(
  PedidoDeCompraResumido,
  { itens: z.array(ItemDoPedido) },
  {
    ordemCompra: texto,
    observacoes: texto,
    observacoesInternas: texto,
    desconto: Desconto,
    categoria: Referencia,
    tributacao: TributacaoDoPedido,
    transporte: TransporteDoPedido,
    parcelas: z.array(ParcelaDoPedido),
  },
)

export const PedidoDeCompraRegistrado = registro(
  { id: inteiro, numero: inteiro },
  { alertas: z.array(texto), errosAnexo: z.array(texto) },
)

export const document = {
  list: lista(PedidoDeCompraResumido, {
    ...paginacao,
    idFornecedor: digitos,
    valorSituacao: digitos,
    idSituacao: digitos,
    dataInicial: dia,
    dataFinal: dia,
    'idsNotasFiscais[]': z.array(digitos),
  }),
  create: { data: PedidoDeCompraRegistrado, body: PedidoDeCompra },
  read: { data: PedidoDeCompra },
  replace: { data: PedidoDeCompraRegistrado, body: PedidoDeCompra },
} satisfies ShapeTable
