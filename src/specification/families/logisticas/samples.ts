import { ref, resource } from '../../samples/resource.js'

export const logisticas = resource({
  family: 'logisticas',
  collection: '/logisticas',
  required: ['descricao', 'situacao'],
  summary: ['descricao', 'tipoIntegracao', 'situacao'],
  count: 3,
  fields: {
    descricao: ['Correios', 'Transportadora Sul', 'Retirada na loja'],
    tipoIntegracao: ['Correios', 'Customizada', 'Customizada'],
    situacao: ['H'],
    integracaoTransportador: [true, false],
  },
})

export const servicosDeLogisticas = resource({
  family: 'logisticas',
  collection: '/logisticas/servicos',
  required: ['descricao', 'logistica', 'codigo', 'aliases', 'freteItem', 'estimativaEntrega'],
  summary: ['descricao', 'codigo', 'ativo'],
  change: { descricao: 'Entrega do copo' },
  count: 6,
  fields: {
    descricao: ['Entrega econômica', 'Entrega expressa', 'Carga fracionada'],
    codigo: ['E-01', 'E-02', 'C-01'],
    ativo: [true],
    freteItem: [0, 4.9],
    estimativaEntrega: [5, 2, 10],
    aliases: [['economica']],
    logistica: [{ id: ref('/logisticas') }],
  },
})

export const objetosDeLogisticas = resource({
  family: 'logisticas',
  collection: '/logisticas/objetos',
  own: ['rastreamento'],
  required: [
    'servico',
    'embalagem',
    'dataSaida',
    'prazoEntregaPrevisto',
    'fretePrevisto',
    'valorDeclarado',
    'avisoRecebimento',
    'maoPropria',
  ],
  summary: ['rastreamento'],
  change: { fretePrevisto: 31.5 },
  count: 5,
  fields: {
    servico: [{ id: ref('/logisticas/servicos') }],
    rastreamento: [{ codigo: 'BR000000001BR' }, { codigo: 'BR000000002BR' }],
    embalagem: [{ id: 1 }],
    dataSaida: ['2026-08-10'],
    prazoEntregaPrevisto: [5],
    fretePrevisto: [23.45, 18.9],
    valorDeclarado: [0, 150],
    avisoRecebimento: [false],
    maoPropria: [false],
    dimensao: [{ peso: 0.35, altura: 10, largura: 12, comprimento: 14 }],
  },
})

export const etiquetasDeLogisticas = resource({
  family: 'logisticas',
  collection: '/logisticas/etiquetas',
  summary: ['observacao'],
  count: 2,
  fields: { observacao: ['Gerada'], link: ['https://exemplo.invalid/etiqueta.pdf'] },
})

export const remessasDeLogisticas = resource({
  family: 'logisticas',
  collection: '/logisticas/remessas',
  required: ['situacao'],
  summary: ['numero', 'situacao', 'objetos'],
  count: 3,
  fields: {
    numero: [101, 102, 103],
    situacao: [1],
    dataCriacao: ['2026-05-04'],
    objetos: [[{ id: ref('/logisticas/objetos') }]],
  },
})
