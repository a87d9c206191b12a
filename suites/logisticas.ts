import { contract, type SuiteMaker } from './contract.js'
import { find, forSakeOf } from './parts.js'

/** Logistics: services and objects; labels and shipments are named without a method. Objects have no list: shipments show one. */
const byRoutes = contract('logisticas', {
  identifies: { 'list-shipments-of': 'idRemessa' },
  takes: { 'list-shipments': { 'objetos.0.id': 'idObjeto' } },
})

const labels = { formato: 'PDF', 'idsVendas[]': '{idPedidoVenda}' }

/** Labels belong to sales orders and are only in the public document. */
export const logisticas: SuiteMaker = () => {
  const suite = byRoutes()
  const orders = forSakeOf(['list-labels'], [find('/pedidos/vendas', 'idPedidoVenda')])('logisticas')
  return {
    ...suite,
    steps: [
      ...orders.map((step) => ({ ...step, tags: [...(step.tags ?? []), 'document'] })),
      ...suite.steps.map((step) =>
        step.path === '/logisticas/etiquetas' ? { ...step, documentedQuery: labels } : step,
      ),
    ],
  }
}
