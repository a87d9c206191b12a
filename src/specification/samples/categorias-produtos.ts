import { ref, resource } from './resource.js'

export const categoriasProdutos = resource({
  collection: '/categorias/produtos',
  required: ['descricao'],
  kept: ['categoriaPai'],
  change: { descricao: 'Copos e taças' },
  body: { descricao: 'Utensílios', categoriaPai: { id: ref('/categorias/produtos') } },
})
