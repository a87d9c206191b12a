import { ref, resource } from '../../samples/resource.js'

export const produtosLojas = resource({
  family: 'produtos-lojas',
  collection: '/produtos/lojas',
  required: ['produto', 'loja', 'codigo'],
  summary: ['codigo', 'preco', 'produto', 'loja'],
  change: { preco: 41.75 },
  fields: {
    codigo: ['L-100', 'L-101', 'L-102'],
    preco: [42.9, 59.9],
    precoPromocional: [0, 49.9],
    produto: [{ id: ref('/produtos') }],
    loja: [{ id: 203456781 }, { id: 203456782 }],
    fornecedorLoja: [{ id: 0 }],
  },
})
