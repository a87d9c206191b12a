/** Purchase orders (`/pedidos/compras`). `document` holds the public document's shapes by action: `list` is `GET /pedidos/compras`. */
import { z } from 'zod'
import type { ShapeTable } from '../shapes.js'
import * as s from './shared.js'

export const SituacaoDoPedido = s.object({ id: s.integer, valor: z.literal([0, 1, 2, 3]) })

export const PedidoDeCompraResumido = s.object(
  { fornecedor: s.Referencia },
  {
    id: s.readOnly(s.integer),
    numero: s.integer,
    data: s.date,
    dataPrevista: s.date,
    totalProdutos: s.readOnly(s.number),
    total: s.readOnly(s.number),
    situacao: SituacaoDoPedido,
  },
)

export const NotaFiscalDoItem = s.partial({ id: s.integer, quantidade: s.number })

export const ProdutoDoItem = s.object({ id: s.integer }, { codigo: s.readOnly(s.text) })

export const ItemDoPedido = s.object(
  { descricao: s.text, valor: s.number },
  {
    codigoFornecedor: s.text,
    unidade: s.text,
    quantidade: s.number,
    aliquotaIPI: s.number,
    descricaoDetalhada: s.text,
    notaFiscal: NotaFiscalDoItem,
    produto: ProdutoDoItem,
  },
)

export const Desconto = s.object({ valor: s.number }, { unidade: z.literal(['REAL', 'PERCENTUAL']) })

export const TributacaoDoPedido = s.partial({ totalICMS: s.number, totalIPI: s.readOnly(s.number) })

export const TransporteDoPedido = s.partial({
  frete: s.number,
  transportador: s.text,
  fretePorConta: z.literal([0, 1, 2, 3, 4, 9]),
  pesoBruto: s.number,
  volumes: s.integer,
})

export const ParcelaDoPedido = s.object(
  { valor: s.number, dataVencimento: s.date },
  { observacao: s.text, formaPagamento: s.Referencia },
)

export const PedidoDeCompra = s.extend(
  PedidoDeCompraResumido,
  { itens: z.array(ItemDoPedido) },
  {
    ordemCompra: s.text,
    observacoes: s.text,
    observacoesInternas: s.text,
    desconto: Desconto,
    categoria: s.Referencia,
    tributacao: TributacaoDoPedido,
    transporte: TransporteDoPedido,
    parcelas: z.array(ParcelaDoPedido),
  },
)

export const PedidoDeCompraRegistrado = s.object(
  { id: s.integer, numero: s.integer },
  { alertas: z.array(s.text), errosAnexo: z.array(s.text) },
)

export const document = {
  list: s.list(PedidoDeCompraResumido, {
    ...s.paging,
    idFornecedor: s.queryInteger,
    valorSituacao: s.queryInteger,
    idSituacao: s.queryInteger,
    dataInicial: s.date,
    dataFinal: s.date,
    'idsNotasFiscais[]': s.queryIds,
  }),
  create: { data: PedidoDeCompraRegistrado, body: PedidoDeCompra },
  read: { data: PedidoDeCompra },
  replace: { data: PedidoDeCompraRegistrado, body: PedidoDeCompra },
} satisfies ShapeTable
