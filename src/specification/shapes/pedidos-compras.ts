import { z } from 'zod'
import type { ShapeTable } from '../shapes.js'
import * as s from './shared.js'

export const SituacaoDoPedido = s.registro({ id: s.inteiro, valor: z.literal([0, 1, 2, 3]) })

export const PedidoDeCompraResumido = s.registro(
  { fornecedor: s.Referencia },
  {
    id: s.doServico(s.inteiro),
    numero: s.inteiro,
    data: s.dia,
    dataPrevista: s.dia,
    totalProdutos: s.doServico(s.numero),
    total: s.doServico(s.numero),
    situacao: SituacaoDoPedido,
  },
)

export const NotaFiscalDoItem = s.parcial({ id: s.inteiro, quantidade: s.numero })

export const ProdutoDoItem = s.registro({ id: s.inteiro }, { codigo: s.doServico(s.texto) })

export const ItemDoPedido = s.registro(
  { descricao: s.texto, valor: s.numero },
  {
    codigoFornecedor: s.texto,
    unidade: s.texto,
    quantidade: s.numero,
    aliquotaIPI: s.numero,
    descricaoDetalhada: s.texto,
    notaFiscal: NotaFiscalDoItem,
    produto: ProdutoDoItem,
  },
)

export const Desconto = s.registro({ valor: s.numero }, { unidade: z.literal(['REAL', 'PERCENTUAL']) })

export const TributacaoDoPedido = s.parcial({ totalICMS: s.numero, totalIPI: s.doServico(s.numero) })

export const TransporteDoPedido = s.parcial({
  frete: s.numero,
  transportador: s.texto,
  fretePorConta: z.literal([0, 1, 2, 3, 4, 9]),
  pesoBruto: s.numero,
  volumes: s.inteiro,
})

export const ParcelaDoPedido = s.registro(
  { valor: s.numero, dataVencimento: s.dia },
  { observacao: s.texto, formaPagamento: s.Referencia },
)

export const PedidoDeCompra = s.com(
  PedidoDeCompraResumido,
  { itens: z.array(ItemDoPedido) },
  {
    ordemCompra: s.texto,
    observacoes: s.texto,
    observacoesInternas: s.texto,
    desconto: Desconto,
    categoria: s.Referencia,
    tributacao: TributacaoDoPedido,
    transporte: TransporteDoPedido,
    parcelas: z.array(ParcelaDoPedido),
  },
)

export const PedidoDeCompraRegistrado = s.registro(
  { id: s.inteiro, numero: s.inteiro },
  { alertas: z.array(s.texto), errosAnexo: z.array(s.texto) },
)

export const document = {
  list: s.lista(PedidoDeCompraResumido, {
    ...s.paginacao,
    idFornecedor: s.digitos,
    valorSituacao: s.digitos,
    idSituacao: s.digitos,
    dataInicial: s.dia,
    dataFinal: s.dia,
    'idsNotasFiscais[]': s.ids,
  }),
  create: { data: PedidoDeCompraRegistrado, body: PedidoDeCompra },
  read: { data: PedidoDeCompra },
  replace: { data: PedidoDeCompraRegistrado, body: PedidoDeCompra },
} satisfies ShapeTable
