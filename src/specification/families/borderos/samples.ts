import { ref, resource } from '../../samples/resource.js'

export const borderos = resource({
  family: 'borderos',
  collection: '/borderos',
  count: 6,
  fields: {
    data: ['2026-03-02', '2026-03-09', '2026-04-13'],
    historico: ['Pagamento de fornecedores', 'Recebimento em conta', 'Baixa por cartão'],
    portador: [{ id: ref('/contas-contabeis') }],
    pagamentos: [[{ valor: 1250.4 }], [{ valor: 310 }, { valor: 95.25 }]],
  },
})
