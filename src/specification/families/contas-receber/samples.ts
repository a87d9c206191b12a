import { ref, resource } from '../../samples/resource.js'

export const contasReceber = resource({
  family: 'contas-receber',
  collection: '/contas/receber',
  own: ['borderos', 'situacao'],
  required: ['vencimento', 'valor', 'contato'],
  summary: ['situacao', 'vencimento', 'valor', 'contato'],
  change: { historico: 'Copo', valor: 320.5 },
  fields: {
    vencimento: ['2026-08-10', '2026-08-25', '2026-09-05', '2026-09-30'],
    valor: [310, 1250.4, 89.9, 4500],
    contato: [{ id: ref('/contatos') }],
    situacao: [1, 1, 2],
    historico: ['Compra de embalagens', 'Mensalidade', 'Venda balcão'],
    numeroDocumento: ['NF 1042', 'REC 88', 'BOL 5511'],
    competencia: ['2026-08-01', '2026-09-01'],
    formaPagamento: [{ id: ref('/formas-pagamentos') }],
    borderos: [[ref('/borderos')]],
  },
})
