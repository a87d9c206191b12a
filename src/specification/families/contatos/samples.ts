import { resource } from '../../samples/resource.js'

/** The documents are fictitious: roots that were never issued, check digits that hold. */
export const contatos = resource({
  collection: '/contatos',
  required: ['nome', 'situacao', 'tipo'],
  many: 'idsContatos',
  change: { nome: 'Copo Comércio Ltda', fantasia: 'Copo' },
  body: {
    nome: 'Armazém Boa Vista Ltda',
    fantasia: 'Boa Vista',
    codigo: 'C0001',
    situacao: 'A',
    tipo: 'J',
    numeroDocumento: '99999001000159',
    telefone: '(00) 3000-0000',
    email: 'contato@exemplo.invalid',
    endereco: {
      geral: {
        endereco: 'Rua das Acácias',
        numero: '120',
        municipio: 'Bento Gonçalves',
        uf: 'RS',
        cep: '95700-000',
      },
    },
    vendedor: { id: 0 },
  },
})
