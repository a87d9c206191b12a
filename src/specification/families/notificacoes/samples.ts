import { resource } from '../../samples/resource.js'

export const notificacoes = resource({
  family: 'notificacoes',
  collection: '/notificacoes',
  idForm: 'ulid',
  summary: ['titulo', 'lida', 'criacao'],
  count: 4,
  fields: {
    titulo: ['Nova versão disponível', 'Certificado digital vence em 30 dias'],
    lida: [false, true],
    criacao: ['2026-05-04 08:00:00', '2026-05-06 09:30:00'],
    mensagem: ['Veja o que mudou.', 'Renove o certificado.'],
  },
})
