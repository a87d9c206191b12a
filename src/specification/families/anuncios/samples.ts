import { ref, resource } from '../../samples/resource.js'

export const anuncios = resource({
  family: 'anuncios',
  collection: '/anuncios',
  required: ['titulo', 'preco', 'produto', 'integracao', 'loja'],
  kept: ['situacao'],
  summary: ['titulo', 'situacao', 'preco', 'tipoIntegracao', 'produto', 'loja'],
  filters: {
    situacao: 'situacao',
    idProduto: 'produto.id',
    tipoIntegracao: 'tipoIntegracao',
    idLojaQuery: 'loja.id',
  },
  change: { titulo: 'Copo de vidro 300 ml', preco: { valor: 19.9 } },
  count: 16,
  fields: {
    titulo: [
      'Caneca esmaltada 350 ml',
      'Café torrado em grãos 500 g',
      'Rede de descanso algodão cru',
      'Cuia de chimarrão em porongo',
      'Panela de pressão 4,5 L',
    ],
    situacao: [2, 1, 1, 4, 1, 3, 1],
    preco: [{ valor: 39.9 }, { valor: 54.5 }],
    integracao: [{ tipo: 'MercadoLivre' }],
    descricao: [
      'Acabamento brilhante, uso diário.',
      'Torra média, notas de chocolate.',
      'Feita à mão no Ceará.',
    ],
    tipoIntegracao: ['MercadoLivre', 'Shopee', 'Amazon'],
    produto: [{ id: ref('/produtos') }],
    loja: [{ id: 203456781 }],
    categoria: [{ id: '0' }],
    quantidade: [12, 3, 40],
  },
})

/** Identified by the marketplace's own text. */
export const categoriasDeAnuncios = resource({
  family: 'anuncios',
  collection: '/anuncios/categorias',
  idForm: 'text',
  summary: ['nome', 'idCategoria', 'tipoProduto', 'tipoIntegracao', 'loja'],
  filters: {
    idCategoria: 'idCategoria',
    tipoProduto: 'tipoProduto',
    tipoIntegracao: 'tipoIntegracao',
    idLojaQuery: 'loja.id',
  },
  count: 6,
  fields: {
    nome: ['Celulares e telefones', 'Cozinha', 'Livros', 'Ferramentas', 'Esportes', 'Brinquedos'],
    idCategoria: [1055, 1648, 1196, 5726, 1276, 1132],
    tipoProduto: ['simples', 'variacao'],
    tipoIntegracao: ['MercadoLivre', 'Shopee', 'Amazon'],
    loja: [{ id: 203456781 }],
    atributos: [[{ nome: 'Marca', obrigatorio: true }], [{ nome: 'Cor', obrigatorio: false }]],
  },
})
