import { ref, resource, unique } from './resource.js'

export const produtos = resource({
  collection: '/produtos',
  required: ['nome', 'preco', 'tipo', 'situacao', 'formato'],
  many: 'idsProdutos',
  change: { nome: 'Copo', preco: 12.34 },
  body: {
    nome: 'Caneca esmaltada 350 ml',
    codigo: unique('code'),
    preco: 39.9,
    tipo: 'P',
    situacao: 'A',
    formato: 'S',
    descricaoCurta: 'Acabamento brilhante',
    unidade: 'UN',
    pesoLiquido: 0.35,
    pesoBruto: 0.4,
    gtin: unique('gtin'),
    categoria: { id: ref('/categorias/produtos') },
    estoque: { minimo: 1, maximo: 100 },
  },
})
