/**
 * Purchase orders (`/pedidos/compras`). `document` holds the public document's shapes by action: `list` is
 * `GET /pedidos/compras`.
 * - `s.object({ fornecedor }, { id })` requires `fornecedor` and allows `id`; `s.partial` requires nothing.
 * - `s.extend` adds or replaces fields in the same way.
 * - `s.readOnly`: only the service sets the field; a body may lack it.
 */
import * as s from './shared.js'

const PedidoDeCompraResumido = s.object(
  { fornecedor: s.Referencia },
  {
    id: s.readOnly(s.integer),
    numero: s.integer,
    data: s.date,
    dataPrevista: s.date,
    totalProdutos: s.readOnly(s.number),
    total: s.readOnly(s.number),
    situacao: s.object({ id: s.integer, valor: s.oneOf([0, 1, 2, 3]) }),
  },
)

const ItemDoPedido = s.object(
  { descricao: s.text, valor: s.number },
  {
    codigoFornecedor: s.text,
    unidade: s.text,
    quantidade: s.number,
    aliquotaIPI: s.number,
    descricaoDetalhada: s.text,
    notaFiscal: s.partial({ id: s.integer, quantidade: s.number }),
    produto: s.object({ id: s.integer }, { codigo: s.readOnly(s.text) }),
  },
)

const PedidoDeCompra = s.extend(
  PedidoDeCompraResumido,
  { itens: s.array(ItemDoPedido) },
  {
    ordemCompra: s.text,
    observacoes: s.text,
    observacoesInternas: s.text,
    desconto: s.object({ valor: s.number }, { unidade: s.oneOf(['REAL', 'PERCENTUAL']) }),
    categoria: s.Referencia,
    tributacao: s.partial({ totalICMS: s.number, totalIPI: s.readOnly(s.number) }),
    transporte: s.partial({
      frete: s.number,
      transportador: s.text,
      fretePorConta: s.oneOf([0, 1, 2, 3, 4, 9]),
      pesoBruto: s.number,
      volumes: s.integer,
    }),
    parcelas: s.array(
      s.object(
        { valor: s.number, dataVencimento: s.date },
        { observacao: s.text, formaPagamento: s.Referencia },
      ),
    ),
  },
)

const PedidoDeCompraRegistrado = s.object(
  { id: s.integer, numero: s.integer },
  { alertas: s.array(s.text), errosAnexo: s.array(s.text) },
)

export const document = {
  list: s.pagedList(PedidoDeCompraResumido, {
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
} satisfies s.ShapeTable
