import { ref, resource } from '../../samples/resource.js'

export const nfe = resource({
  family: 'nfe',
  collection: '/nfe',
  own: ['situacao', 'dataEmissao'],
  required: ['contato', 'itens', 'naturezaOperacao', 'tipo', 'numero', 'dataOperacao'],
  summary: ['numero', 'situacao', 'dataEmissao', 'contato'],
  many: 'idsNotas',
  change: { observacoes: 'Copo' },
  fields: {
    numero: ['001042', '001043', '001044', '001045'],
    serie: [1],
    situacao: [1, 6],
    tipo: [1],
    dataEmissao: ['2026-05-04 10:15:00', '2026-05-05 16:40:12'],
    dataOperacao: ['2026-05-04 10:15:00'],
    contato: [
      {
        id: ref('/contatos'),
        nome: 'Armazém Boa Vista Ltda',
        numeroDocumento: '99999001000159',
        tipoPessoa: 'J',
        contribuinte: 9,
      },
    ],
    naturezaOperacao: [{ id: ref('/naturezas-operacoes') }],
    itens: [
      [
        {
          codigo: 'CAN-001',
          descricao: 'Caneca esmaltada 350 ml',
          unidade: 'UN',
          quantidade: 2,
          valor: 39.9,
        },
      ],
      [
        {
          codigo: 'CAF-500',
          descricao: 'Café torrado em grãos 500 g',
          unidade: 'UN',
          quantidade: 1,
          valor: 54.5,
        },
      ],
    ],
    observacoes: ['', 'Entregar pela manhã'],
  },
})
