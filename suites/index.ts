import type { Suite, SuiteStep } from '../src/run/suite.js'
import { type Family, matchRoute } from '../src/specification/find-route.js'
import { type Knowledge, parameterName, type Route } from '../src/specification/route.js'
import { integration } from '../src/specification/routes.js'
import { anuncios } from './anuncios.js'
import { borderos } from './borderos.js'
import { camposCustomizados } from './campos-customizados.js'
import { categoriasLojas } from './categorias-lojas.js'
import { contract, type SuiteMaker } from './contract.js'
import { estoques } from './estoques.js'
import { homologacao } from './homologacao.js'
import { logisticas } from './logisticas.js'
import { pedidosVendas } from './pedidos-vendas.js'
import { produtosLotes } from './produtos-lotes.js'

/** The contract of each resource: one line, and a file where it does not follow from the routes. */
const contractSuites: Readonly<Record<Family, SuiteMaker>> = {
  anuncios,
  borderos,
  caixas: contract('caixas'),
  'campos-customizados': camposCustomizados,
  'canais-venda': contract('canais-venda'),
  'categorias-lojas': categoriasLojas,
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
  'pedidos-vendas': pedidosVendas,
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

/** The suites with the steps whose routes are known; those that have any. */
export function suitesKnown(knowledge: Knowledge): Suite[] {
  return Object.values(contractSuites)
    .map((make) => make())
    .map((suite) => ({
      ...suite,
      steps: suite.steps.flatMap((step) => {
        const route = matchRoute(step.method, step.path, knowledge)?.route
        const isMeant = knowledge === 'document' || !step.tags?.includes('document')
        return route && isMeant ? [inWordsOf(knowledge, step, route)] : []
      }),
    }))
    .filter(({ steps }) => steps.length > 0)
}

/** A step whose query names its parameters as the profile knows them. */
function inWordsOf(knowledge: Knowledge, step: SuiteStep, route: Route): SuiteStep {
  const { documentedQuery, offers, ...rest } = step
  const query =
    knowledge === 'document' && documentedQuery ? { ...rest.query, ...documentedQuery } : rest.query
  const named = <T>(values: Readonly<Record<string, T>>) =>
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => [parameterName(route, name, knowledge), value]),
    )
  const needs = [...(rest.needs ?? []), ...demandedOf(knowledge, route)]
  return {
    ...rest,
    ...(needs.length > 0 && { needs }),
    ...(query && { query: named(query) }),
    ...(offers && { offers: named(offers) }),
  }
}

/**
 * Returns the shared parameters that the document requires of nearly every operation on listings. Without their
 * values no write to listings is sent, because a created listing could not be deleted.
 */
function demandedOf(knowledge: Knowledge, { family }: Route): string[] {
  const isDemanded = knowledge === 'document' && family === 'anuncios'
  return isDemanded ? Object.keys(integration).map((name) => `query ${name}`) : []
}
