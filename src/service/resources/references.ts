import { isSampleObject, type Sample, type SampleObject } from '../../specification/samples/index.js'

/** Which collection the object under a field's name points into, by its `id`. */
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

/** The collection that a field points into in a family's records; null where it points nowhere that is kept. */
export function targetOf(name: string, family: string): string | null {
  if (family === 'anuncios' && name === 'categoria') return '/anuncios/categorias'
  if (name === 'categoria')
    return family.startsWith('produtos') ? '/categorias/produtos' : '/categorias/receitas-despesas'
  if (name === 'categoriaPai' && family === 'categorias-receitas-despesas')
    return '/categorias/receitas-despesas'
  return targets[name] ?? null
}

export interface Reference {
  /** `itens[0].produto.id` */
  readonly element: string
  readonly collection: string
  readonly id: string
}

/** Every record that a body points at. 0 points at none. */
export function referencesIn(body: SampleObject, family: string): Reference[] {
  return within(body, '', family)
}

function within(value: Sample, path: string, family: string): Reference[] {
  if (Array.isArray(value)) return value.flatMap((item, i) => within(item, `${path}[${i}]`, family))
  if (!isSampleObject(value)) return []
  return Object.entries(value).flatMap(([name, item]) => {
    const at = path === '' ? name : `${path}.${name}`
    const collection = targetOf(name, family)
    const own = collection ? pointing(item, at, collection) : []
    return [...own, ...within(item, at, family)]
  })
}

function pointing(value: Sample, at: string, collection: string): Reference[] {
  if (Array.isArray(value)) return value.flatMap((item, i) => pointing(item, `${at}[${i}]`, collection))
  const id = isSampleObject(value) ? value.id : undefined
  const isNamed = (typeof id === 'number' && id !== 0) || (typeof id === 'string' && id !== '' && id !== '0')
  return isNamed ? [{ element: `${at}.id`, collection, id: String(id) }] : []
}
