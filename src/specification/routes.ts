/**
 * Every route of version 3, by family and action. A row has three columns, and the query parameters if the specification
 * tabulates any:
 *
 *     create: 'POST /anuncios | 201 created 400 | body 201 created 400'
 *
 * `POST /anuncios` is the request. The second column has what the specification shows: the status 201, `data` with the
 * created identifier, and the error status 400. The third column has the same as the service's public document shows
 * it, where `body` says that a body is sent. A column `-` means that the source does not know the route. The words:
 *
 * - `200`, `404`: success and error statuses; `2xx`: any success.
 * - `array`, `object`, `created`, `either` (array or object): the kind of `data`. Without such a word there is no body.
 * - `bare`: the response has no property `data`; it is the record itself.
 * - `body`, `no-body`: whether a body is sent. In the second column it follows from the method if it is not said.
 * - `listed`: the specification lists method and path, without a table; the kind of `data` follows from them.
 * - `path-only`: the specification names the path without a method.
 * - `text`: the identifier in the path is a text, not a number.
 * - `money`, `fiscal`, `stock`, `access`: the route's risk, if it does not follow from method and path.
 */
import { type Query, type QueryParameter, type Route, type Row, routesOf } from './route.js'

const integer: QueryParameter = { type: 'integer' }
const text: QueryParameter = { type: 'string' }

/** The shared pagination parameters. */
const paging: Query = { pagina: integer, limite: integer }

/** The parameters that all operations on listings (anúncios) share. The public document calls the store `idLoja`. */
export const integration: Query = { tipoIntegracao: text, idLojaQuery: { ...text, documentedAs: 'idLoja' } }

