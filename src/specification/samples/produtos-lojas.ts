import { ref, resource, unique } from './resource.js'

export const produtosLojas = resource({
  collection: '/produtos/lojas',
  required: ['produto', 'loja', 'codigo'],
  change: { preco: 41.75 },
  body: {
    codigo: unique('code'),
    preco: 42.9,
    precoPromocional: 0,
    produto: { id: ref('/produtos') },
    loja: { id: ref('/canais-venda') },
    fornecedorLoja: { id: 0 },
  },
})
