import { isSampleObject, type Sample } from '../../specification/samples/index.js'

/** The collection of the record that a field names by its `id`: `contato: { id: 7 }` is a record of `/contatos`. */
const targets: Readonly<Record<string, string>> = {
  contato: '/contatos',
  fornecedor: '/contatos',
  contatoCobranca: '/contatos',
  produto: '/produtos',
  produtoPai: '/produtos',
  vendedor: '/vendedores',
  deposito: '/depositos',
  formaPagamento: '/formas-pagamentos',
  loja: '/canais-venda',
  logistica: '/logisticas',
  naturezaOperacao: '/naturezas-operacoes',
  portador: '/contas-contabeis',
  contaFinanceira: '/contas-contabeis',
  contaContabil: '/contas-contabeis',
  notaFiscal: '/nfe',
  grupoProduto: '/grupos-produtos',
  grupoProdutoPai: '/grupos-produtos',
  categoriaProduto: '/categorias/produtos',
  categoriasProdutos: '/categorias/produtos',
  categoriaPai: '/categorias/produtos',
  categoriaReceitaDespesa: '/categorias/receitas-despesas',
  tipoContato: '/contatos/tipos',
  tiposContato: '/contatos/tipos',
  modulo: '/campos-customizados/modulos',
  tipoCampo: '/campos-customizados/tipos',
  objetos: '/logisticas/objetos',
}

/** Returns the collection whose record a field names; null if it names none that the service keeps. */
export function referredCollection(name: string, family: string): string | null {
  if (family === 'anuncios' && name === 'categoria') return '/anuncios/categorias'
  if (name === 'categoria')
    return family.startsWith('produtos') ? '/categorias/produtos' : '/categorias/receitas-despesas'
  if (name === 'categoriaPai' && family === 'categorias-receitas-despesas')
    return '/categorias/receitas-despesas'
  return targets[name] ?? null
}

interface Reference {
  /** The field that names the record: `itens[0].produto.id` */
  readonly element: string
  readonly collection: string
  readonly id: string
}

/** Finds every record that a body names; an `id` of 0 names none. `path` leads to the value: `itens[0]`. */
export function referencesIn(value: Sample, family: string, path = ''): Reference[] {
  if (Array.isArray(value)) return value.flatMap((item, i) => referencesIn(item, family, `${path}[${i}]`))
  if (!isSampleObject(value)) return []
  return Object.entries(value).flatMap(([name, item]) => {
    const itemPath = path === '' ? name : `${path}.${name}`
    const collection = referredCollection(name, family)
    const own = collection ? referencesTo(collection, item, itemPath) : []
    return [...own, ...referencesIn(item, family, itemPath)]
  })
}

function referencesTo(collection: string, value: Sample, path: string): Reference[] {
  if (Array.isArray(value)) return value.flatMap((item, i) => referencesTo(collection, item, `${path}[${i}]`))
  const id = isSampleObject(value) ? value.id : undefined
  const isNamed = (typeof id === 'number' && id !== 0) || (typeof id === 'string' && id !== '' && id !== '0')
  return isNamed ? [{ element: `${path}.id`, collection, id: String(id) }] : []
}
