import { ref, resource } from '../../samples/resource.js'

export const produtos = resource({
  family: 'produtos',
  collection: '/produtos',
  required: ['nome', 'preco', 'tipo', 'situacao', 'formato'],
  summary: ['nome', 'codigo', 'preco', 'tipo', 'situacao', 'formato'],
  many: 'idsProdutos',
  change: { nome: 'Copo', preco: 12.34 },
  count: 24,
  fields: {
    nome: [
      'Caneca esmaltada 350 ml',
      'Café torrado em grãos 500 g',
      'Rede de descanso algodão cru',
      'Chinelo de dedo nº 39',
      'Panela de pressão 4,5 L',
      'Pão de queijo congelado 1 kg',
      'Cuia de chimarrão em porongo',
    ],
    codigo: ['CAN-001', 'CAF-500', 'RED-010', 'CHI-039', 'PAN-045', '000123', 'CUI-007'],
    preco: [39.9, 54.5, 189, 29.99, 249.9, 24.5, 79.99],
    tipo: ['P'],
    situacao: ['A', 'A', 'A', 'I'],
    formato: ['S'],
    descricaoCurta: ['Acabamento brilhante', 'Torra média'],
    unidade: ['UN', 'KG', 'PC'],
    pesoLiquido: [0.35, 0.5, 1.2],
    pesoBruto: [0.4, 0.55, 1.35],
    gtin: ['', '7890000000017'],
    categoria: [{ id: ref('/categorias/produtos') }],
    estoque: [{ minimo: 1, maximo: 100 }],
  },
})

export const estruturasDeProdutos = resource({
  family: 'produtos',
  collection: '/produtos/estruturas',
  required: ['tipoEstoque', 'componentes'],
  summary: ['tipoEstoque'],
  count: 2,
  fields: { tipoEstoque: ['F', 'V'], componentes: [[{ quantidade: 2 }]] },
})

export const variacoesDeProdutos = resource({
  family: 'produtos',
  collection: '/produtos/variacoes',
  summary: ['nome'],
  count: 3,
  fields: { nome: ['Cor:Azul', 'Cor:Verde', 'Cor:Branca'], ordem: [1, 2, 3] },
})
