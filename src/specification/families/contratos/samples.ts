import { ref, resource } from '../../samples/resource.js'

export const contratos = resource({
  family: 'contratos',
  collection: '/contratos',
  required: ['descricao', 'data', 'valor', 'situacao', 'contato'],
  summary: ['descricao', 'data', 'valor', 'situacao'],
  count: 4,
  fields: {
    descricao: ['Manutenção mensal', 'Locação de equipamento'],
    data: ['2026-01-05', '2026-02-01'],
    valor: [450, 1200.5],
    situacao: [1],
    contato: [{ id: ref('/contatos') }],
  },
})
