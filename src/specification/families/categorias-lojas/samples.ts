import { ref, resource } from '../../samples/resource.js'

export const categoriasLojas = resource({
  family: 'categorias-lojas',
  collection: '/categorias/lojas',
  required: ['loja', 'descricao', 'categoriaProduto', 'codigo'],
  summary: ['loja', 'descricao', 'codigo', 'categoriaProduto', 'categoriaProdutoPai'],
  filters: {
    idLoja: 'loja.id',
    idCategoriaProduto: 'categoriaProduto.id',
    idCategoriaProdutoPai: 'categoriaProdutoPai.id',
  },
  change: { descricao: 'Copos' },
  fields: {
    loja: [{ id: 203456781 }, { id: 203456782 }],
    descricao: ['Cozinha', 'Vestuário', 'Ferramentas', 'Bebidas'],
    codigo: ['1055', '1648', '1196', '5726'],
    categoriaProduto: [{ id: ref('/categorias/produtos') }],
    categoriaProdutoPai: [{ id: ref('/categorias/produtos') }],
  },
})
