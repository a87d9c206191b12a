import { describe, expect, it } from 'vitest'
import { allRoutes, families, matchRoute, routeById, routeName } from './find-route.js'

/** §Endpoints, copied by hand: method, path, query, body, success status, `data`, error statuses. */
const tabulated = `
GET /anuncios/categorias | tipoIntegracao idLojaQuery idCategoria tipoProduto | - | 200 array | 400
GET /anuncios/categorias/{idCategoria} | tipoIntegracao idLojaQuery | - | 200 object | 400 404
GET /anuncios | pagina limite situacao idProduto tipoIntegracao idLojaQuery | - | 200 either | 400
POST /anuncios | | body | 201 created | 400
GET /anuncios/{idAnuncio} | tipoIntegracao idLojaQuery | - | 200 object | 400 404
PUT /anuncios/{idAnuncio} | | body | 204 none | 400 404
DELETE /anuncios/{idAnuncio} | tipoIntegracao idLojaQuery | - | 204 none | 400 404
POST /anuncios/{idAnuncio}/publicar | tipoIntegracao idLojaQuery | - | 204 none | 400 404
POST /anuncios/{idAnuncio}/pausar | tipoIntegracao idLojaQuery | - | 204 none | 400 404
GET /borderos/{idBordero} | | - | 200 object | 404
DELETE /borderos/{idBordero} | | - | 204 none | 400 404
GET /campos-customizados/modulos | | - | 200 array |
GET /campos-customizados/tipos | | - | 200 array |
GET /campos-customizados/modulos/{idModulo} | pagina limite | - | 200 array |
GET /campos-customizados/{idCampoCustomizado} | | - | 200 object | 404
POST /campos-customizados | | body | 201 created | 400
PUT /campos-customizados/{idCampoCustomizado} | | body | 200 created | 400 404
DELETE /campos-customizados/{idCampoCustomizado} | | - | 204 none | 404
PATCH /campos-customizados/{idCampoCustomizado}/situacoes | | body | 204 none | 400 404
GET /categorias/lojas | pagina limite idLoja idCategoriaProduto idCategoriaProdutoPai | - | 200 array |
POST /categorias/lojas | | body | 201 created | 400
GET /categorias/lojas/{idCategoriaLoja} | | - | 200 object | 404
PUT /categorias/lojas/{idCategoriaLoja} | | body | 204 none | 400 404
DELETE /categorias/lojas/{idCategoriaLoja} | | - | 204 none | 404
GET /categorias/produtos | pagina limite | - | 200 array |
POST /categorias/produtos | | body | 201 created | 400
GET /categorias/produtos/{idCategoriaProduto} | | - | 200 object | 404
PUT /categorias/produtos/{idCategoriaProduto} | | body | 204 none | 400 404
DELETE /categorias/produtos/{idCategoriaProduto} | | - | 204 none | 400 404`

