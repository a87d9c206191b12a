import { resource, unique } from './resource.js'

/** Only the paths: the procedure's data comes from its own first step. */
export const homologacao = resource({
  collection: '/homologacao/produtos',
  required: ['nome'],
  change: { nome: 'Copo' },
  body: { nome: 'Caneca esmaltada 350 ml', preco: 32.56, codigo: unique('number') },
})
