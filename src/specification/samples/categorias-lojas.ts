import { ref, resource, unique } from './resource.js'

export const categoriasLojas = resource({
  collection: '/categorias/lojas',
  required: ['loja', 'descricao', 'categoriaProduto', 'codigo'],
  change: { descricao: 'Copos' },
  body: {
    loja: { id: ref('/canais-venda') },
    descricao: 'Cozinha',
    codigo: unique('code'),
    categoriaProduto: { id: ref('/categorias/produtos') },
  },
})
