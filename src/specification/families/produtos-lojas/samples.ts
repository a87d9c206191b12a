import { ref, resource } from '../../samples/resource.js'

export const produtosLojas = resource({
  collection: '/produtos/lojas',
  required: ['produto', 'loja', 'codigo'],
  change: { preco: 41.75 },
  body: {
    codigo: 'L-100',
    preco: 42.9,
    precoPromocional: 0,
    produto: { id: ref('/produtos') },
    loja: { id: 203456781 },
    fornecedorLoja: { id: 0 },
  },
})