/** §Other version 3 routes and §Homologation procedure, expanded by hand. A risk where it is not the method's own. */
const shapeOnly = `
GET /contatos
POST /contatos
DELETE /contatos
GET /contatos/{idContato}
PUT /contatos/{idContato}
DELETE /contatos/{idContato}
GET /contatos/{idContato}/tipos
GET /contatos/consumidor-final
PATCH /contatos/{idContato}/situacoes
POST /contatos/situacoes
GET /contatos/tipos
GET /contas/pagar
POST /contas/pagar
GET /contas/pagar/{idContaPagar}
PUT /contas/pagar/{idContaPagar}
DELETE /contas/pagar/{idContaPagar}
POST /contas/pagar/{idContaPagar}/baixar money
GET /contas/receber
POST /contas/receber
GET /contas/receber/{idContaReceber}
PUT /contas/receber/{idContaReceber}
DELETE /contas/receber/{idContaReceber}
POST /contas/receber/{idContaReceber}/baixar money
GET /depositos
POST /depositos
GET /depositos/{idDeposito}
PUT /depositos/{idDeposito}
GET /formas-pagamentos
POST /formas-pagamentos
GET /formas-pagamentos/{idFormaPagamento}
PUT /formas-pagamentos/{idFormaPagamento}
DELETE /formas-pagamentos/{idFormaPagamento}
GET /nfce
POST /nfce
GET /nfce/{idNotaFiscalConsumidor}
PUT /nfce/{idNotaFiscalConsumidor}
POST /nfce/{idNotaFiscalConsumidor}/enviar fiscal
POST /nfce/{idNotaFiscalConsumidor}/lancar-estoque stock
POST /nfce/{idNotaFiscalConsumidor}/lancar-estoque/{idDeposito} stock
POST /nfce/{idNotaFiscalConsumidor}/estornar-estoque stock
POST /nfce/{idNotaFiscalConsumidor}/lancar-contas money
POST /nfce/{idNotaFiscalConsumidor}/estornar-contas money
GET /nfse
POST /nfse
GET /nfse/{idNotaServico}
DELETE /nfse/{idNotaServico}
POST /nfse/{idNotaServico}/enviar fiscal
POST /nfse/{idNotaServico}/cancelar fiscal
GET /nfse/configuracoes
PUT /nfse/configuracoes fiscal
GET /nfe
POST /nfe
DELETE /nfe
GET /nfe/{idNotaFiscal}
PUT /nfe/{idNotaFiscal}
POST /nfe/{idNotaFiscal}/enviar fiscal
POST /nfe/{idNotaFiscal}/lancar-estoque stock
POST /nfe/{idNotaFiscal}/lancar-estoque/{idDeposito} stock
POST /nfe/{idNotaFiscal}/estornar-estoque stock
POST /nfe/{idNotaFiscal}/lancar-contas money
POST /nfe/{idNotaFiscal}/estornar-contas money
GET /pedidos/compras
POST /pedidos/compras
GET /pedidos/compras/{idPedidoCompra}
PUT /pedidos/compras/{idPedidoCompra}
DELETE /pedidos/compras/{idPedidoCompra}
PATCH /pedidos/compras/{idPedidoCompra}/situacoes
POST /pedidos/compras/{idPedidoCompra}/lancar-estoque stock
POST /pedidos/compras/{idPedidoCompra}/estornar-estoque stock
POST /pedidos/compras/{idPedidoCompra}/lancar-contas money
POST /pedidos/compras/{idPedidoCompra}/estornar-contas money
GET /pedidos/vendas
POST /pedidos/vendas
DELETE /pedidos/vendas
GET /pedidos/vendas/{idPedidoVenda}
PUT /pedidos/vendas/{idPedidoVenda}
DELETE /pedidos/vendas/{idPedidoVenda}
PATCH /pedidos/vendas/{idPedidoVenda}/situacoes/{idSituacao}
POST /pedidos/vendas/{idPedidoVenda}/gerar-nfe fiscal
POST /pedidos/vendas/{idPedidoVenda}/gerar-nfce fiscal
POST /pedidos/vendas/{idPedidoVenda}/lancar-estoque stock
POST /pedidos/vendas/{idPedidoVenda}/lancar-estoque/{idDeposito} stock
POST /pedidos/vendas/{idPedidoVenda}/estornar-estoque stock
POST /pedidos/vendas/{idPedidoVenda}/lancar-contas money
POST /pedidos/vendas/{idPedidoVenda}/estornar-contas money
GET /produtos
POST /produtos
DELETE /produtos
GET /produtos/{idProduto}
PUT /produtos/{idProduto}
DELETE /produtos/{idProduto}
PATCH /produtos/{idProduto}/situacoes
POST /produtos/situacoes
GET /produtos/fornecedores
POST /produtos/fornecedores
GET /produtos/fornecedores/{idProdutoFornecedor}
PUT /produtos/fornecedores/{idProdutoFornecedor}
PATCH /produtos/fornecedores/{idProdutoFornecedor}
GET /produtos/lojas
POST /produtos/lojas
GET /produtos/lojas/{idProdutoLoja}
PUT /produtos/lojas/{idProdutoLoja}
DELETE /produtos/lojas/{idProdutoLoja}
GET /situacoes/modulos
GET /situacoes/modulos/{idModuloSistema}
GET /situacoes/modulos/{idModuloSistema}/acoes
GET /logisticas/servicos
POST /logisticas/servicos
GET /logisticas/servicos/{idLogisticaServico}
PUT /logisticas/servicos/{idLogisticaServico}
PATCH /logisticas/{idLogisticaServico}/situacoes
POST /logisticas/objetos
GET /logisticas/objetos/{idObjeto}
PUT /logisticas/objetos/{idObjeto}
DELETE /logisticas/objetos/{idObjeto}
GET /homologacao/produtos
POST /homologacao/produtos
PUT /homologacao/produtos/{idProduto}
PATCH /homologacao/produtos/{idProduto}/situacoes
DELETE /homologacao/produtos/{idProduto}`

