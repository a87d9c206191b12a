import { ref, resource } from '../../samples/resource.js'

export const categoriasProdutos = resource({
  family: 'categorias-produtos',
  collection: '/categorias/produtos',
  required: ['descricao'],
  kept: ['categoriaPai'],
  summary: ['descricao', 'categoriaPai'],
  change: { descricao: 'Copos e taças' },
  fields: {
    descricao: ['Utensílios', 'Cafés e chás', 'Redes e decoração', 'Vestuário', 'Ferramentas', 'Bebidas'],
    categoriaPai: [{ id: ref('/categorias/produtos') }],
  },
})