const table = {
  anuncios: {
    'list-categories': [
      'GET /anuncios/categorias | 200 array 400 | 200 array 400',
      { ...integration, idCategoria: integer, tipoProduto: text },
    ],
    'read-category': [
      'GET /anuncios/categorias/{idCategoria} | 200 object 400 404 | text 200 object 400 404',
      integration,
    ],
    // The specification's table says object, although a list is likely. Both pass, and the report says which came.
    list: [
      'GET /anuncios | 200 either 400 | 200 either 400',
      {
        ...paging,
        situacao: { type: 'integer', values: [1, 2, 3, 4], default: 1 },
        idProduto: integer,
        ...integration,
      },
    ],
    create: 'POST /anuncios | 201 created 400 | body 201 created 400',
    read: ['GET /anuncios/{idAnuncio} | 200 object 400 404 | 200 object 400 404', integration],
    replace: 'PUT /anuncios/{idAnuncio} | 204 400 404 | body 204 400 404',
    remove: ['DELETE /anuncios/{idAnuncio} | 204 400 404 | 204 400 404', integration],
    publish: ['POST /anuncios/{idAnuncio}/publicar | 204 400 404 | 204 400 404', integration],
    pause: ['POST /anuncios/{idAnuncio}/pausar | 204 400 404 | 204 400 404', integration],
  },
  borderos: {
    read: 'GET /borderos/{idBordero} | 200 object 404 | 200 object 404',
    remove: 'DELETE /borderos/{idBordero} | 204 400 404 | 204 400 404',
  },
  caixas: {
    list: 'GET /caixas | - | 200 array 400',
    create: 'POST /caixas | - | body bare 201 created 400',
    read: 'GET /caixas/{idCaixa} | - | bare 200 object 404',
    replace: 'PUT /caixas/{idCaixa} | - | body bare 200 created 400 404',
    remove: 'DELETE /caixas/{idCaixa} | - | 204 400 404',
  },
  'campos-customizados': {
    'list-modules': 'GET /campos-customizados/modulos | 200 array | 200 array',
    'list-types': 'GET /campos-customizados/tipos | 200 array | 200 array',
    'list-of-module': ['GET /campos-customizados/modulos/{idModulo} | 200 array | 200 array', paging],
    read: 'GET /campos-customizados/{idCampoCustomizado} | 200 object 404 | 200 object 404',
    create: 'POST /campos-customizados | 201 created 400 | body 201 created 400',
    // No other tabulated update responds with a body.
    replace: 'PUT /campos-customizados/{idCampoCustomizado} | 200 created 400 404 | body 200 created 400 404',
    remove: 'DELETE /campos-customizados/{idCampoCustomizado} | 204 404 | 204 404',
    'set-situation':
      'PATCH /campos-customizados/{idCampoCustomizado}/situacoes | 204 400 404 | body 204 400 404',
  },
  'canais-venda': {
    list: 'GET /canais-venda | - | 200 array',
    read: 'GET /canais-venda/{idCanalVenda} | - | 200 object 404',
    'list-types': 'GET /canais-venda/tipos | - | 200 array',
  },
  'categorias-lojas': {
    list: [
      'GET /categorias/lojas | 200 array | 200 array',
      { ...paging, idLoja: integer, idCategoriaProduto: integer, idCategoriaProdutoPai: integer },
    ],
    create: 'POST /categorias/lojas | 201 created 400 | body 201 created 400',
    read: 'GET /categorias/lojas/{idCategoriaLoja} | 200 object 404 | 200 object 404',
    replace: 'PUT /categorias/lojas/{idCategoriaLoja} | 204 400 404 | body 204 400 404',
    remove: 'DELETE /categorias/lojas/{idCategoriaLoja} | 204 404 | 204 404',
  },
  'categorias-produtos': {
    list: ['GET /categorias/produtos | 200 array | 200 array', paging],
    create: 'POST /categorias/produtos | 201 created 400 | body 201 created 400',
    read: 'GET /categorias/produtos/{idCategoriaProduto} | 200 object 404 | 200 object 404',
    replace: 'PUT /categorias/produtos/{idCategoriaProduto} | 204 400 404 | body 204 400 404',
    // The table has 404; the text below it adds "a 400 response also appears".
    remove: 'DELETE /categorias/produtos/{idCategoriaProduto} | 204 404 400 | 204 400 404',
  },
  'categorias-receitas-despesas': {
    list: 'GET /categorias/receitas-despesas | path-only | 200 array',
    create: 'POST /categorias/receitas-despesas | - | body 201 created 400',
    'remove-many': 'DELETE /categorias/receitas-despesas | - | 200 204 object',
    read: 'GET /categorias/receitas-despesas/{idCategoria} | - | 200 object 404',
    replace: 'PUT /categorias/receitas-despesas/{idCategoria} | - | body 200 created 400 404',
    remove: 'DELETE /categorias/receitas-despesas/{idCategoria} | - | 204 400 404',
  },
  'contas-contabeis': {
    list: 'GET /contas-contabeis | path-only | 200 array',
    read: 'GET /contas-contabeis/{idContaContabil} | - | 200 object 404',
  },
  'contas-pagar': {
    list: 'GET /contas/pagar | listed | 200 array',
    create: 'POST /contas/pagar | listed | body bare 201 created 400',
    read: 'GET /contas/pagar/{idContaPagar} | listed | 200 object 404',
    replace: 'PUT /contas/pagar/{idContaPagar} | listed | body bare 200 created 400 404',
    remove: 'DELETE /contas/pagar/{idContaPagar} | listed | 204 400 404',
    'register-payment': 'POST /contas/pagar/{idContaPagar}/baixar | listed body | body bare 200 object 400',
  },
  'contas-receber': {
    list: 'GET /contas/receber | listed | 200 array',
    create: 'POST /contas/receber | listed | body 201 created 400',
    read: 'GET /contas/receber/{idContaReceber} | listed | 200 object 404',
    replace: 'PUT /contas/receber/{idContaReceber} | listed | body 204 400 404',
    remove: 'DELETE /contas/receber/{idContaReceber} | listed | 204 400 404',
    'register-payment':
      'POST /contas/receber/{idContaReceber}/baixar | listed body | body bare 200 object 400',
    'list-slips': 'GET /contas/receber/boletos | - | bare 200 object 400 404',
    'cancel-slips': 'POST /contas/receber/boletos/cancelar | - | money body 204 400',
  },
  contatos: {
    list: 'GET /contatos | listed | 200 array',
    create: 'POST /contatos | listed | body 201 created 400',
    'remove-many': 'DELETE /contatos | listed | 200 204 object 400',
    read: 'GET /contatos/{idContato} | listed | 200 object 404',
    replace: 'PUT /contatos/{idContato} | listed | body 204 400 404',
    remove: 'DELETE /contatos/{idContato} | listed | 204 400 404',
    'list-types-of-contact': 'GET /contatos/{idContato}/tipos | listed | 200 array 404',
    'read-end-consumer': 'GET /contatos/consumidor-final | listed object | 200 object',
    'set-situation': 'PATCH /contatos/{idContato}/situacoes | listed | body 204 400 404',
    'set-situations': 'POST /contatos/situacoes | listed either body | body 200 204 object 400',
    'list-types': 'GET /contatos/tipos | listed | 200 array',
  },
  contratos: {
    list: 'GET /contratos | path-only | 200 array',
    create: 'POST /contratos | - | body 201 created 400',
    read: 'GET /contratos/{idContrato} | - | 200 object 404',
    replace: 'PUT /contratos/{idContrato} | - | body 201 created 400 404',
    remove: 'DELETE /contratos/{idContrato} | - | 204 400 404',
  },
  depositos: {
    list: 'GET /depositos | listed | 200 array',
    create: 'POST /depositos | listed | body 201 created 400',
    read: 'GET /depositos/{idDeposito} | listed | 200 object 404',
    replace: 'PUT /depositos/{idDeposito} | listed | body bare 200 created 400 404',
  },
  empresas: {
    list: 'GET /empresas | path-only | -',
    'read-own': 'GET /empresas/me/dados-basicos | - | 200 object',
  },
  // The specification says "read, create, update", and shows neither identifier nor methods.
  estoques: {
    list: 'GET /estoques | path-only | -',
    create: 'POST /estoques | path-only stock | body 201 created 400',
    replace: 'PUT /estoques/{idEstoque} | path-only stock | -',
    'list-balances-at': 'GET /estoques/saldos/{idDeposito} | - | 200 array 400 404',
    'list-balances': 'GET /estoques/saldos | - | 200 array 400',
  },
  // One table of the specification spells it `/forma-pagamentos`; `matchRoute` knows both.
  'formas-pagamentos': {
    list: 'GET /formas-pagamentos | listed | 200 array',
    create: 'POST /formas-pagamentos | listed | body 201 created 400',
    read: 'GET /formas-pagamentos/{idFormaPagamento} | listed | 200 object 404',
    replace: 'PUT /formas-pagamentos/{idFormaPagamento} | listed | body 200 created 400 404',
    remove: 'DELETE /formas-pagamentos/{idFormaPagamento} | listed | 204 400 404',
    'set-default': 'PATCH /formas-pagamentos/{idFormaPagamento}/padrao | - | body 204 400 404',
    'set-situation': 'PATCH /formas-pagamentos/{idFormaPagamento}/situacao | - | body 204 400 404',
  },
  'grupos-produtos': {
    list: 'GET /grupos-produtos | - | 200 array',
    create: 'POST /grupos-produtos | - | body 201 created 400',
    'remove-many': 'DELETE /grupos-produtos | - | 200 204 object 400',
    read: 'GET /grupos-produtos/{idGrupoProduto} | - | 200 object 404',
    replace: 'PUT /grupos-produtos/{idGrupoProduto} | - | body 204 400 404',
    remove: 'DELETE /grupos-produtos/{idGrupoProduto} | - | 204 400 404',
  },
  // The profile decides which statuses pass, so any 2xx passes here. §Homologation procedure
  homologacao: {
    read: 'GET /homologacao/produtos | 2xx object | 200 object',
    create: 'POST /homologacao/produtos | 2xx created | body 201 created 400',
    replace: 'PUT /homologacao/produtos/{idProduto} | 2xx either | body 204 400',
    'set-situation': 'PATCH /homologacao/produtos/{idProduto}/situacoes | 2xx either | body 204 400',
    remove: 'DELETE /homologacao/produtos/{idProduto} | 2xx either | 204 400',
  },
  logisticas: {
    'list-services': 'GET /logisticas/servicos | listed | 200 array 400',
    'create-service': 'POST /logisticas/servicos | listed | body 201 array 400',
    'read-service': 'GET /logisticas/servicos/{idLogisticaServico} | listed | 200 object 404',
    'replace-service': 'PUT /logisticas/servicos/{idLogisticaServico} | listed | body 200 created 400 404',
    'set-situation': 'PATCH /logisticas/{idLogisticaServico}/situacoes | listed | body 204 400 404',
    'create-object': 'POST /logisticas/objetos | listed | body 201 created 400',
    'read-object': 'GET /logisticas/objetos/{idObjeto} | listed | 200 object 404',
    'replace-object': 'PUT /logisticas/objetos/{idObjeto} | listed | body 200 created 400 404',
    'remove-object': 'DELETE /logisticas/objetos/{idObjeto} | listed | 204 400 404',
    list: 'GET /logisticas | path-only | 200 array 404',
    'list-labels': 'GET /logisticas/etiquetas | path-only | 200 array 400 404',
    'list-shipments': 'GET /logisticas/remessas | path-only | -',
    create: 'POST /logisticas | - | body 201 created 400',
    read: 'GET /logisticas/{idLogistica} | - | 200 object 404',
    replace: 'PUT /logisticas/{idLogistica} | - | body 200 400',
    remove: 'DELETE /logisticas/{idLogistica} | - | 200 400 404',
    'read-shipment': 'GET /logisticas/remessas/{idRemessa} | - | 200 object 404',
    'replace-shipment': 'PUT /logisticas/remessas/{idRemessa} | - | body 200 created 400 404',
    'remove-shipment': 'DELETE /logisticas/remessas/{idRemessa} | - | 204 400 404',
    'list-shipments-of': 'GET /logisticas/{idLogistica}/remessas | - | 200 array 400 404',
    'create-shipment': 'POST /logisticas/remessas | - | body 201 created 400',
  },
  'naturezas-operacoes': {
    list: 'GET /naturezas-operacoes | path-only | 200 array 400',
    'compute-taxes':
      'POST /naturezas-operacoes/{idNaturezaOperacao}/obter-tributacao | - | body 200 object 400 404',
  },
  nfce: {
    list: 'GET /nfce | listed | 200 array 404',
    create: 'POST /nfce | listed | body 201 created 400',
    read: 'GET /nfce/{idNotaFiscalConsumidor} | listed | 200 object 404',
    replace: 'PUT /nfce/{idNotaFiscalConsumidor} | listed | body 200 created 400 404',
    send: 'POST /nfce/{idNotaFiscalConsumidor}/enviar | listed | 200 object 400 404',
    'book-stock': 'POST /nfce/{idNotaFiscalConsumidor}/lancar-estoque | listed | 204 400 404',
    'book-stock-at': 'POST /nfce/{idNotaFiscalConsumidor}/lancar-estoque/{idDeposito} | listed | 204 400 404',
    'reverse-stock': 'POST /nfce/{idNotaFiscalConsumidor}/estornar-estoque | listed | 204 404',
    'book-accounts': 'POST /nfce/{idNotaFiscalConsumidor}/lancar-contas | listed | 204 400 404',
    'reverse-accounts': 'POST /nfce/{idNotaFiscalConsumidor}/estornar-contas | listed | 204 400 404',
  },
  nfe: {
    list: 'GET /nfe | listed | 200 array',
    create: 'POST /nfe | listed | body 201 created 400',
    'remove-many': 'DELETE /nfe | listed | 200 204 object 400',
    read: 'GET /nfe/{idNotaFiscal} | listed | 200 object 404',
    replace: 'PUT /nfe/{idNotaFiscal} | listed | body 200 created 400 404',
    send: 'POST /nfe/{idNotaFiscal}/enviar | listed | 200 object 400 404',
    'book-stock': 'POST /nfe/{idNotaFiscal}/lancar-estoque | listed | 204 400 404',
    'book-stock-at': 'POST /nfe/{idNotaFiscal}/lancar-estoque/{idDeposito} | listed | 204 400 404',
    'reverse-stock': 'POST /nfe/{idNotaFiscal}/estornar-estoque | listed | 204 404',
    'book-accounts': 'POST /nfe/{idNotaFiscal}/lancar-contas | listed | 204 400 404',
    'reverse-accounts': 'POST /nfe/{idNotaFiscal}/estornar-contas | listed | 204 400 404',
    'read-document': 'GET /nfe/documento/{chaveAcesso} | - | text 200 array 400 404',
  },
  nfse: {
    list: 'GET /nfse | listed | 200 array 400',
    create: 'POST /nfse | listed | body 201 created 400',
    read: 'GET /nfse/{idNotaServico} | listed | 200 object 404',
    remove: 'DELETE /nfse/{idNotaServico} | listed | 204 400 404',
    send: 'POST /nfse/{idNotaServico}/enviar | listed | 200 object 400 404',
    cancel: 'POST /nfse/{idNotaServico}/cancelar | listed | body 204 400 404',
    'read-configuration': 'GET /nfse/configuracoes | listed object | bare 200 object',
    // fiscal, because it changes how the whole account issues invoices
    'replace-configuration': 'PUT /nfse/configuracoes | listed fiscal | body 204 400',
  },
  notificacoes: {
    list: 'GET /notificacoes | path-only | 200 array 400',
    'confirm-reading': 'POST /notificacoes/{idNotificacao}/confirmar-leitura | - | text 200 array 400',
    count: 'GET /notificacoes/quantidade | - | 200 object 400',
  },
  'ordens-producao': {
    list: 'GET /ordens-producao | - | 200 array',
    create: 'POST /ordens-producao | - | body 201 created 400',
    read: 'GET /ordens-producao/{idOrdemProducao} | - | bare 200 object 404',
    replace: 'PUT /ordens-producao/{idOrdemProducao} | - | body 204 400 404',
    remove: 'DELETE /ordens-producao/{idOrdemProducao} | - | 204 404',
    'set-situation': 'PUT /ordens-producao/{idOrdemProducao}/situacoes | - | body 204 400 404',
    'generate-on-demand': 'POST /ordens-producao/gerar-sob-demanda | - | stock 201 array',
  },
  'pedidos-compras': {
    list: 'GET /pedidos/compras | listed | 200 array',
    create: 'POST /pedidos/compras | listed | body 201 created 400',
    read: 'GET /pedidos/compras/{idPedidoCompra} | listed | 200 object 404',
    replace: 'PUT /pedidos/compras/{idPedidoCompra} | listed | body 200 created 400 404',
    remove: 'DELETE /pedidos/compras/{idPedidoCompra} | listed | 204 404',
    'set-situation': 'PATCH /pedidos/compras/{idPedidoCompra}/situacoes | listed | -',
    'book-stock': 'POST /pedidos/compras/{idPedidoCompra}/lancar-estoque | listed | 204 400 404',
    'reverse-stock': 'POST /pedidos/compras/{idPedidoCompra}/estornar-estoque | listed | 204 400 404',
    'book-accounts': 'POST /pedidos/compras/{idPedidoCompra}/lancar-contas | listed | 204 400 404',
    'reverse-accounts': 'POST /pedidos/compras/{idPedidoCompra}/estornar-contas | listed | 204 400 404',
    'set-situation-to': 'PATCH /pedidos/compras/{idPedidoCompra}/situacoes/{idSituacao} | - | 204 400 404',
  },
  'pedidos-vendas': {
    list: 'GET /pedidos/vendas | listed | 200 array',
    create: 'POST /pedidos/vendas | listed | body 201 created 400',
    'remove-many': 'DELETE /pedidos/vendas | listed | 200 204 object',
    read: 'GET /pedidos/vendas/{idPedidoVenda} | listed | 200 object 404',
    replace: 'PUT /pedidos/vendas/{idPedidoVenda} | listed | body 200 created 400 404',
    remove: 'DELETE /pedidos/vendas/{idPedidoVenda} | listed | 204 400 404',
    'set-situation':
      'PATCH /pedidos/vendas/{idPedidoVenda}/situacoes/{idSituacao} | listed no-body | 204 400 404',
    'issue-nfe': 'POST /pedidos/vendas/{idPedidoVenda}/gerar-nfe | listed | bare 201 object 400 404',
    'issue-nfce': 'POST /pedidos/vendas/{idPedidoVenda}/gerar-nfce | listed | bare 201 object 400 404',
    'book-stock': 'POST /pedidos/vendas/{idPedidoVenda}/lancar-estoque | listed | 204 400 404',
    'book-stock-at':
      'POST /pedidos/vendas/{idPedidoVenda}/lancar-estoque/{idDeposito} | listed | 204 400 404',
    'reverse-stock': 'POST /pedidos/vendas/{idPedidoVenda}/estornar-estoque | listed | 204 404',
    'book-accounts': 'POST /pedidos/vendas/{idPedidoVenda}/lancar-contas | listed | 204 400 404',
    'reverse-accounts': 'POST /pedidos/vendas/{idPedidoVenda}/estornar-contas | listed | 204 400 404',
  },
  produtos: {
    list: 'GET /produtos | listed | 200 array',
    create: 'POST /produtos | listed | body 201 created 400 403',
    'remove-many': 'DELETE /produtos | listed | 200 204 object 400',
    read: 'GET /produtos/{idProduto} | listed | 200 object 403 404',
    replace: 'PUT /produtos/{idProduto} | listed | body 200 created 400 403',
    remove: 'DELETE /produtos/{idProduto} | listed | 204 404',
    'set-situation': 'PATCH /produtos/{idProduto}/situacoes | listed | body 204 400 404',
    'set-situations': 'POST /produtos/situacoes | listed either body | body 200 204 object 400',
    'list-structures': 'GET /produtos/estruturas | path-only | -',
    'list-variations': 'GET /produtos/variacoes | path-only | -',
    'read-structure': 'GET /produtos/estruturas/{idProdutoEstrutura} | - | 200 object 404',
    'replace-structure': 'PUT /produtos/estruturas/{idProdutoEstrutura} | - | body 204 400 404',
    'add-components': 'POST /produtos/estruturas/{idProdutoEstrutura}/componentes | - | body 204 400 404',
    'remove-components': 'DELETE /produtos/estruturas/{idProdutoEstrutura}/componentes | - | 204 400 404',
    'patch-component':
      'PATCH /produtos/estruturas/{idProdutoEstrutura}/componentes/{idComponente} | - | body 204 400 404',
    'remove-structures': 'DELETE /produtos/estruturas | - | 200 204 object 400',
    patch: 'PATCH /produtos/{idProduto} | - | body 200 created 400 403',
    'read-variations': 'GET /produtos/variacoes/{idProdutoPai} | - | 200 object 404',
    'combine-variations': 'POST /produtos/variacoes/atributos/gerar-combinacoes | - | body 200 object 400',
    'patch-attributes': 'PATCH /produtos/variacoes/{idProdutoPai}/atributos | - | body 200 array 400',
  },
  'produtos-fornecedores': {
    list: 'GET /produtos/fornecedores | listed | 200 array',
    create: 'POST /produtos/fornecedores | listed | body 201 created 400',
    read: 'GET /produtos/fornecedores/{idProdutoFornecedor} | listed | 200 object 404',
    replace: 'PUT /produtos/fornecedores/{idProdutoFornecedor} | listed | body 200 created 400 404',
    patch: 'PATCH /produtos/fornecedores/{idProdutoFornecedor} | listed | -',
    remove: 'DELETE /produtos/fornecedores/{idProdutoFornecedor} | - | 204 400 404',
  },
  'produtos-lojas': {
    list: 'GET /produtos/lojas | listed | 200 array 400',
    create: 'POST /produtos/lojas | listed | body 201 created 400',
    read: 'GET /produtos/lojas/{idProdutoLoja} | listed | 200 object 404',
    replace: 'PUT /produtos/lojas/{idProdutoLoja} | listed | body 200 created 400 404',
    remove: 'DELETE /produtos/lojas/{idProdutoLoja} | listed | 204 404',
  },
  'produtos-lotes': {
    list: 'GET /produtos/lotes | - | 200 array 400',
    'save-many': 'PUT /produtos/lotes | - | stock body 200 object 400',
    'remove-many': 'DELETE /produtos/lotes | - | 204 400 404',
    read: 'GET /produtos/lotes/{idLote} | - | 200 object 404',
    replace: 'PUT /produtos/lotes/{idLote} | - | body 204 400 404',
    'list-controlled': 'GET /produtos/lotes/controla-lote | - | 200 array 400',
    'stop-control': 'POST /produtos/{idProduto}/lotes/controla-lote/desativar | - | stock 200 400 404',
    'set-status': 'PATCH /produtos/lotes/{idLote}/status | - | body 204 400 404',
    'list-entries': 'GET /produtos/lotes/{idLote}/lancamentos | - | 200 array 400 404',
    'create-entry': 'POST /produtos/lotes/{idLote}/lancamentos | - | stock body 200 created 400 404',
    'read-entry': 'GET /produtos/lotes/lancamentos/{idLancamento} | - | 200 object 400 404',
    'patch-entry': 'PATCH /produtos/lotes/lancamentos/{idLancamento} | - | body 200 400 404',
    'read-balance':
      'GET /produtos/{idProduto}/lotes/{idLote}/depositos/{idDeposito}/saldo | - | 200 object 404',
    'list-balances-at':
      'GET /produtos/{idProduto}/lotes/depositos/{idDeposito}/saldo | - | 200 array 400 404',
    'sum-balances-at':
      'GET /produtos/{idProduto}/lotes/depositos/{idDeposito}/saldo/soma | - | 200 array 400 404',
    'sum-balances': 'GET /produtos/{idProduto}/lotes/saldo/soma | - | 200 object 404',
  },
  'propostas-comerciais': {
    list: 'GET /propostas-comerciais | - | 200 array',
    create: 'POST /propostas-comerciais | - | body 201 created 400',
    'remove-many': 'DELETE /propostas-comerciais | - | 200 204 object 400',
    read: 'GET /propostas-comerciais/{idPropostaComercial} | - | bare 200 object 404',
    replace: 'PUT /propostas-comerciais/{idPropostaComercial} | - | body 204 400 404',
    remove: 'DELETE /propostas-comerciais/{idPropostaComercial} | - | 204 400',
    'set-situation': 'PATCH /propostas-comerciais/{idPropostaComercial}/situacoes | - | body 204 400 404',
  },
  situacoes: {
    'list-modules': 'GET /situacoes/modulos | listed | 200 array',
    'list-of-module': 'GET /situacoes/modulos/{idModuloSistema} | listed either | 200 array 404',
    'list-actions': 'GET /situacoes/modulos/{idModuloSistema}/acoes | listed | 200 array 404',
    'list-transitions': 'GET /situacoes/transicoes | path-only | -',
    'list-transitions-of-module': 'GET /situacoes/modulos/{idModuloSistema}/transicoes | - | 200 array 404',
    read: 'GET /situacoes/{idSituacao} | - | 200 object 404',
    replace: 'PUT /situacoes/{idSituacao} | - | body 200 created 400',
    remove: 'DELETE /situacoes/{idSituacao} | - | 204 400 404',
    create: 'POST /situacoes | - | body 201 created 400',
    'read-transition': 'GET /situacoes/transicoes/{idTransicao} | - | 200 object 404',
    'replace-transition': 'PUT /situacoes/transicoes/{idTransicao} | - | body 200 created 400',
    'remove-transition': 'DELETE /situacoes/transicoes/{idTransicao} | - | 204 400 404',
    'create-transition': 'POST /situacoes/transicoes | - | body 201 created 400',
  },
  usuarios: {
    list: 'GET /usuarios | path-only | -',
    'recover-password': 'POST /usuarios/recuperar-senha | - | access body 200 array 400',
    'reset-password': 'PATCH /usuarios/redefinir-senha | - | access body 204 400',
    'verify-hash': 'GET /usuarios/verificar-hash | - | 200 array 400',
  },
  vendedores: {
    list: 'GET /vendedores | path-only | 200 array',
    read: 'GET /vendedores/{idVendedor} | - | 200 object 404',
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, Row>>>>

export type Family = keyof typeof table

/** The routes of each family. */
export const families = Object.fromEntries(
  Object.entries<Readonly<Record<string, Row>>>(table).map(([family, rows]) => [
    family,
    routesOf(family, rows),
  ]),
) as Readonly<Record<Family, readonly Route[]>>
