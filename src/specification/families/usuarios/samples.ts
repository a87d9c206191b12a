import { resource } from '../../samples/resource.js'

export const usuarios = resource({
  family: 'usuarios',
  collection: '/usuarios',
  summary: ['nome'],
  count: 2,
  fields: { nome: ['Operador', 'Financeiro'], situacao: ['A'] },
})
