import { describe, expect, it } from 'vitest'
import { allRoutes } from './find-route.js'
import { isV2KeyName, parseV2Path, renames, unavailableResource } from './versions.js'

describe('a path of version 2', () => {
  it.each([
    ['/bordero/7', '/borderos/{idBordero}'],
    ['/camposcustomizados', '/campos-customizados'],
    ['/categorias', '/categorias/produtos'],
    ['/categorias/12', '/categorias/produtos/{idCategoriaProduto}'],
    ['/categoriasLojas', '/categorias/lojas'],
    ['/contato/5', '/contatos/{idContato}'],
    ['/contaspagar', '/contas/pagar'],
    ['/contareceber/1', '/contas/receber/{idContaReceber}'],
    ['/Contratos', '/contratos'],
    ['/deposito/1', '/depositos/{idDeposito}'],
    ['/nfces', '/nfce'],
    ['/notasservico', '/nfse'],
    ['/notafiscal/1/1', '/nfe/{idNotaFiscal}'],
    ['/pedidocompra/9', '/pedidos/compras/{idPedidoCompra}'],
    ['/pedidos', '/pedidos/vendas'],
    ['/pedido/33', '/pedidos/vendas/{idPedidoVenda}'],
    ['/pedidos/json', '/pedidos/vendas'],
    ['/produto/ABC', '/produtos/{idProduto}'],
    ['/produtofornecedor/9', '/produtos/fornecedores/{idProdutoFornecedor}'],
    ['/produtoLoja/1/2', '/produtos/lojas/{idProdutoLoja}'],
    ['/situacao/Vendas', '/situacoes'],
    ['/Api/v2/produtos/json/', '/produtos'],
    ['/b/Api/v2/produto/ABC/json', '/produtos/{idProduto}'],
    ['/api/v2/nfce', '/nfce'],
  ])('%s is now %s', (path, successor) => {
    expect(parseV2Path(path)?.successor).toBe(successor)
  })

  it.each([
    '/produtos',
    '/contatos',
    '/depositos',
    '/nfce',
    '/nfce/1',
    '/contratos',
    '/pedidos/vendas',
    '/categorias/lojas/3',
  ])('%s is a path of version 3', (path) => {
    expect(parseV2Path(path)).toBeNull()
  })

  it('takes no path of version 3 for one of version 2', () => {
    const wrong = allRoutes('specification').filter((route) =>
      parseV2Path(route.path.replaceAll(/\{\w+\}/g, '123')),
    )
    expect(wrong).toEqual([])
  })

  it('knows a version 2 path without a successor by its prefix, and nothing else by chance', () => {
    expect(parseV2Path('/Api/v2/campanhas/json')).toEqual({ successor: null })
    expect(parseV2Path('/campanhas')).toBeNull()
    expect(parseV2Path('/pedidos/relatorios')).toBeNull()
    expect(parseV2Path('/Api/v21/produtos')).toBeNull()
  })

  it('holds all eighteen rows of the table', () => {
    expect(renames).toHaveLength(18)
  })
})

describe('unavailableResource', () => {
  it.each([
    ['/ctes', 'CT-e'],
    ['/ct-e/1', 'CT-e'],
    ['/gruposprodutos', 'product groups'],
    ['/ordemproducao/3', 'production order'],
    ['/Api/v2/propostascomerciais/json', 'commercial proposal'],
    ['/propostas-comerciais', 'commercial proposal'],
    ['/contatos', null],
  ])('%s: %s', (path, resource) => {
    expect(unavailableResource(path)).toBe(resource)
  })
})

describe('isV2KeyName', () => {
  it('knows the key by its name, whatever its case', () => {
    expect(['apikey', 'ApiKey', 'X-Api-Key'].every(isV2KeyName)).toBe(true)
    expect(isV2KeyName('x-request-id')).toBe(false)
  })
})
