import { ref, resource } from '../../samples/resource.js'

export const estoques = resource({
  family: 'estoques',
  collection: '/estoques',
  required: ['quantidade', 'produto', 'deposito', 'operacao'],
  summary: ['quantidade', 'produto'],
  change: { quantidade: 7, observacoes: 'Copo' },
  fields: {
    quantidade: [10, 3, 25.5],
    operacao: ['E', 'S', 'B'],
    preco: [12.5, 49.9],
    custo: [8.75, 30],
    observacoes: ['Contagem do mês', 'Entrada por compra'],
    produto: [{ id: ref('/produtos') }],
    deposito: [{ id: ref('/depositos') }],
  },
})
