import { ref, resource } from '../../samples/resource.js'

export const contasReceber = resource({
  collection: '/contas/receber',
  required: ['vencimento', 'valor', 'contato'],
  change: { historico: 'Copo', valor: 320.5 },
  body: {
    vencimento: '2026-08-10',
    valor: 310,
    contato: { id: ref('/contatos') },
    historico: 'Compra de embalagens',
    numeroDocumento: 'NF 1042',
    competencia: '2026-08-01',
    formaPagamento: { id: ref('/formas-pagamentos') },
  },
})
