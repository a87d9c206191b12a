import { resource } from '../../samples/resource.js'

/** The documents are fictitious: roots that were never issued, check digits that hold. */
export const contatos = resource({
  family: 'contatos',
  collection: '/contatos',
  required: ['nome', 'situacao', 'tipo'],
  summary: ['nome', 'codigo', 'situacao', 'numeroDocumento'],
  many: 'idsContatos',
  change: { nome: 'Copo Comércio Ltda', fantasia: 'Copo' },
  fields: {
    nome: [
      'Armazém Boa Vista Ltda',
      'Padaria Pão Quente ME',
      'Ferragens São Jorge Ltda',
      'Livraria Machado',
      'Mercearia da Esquina',
      'Confecções Ipê Roxo',
    ],
    fantasia: ['Boa Vista', 'Pão Quente', 'São Jorge', 'Machado'],
    codigo: ['C0001', 'C0002', 'C0003', 'C0004', 'C0005', 'C0006', 'C0007'],
    situacao: ['A', 'A', 'A', 'I'],
    tipo: ['J'],
    numeroDocumento: [
      '99999001000159',
      '99999002000101',
      '99999003000148',
      '99999004000192',
      '99999005000137',
    ],
    telefone: ['(00) 3000-0000', ''],
    email: ['contato@exemplo.invalid', ''],
    endereco: [
      {
        geral: {
          endereco: 'Rua das Acácias',
          numero: '120',
          municipio: 'Bento Gonçalves',
          uf: 'RS',
          cep: '95700-000',
        },
      },
      {
        geral: { endereco: 'Avenida Central', numero: '15', municipio: 'Recife', uf: 'PE', cep: '50010-000' },
      },
    ],
    vendedor: [{ id: 0 }],
  },
})

export const tiposDeContatos = resource({
  family: 'contatos',
  collection: '/contatos/tipos',
  summary: ['descricao'],
  count: 3,
  fields: { descricao: ['Cliente', 'Fornecedor', 'Transportador'] },
})
