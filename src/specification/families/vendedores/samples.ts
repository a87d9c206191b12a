import { ref, resource } from '../../samples/resource.js'

export const vendedores = resource({
  family: 'vendedores',
  collection: '/vendedores',
  summary: ['descontoLimite', 'loja'],
  count: 3,
  fields: {
    descontoLimite: [10, 15],
    loja: [{ id: 203456781 }],
    contato: [{ id: ref('/contatos') }],
    comissoes: [[{ descontoMaximo: 0, aliquota: 3 }]],
  },
})
