/**
 * Stock (`/estoques`). `document` holds the public document's shapes by action: `list-balances-at` is
 * `GET /estoques/saldos/{idDeposito}`.
 * - `s.object({ id }, { codigo })` requires `id` and allows `codigo`; `s.partial` requires nothing.
 * - `s.extendOptional` adds or replaces fields that may be missing.
 * - `s.readOnly`: only the service sets the field; a body may lack it.
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
    operacao: s.oneOf(['B', 'E', 'S']), // balanço, entrada, saída
    quantidade: s.number,
  },
  { preco: s.number, custo: s.number, observacoes: s.text },
)

const query = s.object(
  { 'idsProdutos[]': s.queryIds },
  { 'codigos[]': s.array(s.text), filtroSaldoEstoque: s.queryOneOf(['0', '1', '2'], { default: '1' }) },
)

export const document = {
  'list-balances-at': { data: s.array(SaldoNoDeposito), query },
  'list-balances': { data: s.array(Saldo), query },
  create: { data: s.Registrado, body: LancamentoDeEstoque },
} satisfies s.ShapeTable
