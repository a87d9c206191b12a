/**
 * Stock (`/estoques`). `s.object({ id }, { nome })` requires `id` and allows `nome`; `s.partial` requires no field; a
 * body may leave out `s.readOnly` fields. `document` has what the service's public document shows of each action:
 * `list-balances-at` is `GET /estoques/saldos/{idDeposito}`.
 */
import * as s from './shared.js'

const ProdutoDoEstoque = s.object({ id: s.integer }, { codigo: s.readOnly(s.text) })

const SaldoNoDeposito = s.partial({
  produto: ProdutoDoEstoque,
  saldoFisicoTotal: s.number,
  saldoVirtualTotal: s.number,
})

const Saldo = s.extendOptional(SaldoNoDeposito, {
  depositos: s.array(s.object({ id: s.integer }, { saldoFisico: s.number, saldoVirtual: s.number })),
})

const LancamentoDeEstoque = s.object(
  {
    produto: ProdutoDoEstoque,
    deposito: s.Referencia,
    operacao: s.oneOf(['B', 'E', 'S']),
    quantidade: s.number,
  },
  { preco: s.number, custo: s.number, observacoes: s.text },
)

export const document = {
  'list-balances-at': {
    data: s.array(SaldoNoDeposito),
    query: s.object(
      { 'idsProdutos[]': s.queryIds },
      { 'codigos[]': s.array(s.text), filtroSaldoEstoque: s.queryOneOf(['0', '1', '2'], '1') },
    ),
  },
  'list-balances': {
    data: s.array(Saldo),
    query: s.object(
      { 'idsProdutos[]': s.queryIds },
      { 'codigos[]': s.array(s.text), filtroSaldoEstoque: s.queryOneOf(['0', '1', '2'], '1') },
    ),
  },
  create: { data: s.Registrado, body: LancamentoDeEstoque },
} satisfies s.ShapeTable
