import { ref, resource } from '../../samples/resource.js'

export const categoriasLojas = resource({
  collection: '/categorias/lojas',
  required: ['loja', 'descricao', 'categoriaProduto', 'codigo'],
  change: { descricao: 'Copos' },
  body: {
    loja: { id: 203456781 },
    descricao: 'Cozinha',
    codigo: '1055',
    categoriaProduto: { id: ref('/categorias/produtos') },
  },
})
