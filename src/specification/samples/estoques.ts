import { ref, resource } from './resource.js'

export const estoques = resource({
  collection: '/estoques',
  required: ['quantidade', 'produto', 'deposito', 'operacao'],
  change: { quantidade: 7, observacoes: 'Copo' },
  body: {
    quantidade: 10,
    operacao: 'E',
    preco: 12.5,
    custo: 8.75,
    observacoes: 'Contagem do mês',
    produto: { id: ref('/produtos') },
    deposito: { id: ref('/depositos') },
  },
})
