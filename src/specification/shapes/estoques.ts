/**
 * Stock (`/estoques`). `document` holds the public document's shapes by action: `list-balances-at` is `GET
 * /estoques/saldos/{idDeposito}`.
 */
import { z } from 'zod'
import type { ShapeTable } from '../shapes.js'
import * as s from './shared.js'

export const ProdutoDoEstoque = s.object({ id: s.integer }, { codigo: s.readOnly(s.text) })

export const SaldoNoDeposito = s.partial({
  produto: ProdutoDoEstoque,
  saldoFisicoTotal: s.number,
  saldoVirtualTotal: s.number,
})

export const Saldo = s.extendOptional(SaldoNoDeposito, {
  depositos: z.array(s.object({ id: s.integer }, { saldoFisico: s.number, saldoVirtual: s.number })),
})

export const LancamentoDeEstoque = s.object(
  {
    produto: ProdutoDoEstoque,
    deposito: s.Referencia,
    operacao: z.literal(['B', 'E', 'S']),
    quantidade: s.number,
  },
  { preco: s.number, custo: s.number, observacoes: s.text },
)

export const document = {
  'list-balances-at': {
    data: z.array(SaldoNoDeposito),
    query: s.object(
      { 'idsProdutos[]': s.queryIds },
      { 'codigos[]': z.array(s.text), filtroSaldoEstoque: s.queryOneOf(['0', '1', '2'], '1') },
    ),
  },
  'list-balances': {
    data: z.array(Saldo),
    query: s.object(
      { 'idsProdutos[]': s.queryIds },
      { 'codigos[]': z.array(s.text), filtroSaldoEstoque: s.queryOneOf(['0', '1', '2'], '1') },
    ),
  },
  create: { data: s.Registrado, body: LancamentoDeEstoque },
} satisfies ShapeTable
