/** The contract of each resource. Most follow from the routes alone; the others say how they differ. */
import type { JsonSlice } from '../src/run/json-slice.js'
import type { Captures, StepResponse, SuiteStep } from '../src/run/suite.js'
import { type Family, familyNames } from '../src/specification/find-route.js'
import { captureFromData, identifierOf, sliceAt } from './captures.js'
import { contract, documentReads, type SuiteMaker, suiteOf } from './contract.js'
import { homologation } from './homologation.js'
import {
  actAndRead,
  actOn,
  createOwn,
  onlyFor,
  readOwn,
  removeAndCheck,
  removeOwn,
  setSituations,
} from './life-cycle.js'
import { find, list, read, sendUnknownId, sendWithoutToken } from './reads.js'
import { findRoute, step } from './steps.js'

/**
 * Listings (anúncios) and the categories of marketplaces, whose identifiers are texts. The step after an action reads a list
 * in which the listing must no longer be, because the single read shows no situation. A listing may be published as soon as
 * it is created, so publishing has a visible effect only after a pause.
 */
const anuncios = contract('anuncios', {
  fieldCaptures: { 'list-categories': { idCategoria: 'idNoMarketplace' } },
  filterValues: { 'list-categories': { idCategoria: ['{idNoMarketplace}'] } },
  replacements: {
    pause: () => [
      ...actAndRead(findRoute('anuncios/pause'), findRoute('anuncios/read')),
      listingsAfter('pause', 1),
      ...actAndRead(findRoute('anuncios/publish'), findRoute('anuncios/read'), 'created', 'again'),
      listingsAfter('publish', 4),
    ],
  },
  unknownIds: { 'read-category': 'HOMOLOGA-INEXISTENTE' },
})

/** Lists the listings that are published (`situacao` 1) or paused (4). */
function listingsAfter(action: string, situacao: number): SuiteStep {
  return step(findRoute('anuncios/list'), `after-${action}`, { query: { situacao }, needs: ['created'] })
}

/**
 * Payment batches (borderôs) have no list. A batch is found in an account that it paid. The run's own batch is created by
 * registering a payment of an account that the run created.
 */
const borderos = suiteOf('borderos', () => {
  const [readBordero, remove] = [findRoute('borderos/read'), findRoute('borderos/remove')]
  const receivable = (action: string) => findRoute(`contas-receber/${action}`)
  const paid = readOwn(receivable('read'), 'paid', 'account')
  return [
    ...find('/contas/pagar', 'idContaPagar'),
    read(findRoute('contas-pagar/read'), {}, captureBordero('idBordero')),
    ...[read(readBordero), sendUnknownId(readBordero), sendWithoutToken(readBordero)],
    ...onlyFor(
      [remove],
      [
        ...find('/contas/receber'),
        createOwn(receivable('create'), 'account'),
        readOwn(receivable('read'), 'account', 'account'),
        actOn(receivable('register-payment'), 'account'),
        {
          ...paid,
          captures: (response: StepResponse) => captureFromData(response, captureBordero('created')),
        },
        readOwn(readBordero, 'paid'),
        ...removeAndCheck(remove, readBordero),
        removeOwn(receivable('remove'), 'account'),
      ],
    ),
  ]
})

/** Captures the first entry of an account's `borderos`: an identifier, or an object that has one. */
function captureBordero(name: string) {
  return (account: JsonSlice): Captures => {
    const first = sliceAt(account, ['borderos', '0'])
    const id = first && (identifierOf(first) ?? (typeof first.value === 'number' ? first : null))
    return id ? { [name]: id } : {}
  }
}

const queryOfProduct = { 'idsProdutos[]': ['{idProduto}'] }

/** Finds a product and a warehouse for the queries and paths of these routes. */
function findProductAndDepot(...ids: readonly string[]): SuiteStep[] {
  return onlyFor(ids.map(findRoute), [...find('/produtos', 'idProduto'), ...find('/depositos', 'idDeposito')])
}

/** Stock. The specification names no methods, so its writes are sent to the embedded service only. */
const estoques = suiteOf('estoques', () => {
  const create = findRoute('estoques/create')
  const replace = findRoute('estoques/replace')
  return [
    ...[list(findRoute('estoques/list')), sendWithoutToken(findRoute('estoques/list'))],
    ...findProductAndDepot('estoques/list-balances', 'estoques/list-balances-at'),
    ...onlyFor([create, replace], [createOwn(create, 'created', ''), actOn(replace)]),
    ...documentReads('estoques', {
      queries: { 'list-balances': queryOfProduct, 'list-balances-at': queryOfProduct },
    }),
  ]
})

