import { named, ref, resource, unique } from './resource.js'

/** The fields that every invoice has, whoever receives it. */
export const nota = {
  required: ['contato', 'itens', 'naturezaOperacao', 'tipo', 'numero', 'dataOperacao'],
  change: { dataOperacao: '2026-05-05 10:15:00' },
  body: {
    numero: unique('number'),
    tipo: 1,
    dataOperacao: '2026-05-04 10:15:00',
    contato: {
      id: ref('/contatos'),
      nome: ref('/contatos', 'nome'),
      numeroDocumento: ref('/contatos', 'numeroDocumento'),
      tipoPessoa: 'J',
      contribuinte: 9,
    },
    naturezaOperacao: { id: ref('/naturezas-operacoes') },
    itens: [
      {
        codigo: unique('code'),
        descricao: named('Caneca esmaltada 350 ml'),
        unidade: 'UN',
        quantidade: 2,
        valor: 39.9,
      },
    ],
  },
}

export const nfe = resource({ ...nota, collection: '/nfe', many: 'idsNotas' })