const namedWithoutMethod = [
  '/categorias/receitas-despesas',
  '/contas-contabeis',
  '/contratos',
  '/empresas',
  '/estoques',
  '/estoques/{idEstoque}',
  '/logisticas',
  '/logisticas/etiquetas',
  '/logisticas/remessas',
  '/naturezas-operacoes',
  '/notificacoes',
  '/produtos/estruturas',
  '/produtos/variacoes',
  '/situacoes/transicoes',
  '/usuarios',
  '/vendedores',
]

const lines = (text: string) => text.trim().split('\n')

describe('the routes', () => {
  it('hold every tabulated row exactly as the specification writes it', () => {
    const rows = allRoutes('specification')
      .filter((route) => route.tabulated && route.family !== 'homologacao')
      .map((route) => {
        const success = `${route.success.status} ${route.success.data}`
        const errors = [...route.errors].sort().join(' ')
        const cells = [
          routeName(route),
          Object.keys(route.query).join(' '),
          route.body ? 'body' : '-',
          success,
          errors,
        ]
        return cells.join(' | ').replace('|  |', '| |').trim()
      })
    expect(rows.sort()).toEqual(lines(tabulated).sort())
    expect(rows).toHaveLength(29)
  })

  it('hold every route that is given by its shape alone, with its risk', () => {
    const plain: Record<string, string> = { GET: 'read', POST: 'write', PUT: 'write', PATCH: 'write' }
    const expected = lines(shapeOnly).map((line) => {
      const [method = '', path = '', risk] = line.split(' ')
      const removal = path.endsWith('}') ? 'delete' : 'delete-many'
      return `${method} ${path} ${risk ?? plain[method] ?? removal}`
    })
    const rows = allRoutes('specification')
      .filter((route) => !route.namedOnly && (!route.tabulated || route.family === 'homologacao'))
      .map((route) => `${routeName(route)} ${route.risk}`)
    expect(rows.sort()).toEqual(expected.sort())
    expect(rows).toHaveLength(120)
  })

  it('hold the paths that are named without a method, and writing to the stock is a risk', () => {
    const rows = allRoutes('specification').filter((route) => route.namedOnly)
    expect([...new Set(rows.map((route) => route.path))].sort()).toEqual(namedWithoutMethod)
    expect(rows.filter((route) => route.risk !== 'read').map((route) => route.risk)).toEqual([
      'stock',
      'stock',
    ])
  })

  it('have ids that are unique and begin with their family', () => {
    expect(new Set(allRoutes('specification').map((route) => route.id)).size).toBe(
      allRoutes('specification').length,
    )
    for (const [family, routes] of Object.entries(families)) {
      for (const route of routes) expect(route.id.startsWith(`${family}/`)).toBe(true)
    }
    expect(routeById('borderos/remove')?.path).toBe('/borderos/{idBordero}')
    expect(routeById('borderos/publish')).toBeNull()
  })
})

