import { ref, resource, unique } from './resource.js'

export const produtosFornecedores = resource({
  collection: '/produtos/fornecedores',
  required: ['produto', 'fornecedor'],
  change: { precoCusto: 17.35 },
  body: {
    produto: { id: ref('/produtos') },
    fornecedor: { id: ref('/contatos') },
    descricao: 'Caneca lisa',
    codigo: unique('code'),
    precoCusto: 18.2,
    precoCompra: 18.2,
    padrao: false,
    garantia: 0,
  },
})
