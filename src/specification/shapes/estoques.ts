import { z } from 'zod'
import type { ShapeTable } from '../shapes.js'
import * as s from './shared.js'

export const ProdutoDoEstoque = s.registro({ id: s.inteiro }, { codigo: s.doServico(s.texto) })

export const SaldoNoDeposito = s.parcial({
  produto: ProdutoDoEstoque,
  saldoFisicoTotal: s.numero,
  saldoVirtualTotal: s.numero,
})

export const Saldo = s.comOpcionais(SaldoNoDeposito, {
  depositos: z.array(s.registro({ id: s.inteiro }, { saldoFisico: s.numero, saldoVirtual: s.numero })),
})

export const LancamentoDeEstoque = s.registro(
  {
    produto: ProdutoDoEstoque,
    deposito: s.Referencia,
    operacao: z.literal(['B', 'E', 'S']),
    quantidade: s.numero,
  },
  { preco: s.numero, custo: s.numero, observacoes: s.texto },
)

export const document = {
  'list-balances-at': {
    data: z.array(SaldoNoDeposito),
    query: s.registro(
      { 'idsProdutos[]': s.ids },
      { 'codigos[]': z.array(s.texto), filtroSaldoEstoque: s.umDe(['0', '1', '2'], '1') },
    ),
  },
  'list-balances': {
    data: z.array(Saldo),
    query: s.registro(
      { 'idsProdutos[]': s.ids },
      { 'codigos[]': z.array(s.texto), filtroSaldoEstoque: s.umDe(['0', '1', '2'], '1') },
    ),
  },
  create: { data: s.Registrado, body: LancamentoDeEstoque },
} satisfies ShapeTable
