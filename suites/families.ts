import type { JsonSlice } from '../src/run/json-slice.js'
import type { Captures, StepResponse, SuiteStep } from '../src/run/suite.js'
import type { Family } from '../src/specification/find-route.js'
import { contract, documentReads, type SuiteMaker, suiteOf } from './contract.js'
import { homologation } from './homologation.js'
import {
  actAndRead,
  actOn,
  createOwn,
  find,
  forSakeOf,
  list,
  read,
  readOwn,
  refusal,
  removal,
  removeOwn,
  situations,
  unknown,
} from './parts.js'
import { fromData, identifierOf, routeOf, sliceAt, step } from './steps.js'

/**
 * Listings and their marketplace categories, whose identifier is the marketplace's own text. A listing may be published from its
 * creation on: only once it was paused does publishing it show. The lists are of those that it should no longer be among: the
 * documented single read shows no situation.
 */
const anuncios = contract('anuncios', {
  takes: { 'list-categories': { idCategoria: 'idNoMarketplace' } },
  values: { 'list-categories': { idCategoria: ['{idNoMarketplace}'] } },
  instead: {
    pause: () => [
      ...actAndRead(routeOf('anuncios/pause'), routeOf('anuncios/read')),
      listingsAfter('pause', 1),
      ...actAndRead(routeOf('anuncios/publish'), routeOf('anuncios/read'), 'created', 'again'),
      listingsAfter('publish', 4),
    ],
  },
  unknownIds: { 'read-category': 'HOMOLOGA-INEXISTENTE' },
})

function listingsAfter(action: string, situacao: number): SuiteStep {
  return step(routeOf('anuncios/list'), `after-${action}`, { query: { situacao }, needs: ['created'] })
}

/**
 * Borderôs have no list: one is found in the accounts that it settled, and one of the run's own comes of a payment to an
 * account of its own.
 */
const borderos = suiteOf('borderos', () => {
  const [readBordero, remove] = [routeOf('borderos/read'), routeOf('borderos/remove')]
  const receivable = (action: string) => routeOf(`contas-receber/${action}`)
  const paid = readOwn(receivable('read'), 'paid', 'account')
  return [
    ...find('/contas/pagar', 'idContaPagar'),
    read(routeOf('contas-pagar/read'), {}, borderoOf('idBordero')),
    ...[read(readBordero), unknown(readBordero), refusal(readBordero)],
    ...forSakeOf(
      [remove],
      [
        ...find('/contas/receber'),
        createOwn(receivable('create'), 'account'),
        readOwn(receivable('read'), 'account', 'account'),
        actOn(receivable('register-payment'), 'account'),
        { ...paid, captures: (response: StepResponse) => fromData(response, borderoOf('created')) },
        readOwn(readBordero, 'paid'),
        ...removal(remove, readBordero),
        removeOwn(receivable('remove'), 'account'),
      ],
    ),
  ]
})

/** The first of `borderos`: an identifier, or an object that holds one. */
function borderoOf(as: string) {
  return (account: JsonSlice): Captures => {
    const first = sliceAt(account, ['borderos', '0'])
    const id = first && (identifierOf(first) ?? (typeof first.value === 'number' ? first : null))
    return id ? { [as]: id } : {}
  }
}

const ofProduct = { 'idsProdutos[]': ['{idProduto}'] }

/** The lookups for routes that are asked by product and depot. */
function productAndDepot(...ids: readonly string[]): SuiteStep[] {
  return forSakeOf(ids.map(routeOf), [...find('/produtos', 'idProduto'), ...find('/depositos', 'idDeposito')])
}

/** Stock. The specification names it without methods, so beyond the list only the embedded service is asked. */
const estoques = suiteOf('estoques', () => {
  const create = routeOf('estoques/create')
  const replace = routeOf('estoques/replace')
  return [
    ...[list(routeOf('estoques/list')), refusal(routeOf('estoques/list'))],
    ...productAndDepot('estoques/list-balances', 'estoques/list-balances-at'),
    ...forSakeOf([create, replace], [createOwn(create, 'created', ''), actOn(replace)]),
    ...documentReads('estoques', { asks: { 'list-balances': ofProduct, 'list-balances-at': ofProduct } }),
  ]
})

/** Batches of products, and what is left of them: everything there is asked by product. */
const produtosLotes = suiteOf('produtos-lotes', () => [
  ...productAndDepot(
    ...['list', 'list-controlled', 'sum-balances', 'sum-balances-at'].map((it) => `produtos-lotes/${it}`),
  ),
  ...documentReads('produtos-lotes', {
    takes: { list: { idLote: 'idLote' } },
    identifies: { 'list-entries': 'idLancamento' },
    asks: {
      list: ofProduct,
      'list-controlled': ofProduct,
      'list-balances-at': { 'idsLotes[]': ['{idLote}'] },
    },
  }),
])

