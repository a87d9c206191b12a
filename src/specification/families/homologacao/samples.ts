import { resource } from '../../samples/resource.js'

/** Only the paths: the procedure's data comes from its own first step. */
export const homologacao = resource({
  family: 'homologacao',
  collection: '/homologacao/produtos',
  required: ['nome'],
  change: { nome: 'Copo' },
  count: 0,
  fields: { nome: ['Caneca esmaltada 350 ml'], preco: [32.56], codigo: ['000123'] },
})
