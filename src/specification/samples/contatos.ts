import { named, resource, unique } from './resource.js'

export const contatos = resource({
  collection: '/contatos',
  required: ['nome', 'situacao', 'tipo'],
  many: 'idsContatos',
  change: { nome: 'Copo Comércio Ltda', fantasia: named('Copo') },
  body: {
    nome: 'Armazém Boa Vista Ltda',
    fantasia: named('Boa Vista'),
    codigo: unique('code'),
    situacao: 'A',
    tipo: 'J',
    numeroDocumento: unique('cnpj'),
    telefone: unique('telephone'),
    email: unique('email'),
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