/** Batches of products and their balances. Every query needs a product. */
const produtosLotes = suiteOf('produtos-lotes', () => [
  ...findProductAndDepot(
    ...['list', 'list-controlled', 'sum-balances', 'sum-balances-at'].map(
      (action) => `produtos-lotes/${action}`,
    ),
  ),
  ...documentReads('produtos-lotes', {
    fieldCaptures: { list: { idLote: 'idLote' } },
    identifierNames: { 'list-entries': 'idLancamento' },
    queries: {
      list: queryOfProduct,
      'list-controlled': queryOfProduct,
      'list-balances-at': { 'idsLotes[]': ['{idLote}'] },
    },
  }),
])

/** The actions of the five steps. */
const homologationActions = ['read', 'create', 'replace', 'set-situation', 'remove']

/**
 * The routes of the homologation as part of the contract. They are judged like all other routes. `homologa check` judges
 * the five steps, and only that command sends them to a live account.
 */
const homologacao: SuiteMaker = () => ({
  ...homologation,
  id: 'homologacao',
  title: 'homologacao',
  onLimit: 'repeats-step',
  withoutSuccess: 'goes-on',
  steps: homologation.steps.map((step, i) => {
    const route = findRoute(`homologacao/${homologationActions[i]}`)
    return { ...step, id: route.id, tags: [route.risk, 'homologation'] }
  }),
})

/** The steps that follow from the routes of logistics. Objects have no list; an object is found in a list of shipments. */
const logisticsByRoutes = contract('logisticas', {
  identifierNames: { 'list-shipments-of': 'idRemessa' },
  fieldCaptures: { 'list-shipments': { 'objetos.0.id': 'idObjeto' } },
})

const labelQuery = { formato: 'PDF', 'idsVendas[]': '{idPedidoVenda}' }

/** Logistics with its labels, whose query needs a sales order. Only the public document shows that query. */
const logisticas = suiteOf('logisticas', () => {
  const labels = findRoute('logisticas/list-labels')
  const orderSteps = onlyFor([labels], find('/pedidos/vendas', 'idPedidoVenda'))
  return [
    ...orderSteps.map((suiteStep) => ({ ...suiteStep, tags: [...(suiteStep.tags ?? []), 'document'] })),
    ...logisticsByRoutes().steps.map((suiteStep) =>
      suiteStep.path === labels.path ? { ...suiteStep, documentedQuery: labelQuery } : suiteStep,
    ),
  ]
})

const differing: Readonly<Partial<Record<Family, SuiteMaker>>> = {
  anuncios,
  borderos,
  // its lists are nested under modules, and its situation has invalid values of its own
  'campos-customizados': contract('campos-customizados', {
    identifierNames: { 'list-of-module': 'idCampoCustomizado' },
    replacements: {
      'set-situation': () =>
        setSituations(findRoute('campos-customizados/set-situation'), findRoute('campos-customizados/read')),
    },
  }),
  // with two values of each, a store that is mistaken for a category is noticed
  'categorias-lojas': contract('categorias-lojas', {
    filterValues: {
      list: {
        idLoja: ['{idLoja}', '{idLoja2}'],
        idCategoriaProduto: ['{idCategoriaProduto}', '{idCategoriaProduto2}'],
      },
    },
  }),
  'contas-pagar': contract('contas-pagar', { keepsActedOn: true }),
  'contas-receber': contract('contas-receber', {
    fieldCaptures: { list: { 'origem.id': 'idOrigem' } },
    queries: { 'list-slips': { idOrigem: '{idOrigem}' } },
    keepsActedOn: true,
  }),
  estoques,
  homologacao,
  logisticas,
  nfe: contract('nfe', {
    fieldCaptures: { list: { chaveAcesso: 'chaveAcesso' } },
    queries: { 'read-document': { formato: 'xml' } },
  }),
  nfse: contract('nfse', { keepsActedOn: true }),
  // the situation is a part of the path, so a situation must be found first
  'pedidos-vendas': contract('pedidos-vendas', {
    replacements: {
      'set-situation': () => [
        list(findRoute('situacoes/list-modules'), 'idModuloSistema'),
        list(findRoute('situacoes/list-of-module'), 'idSituacao'),
        ...actAndRead(findRoute('pedidos-vendas/set-situation'), findRoute('pedidos-vendas/read')),
      ],
    },
  }),
  'produtos-lotes': produtosLotes,
  situacoes: contract('situacoes', {
    identifierNames: { 'list-of-module': 'idSituacao', 'list-transitions-of-module': 'idTransicao' },
  }),
  // the service sends the hash by e-mail, so it is captured only if the user gave it
  usuarios: contract('usuarios', { queries: { 'verify-hash': { hash: '{hash}' } } }),
}

/** The contract suites of all families. A family that is not in `differing` has the contract that follows from its routes. */
export const contractSuites: readonly SuiteMaker[] = familyNames.map(
  (family) => differing[family] ?? contract(family),
)
