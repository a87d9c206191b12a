import { contract } from './contract.js'

/** Links between a store's categories and the products'. A link has one store and one category: two values tell them apart. */
export const categoriasLojas = contract('categorias-lojas', {
  values: {
    list: {
      idLoja: ['{idLoja}', '{idLoja2}'],
      idCategoriaProduto: ['{idCategoriaProduto}', '{idCategoriaProduto2}'],
    },
  },
})
