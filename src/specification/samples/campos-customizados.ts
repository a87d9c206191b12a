import { ref, resource } from './resource.js'

export const camposCustomizados = resource({
  collection: '/campos-customizados',
  required: ['nome', 'modulo', 'tipoCampo'],
  kept: ['situacao', 'modulo', 'tipoCampo'],
  change: { nome: 'Prazo de garantia' },
  body: {
    nome: 'Cor da embalagem',
    situacao: 1,
    placeholder: 'Informe o valor',
    obrigatorio: false,
    modulo: { id: ref('/campos-customizados/modulos') },
    tipoCampo: { id: ref('/campos-customizados/tipos') },
    opcoes: [],
  },
})
