import { named, ref, resource, unique } from './resource.js'

export const nfse = resource({
  collection: '/nfse',
  required: ['contato', 'servicos', 'numeroRPS', 'serie'],
  showsNoText: true,
  body: {
    numero: unique('number'),
    serie: 'E',
    dataEmissao: '2026-05-04',
    valor: 450,
    numeroRPS: unique('number'),
    contato: {
      id: ref('/contatos'),
      nome: ref('/contatos', 'nome'),
      numeroDocumento: ref('/contatos', 'numeroDocumento'),
      email: ref('/contatos', 'email'),
    },
    servicos: [{ codigo: '14.01', descricao: named('Manutenção de equipamento'), valor: 450 }],
  },
})

/** Each account has one configuration, at a path without an identifier. */
export const configuracoesDeNfse = resource({
  collection: '/nfse/configuracoes',
  change: { envioEmail: { assunto: 'Copo' } },
})
