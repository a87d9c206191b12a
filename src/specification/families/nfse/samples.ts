import { ref, resource } from '../../samples/resource.js'

export const nfse = resource({
  collection: '/nfse',
  required: ['contato', 'servicos', 'numeroRPS', 'serie'],
  showsNoText: true,
  body: {
    numero: '501',
    serie: 'E',
    dataEmissao: '2026-05-04',
    valor: 450,
    numeroRPS: '901',
    contato: {
      id: ref('/contatos'),
      nome: 'Armazém Boa Vista Ltda',
      numeroDocumento: '99999001000159',
      email: 'contato@exemplo.invalid',
    },
    servicos: [{ codigo: '14.01', descricao: 'Manutenção de equipamento', valor: 450 }],
  },
})

/** One for the account, below no identifier. */
export const configuracoesDeNfse = resource({
  collection: '/nfse/configuracoes',
  change: { envioEmail: { assunto: 'Copo' } },
})
