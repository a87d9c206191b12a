import { contract } from './contract.js'
import { actAndRead, list, type Part } from './parts.js'

const setSituation: readonly Part[] = [
  list('situacoes/list-modules', 'idModuloSistema'),
  list('situacoes/list-of-module', 'idSituacao'),
  actAndRead('set-situation', 'read'),
]

/** Sales orders, and the invoices that are created from them. The situation is part of the path. */
export const pedidosVendas = contract('pedidos-vendas', {
  instead: { 'set-situation': (family) => setSituation.flatMap((part) => part(family)) },
})