describe('what the public document adds', () => {
  const added = allRoutes('document').filter((route) => route.known === 'document')

  it('is known to those alone who know the document', () => {
    expect(allRoutes('specification').some((route) => route.known === 'document')).toBe(false)
    expect(allRoutes('document').filter((route) => route.documented)).toHaveLength(255)
    expect(added).toHaveLength(99)
    for (const route of added) {
      const path = route.path.replaceAll(/\{\w+\}/g, '12345678901')
      expect(matchRoute(route.method, path), routeName(route)).toBeNull()
      expect(matchRoute(route.method, path, 'document')?.route, routeName(route)).toBe(route)
    }
  })

  it('is a success status and what it holds, for each operation', () => {
    for (const { documented, id } of allRoutes('document')) {
      if (!documented) continue
      expect(documented.statuses.length, id).toBeGreaterThan(0)
      expect(
        documented.statuses.every((status) => status >= 200 && status <= 204),
        id,
      ).toBe(true)
      expect(
        documented.errors.every((status) => [400, 403, 404].includes(status)),
        id,
      ).toBe(true)
      if (documented.statuses.includes(204) && documented.statuses.length === 1)
        expect(documented.data, id).toBe('none')
    }
    expect(routeById('contatos/remove-many')?.documented).toEqual({
      statuses: [200, 204],
      data: 'object',
      bare: false,
      errors: [400],
      body: false,
      isTextual: false,
    })
    const textual = allRoutes('document').filter((route) => route.documented?.isTextual)
    expect(textual.map((route) => route.id)).toEqual([
      'anuncios/read-category',
      'nfe/read-document',
      'notificacoes/confirm-reading',
    ])
    expect(routeById('contas-receber/register-payment')?.documented).toMatchObject({ bare: true, body: true })
  })

  it('leaves open to those alone who name it what reaches beyond a record', () => {
    const risky = added.filter(({ risk }) => ['money', 'fiscal', 'stock', 'access'].includes(risk))
    expect(risky.map(({ id, risk }) => `${id} ${risk}`)).toEqual([
      'contas-receber/cancel-slips money',
      'ordens-producao/generate-on-demand stock',
      'produtos-lotes/save-many stock',
      'produtos-lotes/stop-control stock',
      'produtos-lotes/create-entry stock',
      'usuarios/recover-password access',
      'usuarios/reset-password access',
    ])
  })
})

describe('matchRoute', () => {
  it('finds every route by its own template', () => {
    for (const route of allRoutes('specification')) {
      const path = route.path.replaceAll(/\{\w+\}/g, '12345678901')
      expect(matchRoute(route.method, path)?.route, routeName(route)).toBe(route)
    }
  })

  it('never takes for an identifier what any route names', () => {
    expect(matchRoute('GET', '/contas/receber/boletos')).toBeNull()
    expect(matchRoute('GET', '/contas/receber/boletos', 'document')?.route.id).toBe(
      'contas-receber/list-slips',
    )
    expect(matchRoute('DELETE', '/produtos/estruturas')).toBeNull()
    expect(matchRoute('PATCH', '/logisticas/servicos/situacoes')).toBeNull()
    expect(matchRoute('GET', '/produtos/lotes', 'document')?.route.id).toBe('produtos-lotes/list')
  })

  it('knows both forms of the situation of a purchase order', () => {
    const [own, other] = ['/pedidos/compras/7/situacoes', '/pedidos/compras/7/situacoes/6']
    expect(matchRoute('PATCH', own, 'document')?.route.id).toBe('pedidos-compras/set-situation')
    expect(matchRoute('PATCH', other)).toBeNull()
    expect(matchRoute('PATCH', other, 'document')?.route.id).toBe('pedidos-compras/set-situation-to')
  })

  it.each([
    ['GET', '/contatos/tipos', 'contatos/list-types', {}],
    ['GET', '/contatos/7/tipos', 'contatos/list-types-of-contact', { idContato: '7' }],
    ['GET', '/anuncios/categorias/MLB%20123', 'anuncios/read-category', { idCategoria: 'MLB 123' }],
    ['GET', '/borderos/7/', 'borderos/read', { idBordero: '7' }],
    [
      'PATCH',
      '/pedidos/vendas/1/situacoes/9',
      'pedidos-vendas/set-situation',
      { idPedidoVenda: '1', idSituacao: '9' },
    ],
    ['PATCH', '/logisticas/5/situacoes', 'logisticas/set-situation', { idLogisticaServico: '5' }],
    ['GET', '/forma-pagamentos/3', 'formas-pagamentos/read', { idFormaPagamento: '3' }],
  ])('%s %s is %s', (method, path, id, params) => {
    expect(matchRoute(method, path)).toMatchObject({ route: { id }, params })
  })

  it.each([
    ['GET', '/bordero/7'],
    ['PUT', '/contatos/tipos'],
    ['GET', '/borderos'],
    ['GET', '/borderos//'],
    ['GET', '/'],
    ['GET', ''],
    ['PURGE', '/produtos'],
    ['GET', '/produtos/1/2/3'],
  ])('%s %s is no route', (method, path) => {
    expect(matchRoute(method, path)).toBeNull()
  })
})
