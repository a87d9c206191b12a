import { ref, resource, unique } from './resource.js'

export const logisticas = resource({
  collection: '/logisticas',
  required: ['descricao', 'situacao'],
  body: { descricao: 'Correios', tipoIntegracao: 'Correios', situacao: 'H', integracaoTransportador: true },
})

export const servicosDeLogisticas = resource({
  collection: '/logisticas/servicos',
  required: ['descricao', 'logistica', 'codigo', 'aliases', 'freteItem', 'estimativaEntrega'],
  change: { descricao: 'Entrega do copo' },
  kept: ['logistica'],
  // the response has one service, although the request sent several
  showsNoText: true,
  body: {
    descricao: 'Entrega econômica',
    codigo: unique('code'),
    ativo: true,
    freteItem: 0,
    estimativaEntrega: 5,
    aliases: [unique('code')],
    logistica: { id: ref('/logisticas') },
  },
})

export const objetosDeLogisticas = resource({
  collection: '/logisticas/objetos',
  required: [
    'pedidoVenda',
    'notaFiscal',
    'servico',
    'embalagem',
    'dataSaida',
    'prazoEntregaPrevisto',
    'fretePrevisto',
    'valorDeclarado',
    'avisoRecebimento',
    'maoPropria',
  ],
  kept: ['pedidoVenda', 'notaFiscal', 'servico'],
  change: { fretePrevisto: 31.5 },
  body: {
    pedidoVenda: { id: ref('/pedidos/vendas') },
    notaFiscal: { id: ref('/nfe') },
    servico: { id: ref('/logisticas/servicos') },
    embalagem: { id: ref('embalagem') },
    dataSaida: '2026-08-10',
    prazoEntregaPrevisto: 5,
    fretePrevisto: 23.45,
    valorDeclarado: 0,
    avisoRecebimento: false,
    maoPropria: false,
  },
})
