import { z } from 'zod'
import type { ShapeTable } from '../shapes.js'
import {
  comOpcionais,
  digitos,
  doServico,
  inteiro,
  numero,
  parcial,
  Referencia,
  Registrado,
  registro,
  texto,
  umDe,
} from './shared.js'

export const ProdutoDoEstoque = registro({ id: inteiro }, { codigo: doServico(texto) })

export const SaldoNoDeposito = parcial({
  produto: ProdutoDoEstoque,
  saldoFisicoTotal: numero,
  saldoVirtualTotal: numero,
})

export const Saldo = comOpcionais(SaldoNoDeposito, {
  depositos: z.array(registro({ id: inteiro }, { saldoFisico: numero, saldoVirtual: numero })),
})

export const LancamentoDeEstoque = registro(
  {
    produto: ProdutoDoEstoque,
    deposito: Referencia,
    operacao: z.literal(['B', 'E', 'S']),
    quantidade: numero,
  },
  { preco: numero, custo: numero, observacoes: texto },
)

export const document = {
  'list-balances-at': {
    data: z.array(SaldoNoDeposito),
    query: registro(
      { 'idsProdutos[]': z.array(digitos) },
      { 'codigos[]': z.array(texto), filtroSaldoEstoque: umDe(['0', '1', '2'], '1') },
    ),
  },
  'list-balances': {
    data: z.array(Saldo),
    query: registro(
      { 'idsProdutos[]': z.array(digitos) },
      { 'codigos[]': z.array(texto), filtroSaldoEstoque: umDe(['0', '1', '2'], '1') },
    ),
  },
  create: { data: Registrado, body: LancamentoDeEstoque },
} satisfies ShapeTable
