import { ref, resource } from '../../samples/resource.js'

export const produtosFornecedores = resource({
  family: 'produtos-fornecedores',
  collection: '/produtos/fornecedores',
  required: ['produto', 'fornecedor'],
  summary: ['descricao', 'codigo', 'precoCusto', 'padrao'],
  change: { precoCusto: 17.35 },
  fields: {
    produto: [{ id: ref('/produtos') }],
    fornecedor: [{ id: ref('/contatos') }],
    descricao: ['Caneca lisa', 'Grão cru'],
    codigo: ['F-100', 'F-101', 'F-102'],
    precoCusto: [18.2, 31.4],
    precoCompra: [18.2, 31.4],
    padrao: [false, true],
    garantia: [0, 12],
  },
})
