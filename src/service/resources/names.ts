/** Names of parameters and of fields, which differ in number and spelling. */

/** `produtos` of `/produtos`, `produtoslojas` of `/produtos/lojas`: as `idsProdutosLojas[]` names it, in lower case. */
export function collectionStem(collection: string): string {
  return stems[collection] ?? collection.replaceAll(/[^a-z]/g, '')
}

const stems: Readonly<Record<string, string>> = {
  '/categorias/receitas-despesas': 'categorias',
  '/nfe': 'notas',
  '/produtos/lotes': 'lotes',
  '/pedidos/vendas': 'pedidosvendas',
}

/** Spellings of a name: as it stands, in the singular, and those that the service uses for the same. All in lower case. */
export function spellings(name: string): readonly string[] {
  const lower = name.toLowerCase()
  const singular = lower
    .replace(/oes$/, 'ao')
    .replace(/res$/, 'r')
    .replace(/s([a-z]+)s$/, '$1')
    .replace(/s$/, '')
  return [
    ...new Set([
      lower,
      singular,
      lower.replace(/s(?=[a-z]*s$)/, '').replace(/s$/, ''),
      ...(others[singular] ?? []),
    ]),
  ]
}

const others: Readonly<Record<string, readonly string[]>> = {
  fornecedor: ['contato'],
  categoriaproduto: ['categoria'],
  categoriaprodutopai: ['categoriapai'],
  contafinanceira: ['contacontabil'],
  tipocontato: ['tiposcontato'],
  componente: ['componentes'],
  transportador: ['transportador'],
  notafiscal: ['notafiscal', 'notasfiscais'],
  codigoslote: ['codigo'],
  codigolote: ['codigo'],
  tipopagamento: ['tipopagamento'],
  numeroloja: ['numeroloja', 'numerosloja'],
}

/** Without case and accents. */
export function plain(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
}
