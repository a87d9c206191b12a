import type { Suite } from '../src/run/suite.js'
import type { Family } from '../src/specification/families/index.js'
import { anuncios } from './anuncios.js'
import { borderos } from './borderos.js'
import { camposCustomizados } from './campos-customizados.js'
import { categoriasLojas } from './categorias-lojas.js'
import { contract } from './contract.js'
import { estoques } from './estoques.js'
import { homologacao } from './homologacao.js'
import { logisticas } from './logisticas.js'
import { pedidosVendas } from './pedidos-vendas.js'

/** The contract of each resource: one line, and a file where it does not follow from the routes. */
export const contractSuites = {
  anuncios,
  borderos,
  'campos-customizados': camposCustomizados,
  'categorias-lojas': categoriasLojas,
  'categorias-produtos': contract('categorias-produtos'),
  'categorias-receitas-despesas': contract('categorias-receitas-despesas'),
  'contas-contabeis': contract('contas-contabeis'),
  'contas-pagar': contract('contas-pagar', { actedStays: true }),
  'contas-receber': contract('contas-receber', { actedStays: true }),
  contatos: contract('contatos'),
  contratos: contract('contratos'),
  depositos: contract('depositos'),
  empresas: contract('empresas'),
  estoques,
  'formas-pagamentos': contract('formas-pagamentos'),
  homologacao,
  logisticas,
  'naturezas-operacoes': contract('naturezas-operacoes'),
  nfce: contract('nfce'),
  nfe: contract('nfe'),
  nfse: contract('nfse', { actedStays: true }),
  notificacoes: contract('notificacoes'),
  'pedidos-compras': contract('pedidos-compras'),
  'pedidos-vendas': pedidosVendas,
  produtos: contract('produtos'),
  'produtos-fornecedores': contract('produtos-fornecedores'),
  'produtos-lojas': contract('produtos-lojas'),
  situacoes: contract('situacoes'),
  usuarios: contract('usuarios'),
  vendedores: contract('vendedores'),
} as const satisfies Partial<Record<Family, Suite>>
