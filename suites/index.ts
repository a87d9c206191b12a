import type { Suite } from '../src/run/suite.js'
import type { Family } from '../src/specification/families/index.js'
import { anuncios } from './anuncios.js'
import { borderos } from './borderos.js'
import { camposCustomizados } from './campos-customizados.js'
import { categoriasLojas } from './categorias-lojas.js'
import { categoriasProdutos } from './categorias-produtos.js'
import { categoriasReceitasDespesas } from './categorias-receitas-despesas.js'
import { contasContabeis } from './contas-contabeis.js'
import { contasPagar } from './contas-pagar.js'
import { contasReceber } from './contas-receber.js'
import { contatos } from './contatos.js'
import { contratos } from './contratos.js'
import { depositos } from './depositos.js'
import { empresas } from './empresas.js'
import { estoques } from './estoques.js'
import { formasPagamentos } from './formas-pagamentos.js'
import { homologacao } from './homologacao.js'
import { logisticas } from './logisticas.js'
import { naturezasOperacoes } from './naturezas-operacoes.js'
import { nfce } from './nfce.js'
import { nfe } from './nfe.js'
import { nfse } from './nfse.js'
import { notificacoes } from './notificacoes.js'
import { pedidosCompras } from './pedidos-compras.js'
import { pedidosVendas } from './pedidos-vendas.js'
import { produtos } from './produtos.js'
import { produtosFornecedores } from './produtos-fornecedores.js'
import { produtosLojas } from './produtos-lojas.js'
import { situacoes } from './situacoes.js'
import { usuarios } from './usuarios.js'
import { vendedores } from './vendedores.js'

/** The contract of each resource. Adding one is one file and one line here. */
export const contractSuites = {
  anuncios,
  borderos,
  'campos-customizados': camposCustomizados,
  'categorias-lojas': categoriasLojas,
  'categorias-produtos': categoriasProdutos,
  'categorias-receitas-despesas': categoriasReceitasDespesas,
  'contas-contabeis': contasContabeis,
  'contas-pagar': contasPagar,
  'contas-receber': contasReceber,
  contatos,
  contratos,
  depositos,
  empresas,
  estoques,
  'formas-pagamentos': formasPagamentos,
  homologacao,
  logisticas,
  'naturezas-operacoes': naturezasOperacoes,
  nfce,
  nfe,
  nfse,
  notificacoes,
  'pedidos-compras': pedidosCompras,
  'pedidos-vendas': pedidosVendas,
  produtos,
  'produtos-fornecedores': produtosFornecedores,
  'produtos-lojas': produtosLojas,
  situacoes,
  usuarios,
  vendedores,
} as const satisfies Partial<Record<Family, Suite>>
