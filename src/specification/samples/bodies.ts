import { routeById } from '../find-route.js'
import { resourceOf } from './list.js'
import { named, ref, type SampleObject, unique } from './resource.js'

const payment: SampleObject = {
  data: '2026-08-10',
  usarDataVencimento: false,
  portador: { id: ref('/contas-contabeis') },
  categoria: { id: ref('/categorias/receitas-despesas') },
  historico: named('Copo'),
  valorRecebido: 310,
}

/** Bodies that the resource does not tell. */
const bodies: Readonly<Record<string, SampleObject>> = {
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
        descricao: named('Entrega do copo'),
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
  /** The flaw, in the words of a step's name. */
  readonly name: string
  /** JSON text, so that a broken one can be sent as well. */
  readonly text: string
}

const invalidSituations: readonly InvalidBody[] = [
  { name: 'situation-2', text: '{"situacao":2}' },
  { name: 'situation-as-text', text: '{"situacao":"1"}' },
  { name: 'situation-null', text: '{"situacao":null}' },
]

/**
 * Returns a body that the route should accept, with references and unique values to fill in (see `fillSample`); null if the route takes
 * none. In a body for several records, references to its own collection mean records that the run created.
 */
export function sampleBody(routeId: string): SampleObject | null {
  const route = routeById(routeId)
  const resource = route && resourceOf(route.path)
  const own = bodies[routeId]
  if (own) return own
  if (route?.known !== 'specification' || !route.body || !resource) return null
  if (route.method === 'POST') return resource.body
  return route.method === 'PUT'
    ? { ...without(resource.body, resource.kept), ...resource.change }
    : resource.change
}

/** Bodies that the route should refuse with 400; none where the route takes no body. */
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

/** The query parameter that names the records of a DELETE of several: `idsContatos[]`. */
export function manyParameter(routeId: string): string | null {
  const route = routeById(routeId)
  const stem = route && route.risk === 'delete-many' ? resourceOf(route.path)?.many : null
  return stem ? `${stem}[]` : null
}

function without(body: SampleObject, names: readonly string[]): SampleObject {
  return Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)))
}
