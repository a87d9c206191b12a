import { ref, resource, unique } from './resource.js'

/** The fields that accounts payable and receivable share. */
export const conta = {
  required: ['vencimento', 'valor', 'contato'],
  change: { historico: 'Copo', valor: 320.5 },
  body: {
    vencimento: '2026-08-10',
    valor: 310,
    contato: { id: ref('/contatos') },
    historico: 'Compra de embalagens',
    numeroDocumento: unique('number'),
    competencia: '2026-08-01',
    formaPagamento: { id: ref('/formas-pagamentos') },
  },
}

export const contasPagar = resource({ ...conta, collection: '/contas/pagar' })
