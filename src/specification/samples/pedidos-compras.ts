import { named, ref, resource } from './resource.js'

export const pedidosCompras = resource({
  collection: '/pedidos/compras',
  required: ['fornecedor', 'itens'],
  change: { observacoes: 'Copo' },
  body: {
    data: '2026-05-05',
    dataPrevista: '2026-05-20',
    fornecedor: { id: ref('/contatos') },
    itens: [{ descricao: named('Caneca esmaltada 350 ml'), unidade: 'UN', quantidade: 2, valor: 39.9 }],
    observacoes: '',
  },
})
