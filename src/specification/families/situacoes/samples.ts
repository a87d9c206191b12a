import { ref, resource } from '../../samples/resource.js'

export const modulosDeSituacoes = resource({
  family: 'situacoes',
  collection: '/situacoes/modulos',
  summary: ['nome', 'descricao', 'criarSituacoes'],
  count: 3,
  fields: {
    nome: ['Vendas', 'Compras', 'OrdemServico'],
    descricao: ['Pedidos de venda', 'Pedidos de compra', 'Ordens de serviço'],
    criarSituacoes: [true, false],
  },
})

export const transicoesDeSituacoes = resource({
  family: 'situacoes',
  collection: '/situacoes/transicoes',
  required: ['situacaoOrigem', 'situacaoDestino'],
  summary: ['ativo'],
  count: 3,
  fields: {
    ativo: [true],
    modulo: [{ id: ref('/situacoes/modulos') }],
    situacaoOrigem: [{ id: 6 }],
    situacaoDestino: [{ id: 9 }, { id: 12 }],
  },
})
