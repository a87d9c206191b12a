/** The bodies that the contract suites send to a route: valid ones from the samples, and invalid ones. */
import { routeById } from '../find-route.js'
import { resourceOf } from './list.js'
import { marked, ref, type SampleObject, unique } from './resource.js'

const payment: SampleObject = {
  data: '2026-08-10',
  usarDataVencimento: false,
  portador: { id: ref('/contas-contabeis') },
  categoria: { id: ref('/categorias/receitas-despesas') },
  historico: marked('Copo'),
  valorRecebido: 310,
}

/** Bodies of routes that take something else than a record, by route id. */
const bodiesByRoute: Readonly<Record<string, SampleObject>> = {
  'campos-customizados/set-situation': { situacao: 0 },
  'contas-pagar/register-payment': payment,
  'contas-receber/register-payment': payment,
  'contatos/set-situation': { situacao: 'I' },
  'contatos/set-situations': { idsContatos: [ref('/contatos')], situacao: 'A' },
  'homologacao/set-situation': { situacao: 'I' },
  'logisticas/create-service': {
    logistica: { id: ref('/logisticas') },
    servicos: [
      {
        descricao: marked('Entrega do copo'),
        codigo: unique('code'),
        aliases: [unique('code')],
        freteItem: 0,
        estimativaEntrega: 5,
      },
    ],
  },
  'logisticas/set-situation': { ativo: false },
  'nfse/cancel': { codigoMotivo: 2, justificativa: 'Copo' },
  'pedidos-compras/set-situation': { situacao: 1 },
  'produtos/set-situation': { situacao: 'I' },
  'produtos/set-situations': { idsProdutos: [ref('/produtos')], situacao: 'A' },
}

export interface InvalidBody {
  /** The flaw. It becomes a part of the step's id: `contatos/create-empty-object`. */
  readonly name: string
  /** The text that is sent; it may be broken JSON. */
  readonly text: string
}

const invalidSituations: readonly InvalidBody[] = [
  { name: 'situation-2', text: '{"situacao":2}' },
  { name: 'situation-as-text', text: '{"situacao":"1"}' },
  { name: 'situation-null', text: '{"situacao":null}' },
]

/**
 * Returns a body that the route should accept; null if the route takes none, or if only the public document shows the
 * route. It has placeholders, which `fillSample` replaces. In a body for several records, references to its own collection mean records that the run created.
 */
export function sampleBody(routeId: string): SampleObject | null {
  const route = routeById(routeId)
  const resource = route && resourceOf(route.path)
  const body = bodiesByRoute[routeId]
  if (body) return body
  if (route?.known !== 'specification' || !route.body || !resource) return null
  if (route.method === 'POST') return resource.body
  if (route.method !== 'PUT') return resource.change
  const replaceable = Object.entries(resource.body).filter(([name]) => !resource.createOnly.includes(name))
  return { ...Object.fromEntries(replaceable), ...resource.change }
}

/** Bodies that the route should refuse with 400; none if the route takes no body. */
export function invalidBodies(routeId: string): readonly InvalidBody[] {
  const body = sampleBody(routeId)
  if (!body) return []
  if (routeId === 'campos-customizados/set-situation') return invalidSituations
  return [
    { name: 'empty-object', text: '{}' },
    { name: 'no-object', text: '[]' },
    { name: 'broken-json', text: JSON.stringify(body).slice(0, -1) },
  ]
}

/** The query parameter that lists the records of a DELETE of several records: `idsContatos[]`. */
export function manyParameter(routeId: string): string | null {
  const route = routeById(routeId)
  if (route?.risk !== 'delete-many') return null
  return resourceOf(route.path)?.deleteManyParameter ?? null
}
