import { ref, resource } from '../../samples/resource.js'

export const nfse = resource({
  family: 'nfse',
  collection: '/nfse',
  own: ['situacao'],
  required: ['contato', 'servicos', 'numeroRPS', 'serie'],
  summary: ['numero', 'situacao', 'dataEmissao', 'valor'],
  fields: {
    numero: ['501', '502', '503'],
    serie: ['E'],
    situacao: [0, 1],
    dataEmissao: ['2026-05-04', '2026-05-11'],
    valor: [450, 1200.5],
    numeroRPS: ['901', '902'],
    contato: [
      {
        id: ref('/contatos'),
        nome: 'Armazém Boa Vista Ltda',
        numeroDocumento: '99999001000159',
        email: 'contato@exemplo.invalid',
      },
    ],
    servicos: [[{ codigo: '14.01', descricao: 'Manutenção de equipamento', valor: 450 }]],
  },
})

/** One for the account, below no identifier. */
export const configuracoesDeNfse = resource({
  family: 'nfse',
  collection: '/nfse/configuracoes',
  required: ['tipoIntegracao'],
  change: { serie: 'U' },
  count: 1,
  fields: { tipoIntegracao: [1], serie: ['E'], aliquotaIss: [2.5] },
})
