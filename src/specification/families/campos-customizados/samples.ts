import { ref, resource } from '../../samples/resource.js'

export const camposCustomizados = resource({
  family: 'campos-customizados',
  collection: '/campos-customizados',
  required: ['nome', 'modulo', 'tipoCampo'],
  kept: ['situacao', 'modulo', 'tipoCampo'],
  summary: ['nome', 'situacao'],
  change: { nome: 'Prazo de garantia' },
  fields: {
    nome: ['Cor da embalagem', 'Código do lote', 'Observação fiscal', 'Origem da venda', 'Vendedor externo'],
    situacao: [1, 1, 0],
    placeholder: ['Informe o valor', 'Ex.: L-0001'],
    obrigatorio: [false, false, true],
    modulo: [{ id: ref('/campos-customizados/modulos') }],
    tipoCampo: [{ id: ref('/campos-customizados/tipos') }],
    opcoes: [[], [{ nome: 'Pequeno' }, { nome: 'Grande' }]],
  },
})

export const modulosDeCampos = resource({
  family: 'campos-customizados',
  collection: '/campos-customizados/modulos',
  summary: ['nome', 'modulo', 'agrupador'],
  count: 3,
  fields: {
    nome: ['Produtos', 'Contatos', 'Pedidos de venda'],
    modulo: ['Produtos', 'Contatos', 'Vendas'],
    agrupador: ['Cadastros', 'Cadastros', 'Vendas'],
  },
})

export const tiposDeCampos = resource({
  family: 'campos-customizados',
  collection: '/campos-customizados/tipos',
  summary: ['nome'],
  count: 4,
  fields: { nome: ['Texto', 'Inteiro', 'Lista', 'Lógico'] },
})
