import { resource } from '../../samples/resource.js'

export const empresas = resource({
  family: 'empresas',
  collection: '/empresas',
  summary: ['nome', 'cnpj'],
  count: 1,
  fields: { nome: ['Comércio Modelo Ltda'], cnpj: ['99999008000170'], municipio: ['Bento Gonçalves'] },
})
