import { resource } from './resource.js'

export const formasPagamentos = resource({
  collection: '/formas-pagamentos',
  required: ['descricao', 'tipoPagamento', 'finalidade', 'destino'],
  change: { descricao: 'Copo à vista' },
  body: {
    descricao: 'Dinheiro',
    tipoPagamento: 1,
    destino: 1,
    fixa: false,
    padrao: 0,
    finalidade: 3,
    condicao: '30',
    taxas: { aliquota: 1.5, valor: 0, prazo: 30 },
  },
})