const ids = ['read', 'create', 'replace', 'set-situation', 'remove'].map((action) => `homologacao/${action}`)

/**
 * The homologation's routes as part of the contract: it checks only that they respond like the rest. `homologa check`
 * judges whether a run of the five steps passes, and on a live account only that command sends them.
 */
const homologacao: SuiteMaker = () => ({
  ...homologation,
  id: 'homologacao',
  title: 'homologacao',
  onLimit: 'repeats-step',
  withoutSuccess: 'goes-on',
  steps: homologation.steps.map((step, i) => {
    const route = routeOf(ids[i] ?? '')
    return { ...step, id: route.id, tags: [route.risk, 'homologation'] }
  }),
})

/** Logistics: services and objects; labels and shipments are named without a method. Objects have no list: shipments show one. */
const shipping = contract('logisticas', {
  identifies: { 'list-shipments-of': 'idRemessa' },
  takes: { 'list-shipments': { 'objetos.0.id': 'idObjeto' } },
})

const labels = { formato: 'PDF', 'idsVendas[]': '{idPedidoVenda}' }

/** Labels belong to sales orders and are only in the public document. */
const logisticas = suiteOf('logisticas', () => {
  const orders = forSakeOf([routeOf('logisticas/list-labels')], find('/pedidos/vendas', 'idPedidoVenda'))
  return [
    ...orders.map((one) => ({ ...one, tags: [...(one.tags ?? []), 'document'] })),
    ...shipping().steps.map((one) =>
      one.path === '/logisticas/etiquetas' ? { ...one, documentedQuery: labels } : one,
    ),
  ]
})

/** The contract of each resource: what follows from the routes, and what differs. */
export const contractSuites: Readonly<Record<Family, SuiteMaker>> = {
  anuncios,
  borderos,
  caixas: contract('caixas'),
  // the lists hang on modules
  'campos-customizados': contract('campos-customizados', {
    identifies: { 'list-of-module': 'idCampoCustomizado' },
    instead: {
      'set-situation': () =>
        situations(routeOf('campos-customizados/set-situation'), routeOf('campos-customizados/read')),
    },
  }),
  'canais-venda': contract('canais-venda'),
  // a link has one store and one category: two values tell them apart
  'categorias-lojas': contract('categorias-lojas', {
    values: {
      list: {
        idLoja: ['{idLoja}', '{idLoja2}'],
        idCategoriaProduto: ['{idCategoriaProduto}', '{idCategoriaProduto2}'],
      },
    },
  }),
  'categorias-produtos': contract('categorias-produtos'),
  'categorias-receitas-despesas': contract('categorias-receitas-despesas'),
  'contas-contabeis': contract('contas-contabeis'),
  'contas-pagar': contract('contas-pagar', { actedStays: true }),
  'contas-receber': contract('contas-receber', {
    takes: { list: { 'origem.id': 'idOrigem' } },
    asks: { 'list-slips': { idOrigem: '{idOrigem}' } },
    actedStays: true,
  }),
  contatos: contract('contatos'),
  contratos: contract('contratos'),
  depositos: contract('depositos'),
  empresas: contract('empresas'),
  estoques,
  'formas-pagamentos': contract('formas-pagamentos'),
  'grupos-produtos': contract('grupos-produtos'),
  homologacao,
  logisticas,
  'naturezas-operacoes': contract('naturezas-operacoes'),
  nfce: contract('nfce'),
  nfe: contract('nfe', {
    takes: { list: { chaveAcesso: 'chaveAcesso' } },
    asks: { 'read-document': { formato: 'xml' } },
  }),
  nfse: contract('nfse', { actedStays: true }),
  notificacoes: contract('notificacoes'),
  'ordens-producao': contract('ordens-producao'),
  'pedidos-compras': contract('pedidos-compras'),
  // the situation is part of the path
  'pedidos-vendas': contract('pedidos-vendas', {
    instead: {
      'set-situation': () => [
        list(routeOf('situacoes/list-modules'), 'idModuloSistema'),
        list(routeOf('situacoes/list-of-module'), 'idSituacao'),
        ...actAndRead(routeOf('pedidos-vendas/set-situation'), routeOf('pedidos-vendas/read')),
      ],
    },
  }),
  produtos: contract('produtos'),
  'produtos-fornecedores': contract('produtos-fornecedores'),
  'produtos-lojas': contract('produtos-lojas'),
  'produtos-lotes': produtosLotes,
  'propostas-comerciais': contract('propostas-comerciais'),
  situacoes: contract('situacoes', {
    identifies: { 'list-of-module': 'idSituacao', 'list-transitions-of-module': 'idTransicao' },
  }),
  // the hash comes from a mail that the service sends
  usuarios: contract('usuarios', { asks: { 'verify-hash': { hash: '{hash}' } } }),
  vendedores: contract('vendedores'),
}
