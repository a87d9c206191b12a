import type { Suite } from '../src/run/suite.js'
import { contract } from './contract.js'
import { find, forSakeOf } from './parts.js'

/** Logistics: services and objects; labels and shipments are named without a method. Objects have no list: shipments show one. */
const byRoutes = contract('logisticas', {
  identifies: { 'list-shipments-of': 'idRemessa' },
  takes: { 'list-shipments': { 'objetos.0.id': 'idObjeto' } },
})

/** Labels are those of sales orders, as the document alone shows. */
const orders = forSakeOf(['list-labels'], [find('/pedidos/vendas', 'idPedidoVenda')])('logisticas')
const labels = { formato: 'PDF', 'idsVendas[]': '{idPedidoVenda}' }

export const logisticas: Suite = {
  ...byRoutes,
  steps: [
    ...orders.map((step) => ({ ...step, tags: [...(step.tags ?? []), 'document'] })),
    ...byRoutes.steps.map((step) =>
      step.path === '/logisticas/etiquetas' ? { ...step, documentedQuery: labels } : step,
    ),
  ],
}
