import { ref, resource } from './resource.js'

export const anuncios = resource({
  collection: '/anuncios',
  required: ['preco', 'produto', 'integracao', 'loja'],
  change: { nome: 'Copo de vidro 300 ml', descricao: 'Vidro liso.', preco: { valor: 19.9 } },
  body: {
    nome: 'Caneca esmaltada 350 ml',
    preco: { valor: 39.9 },
    integracao: { tipo: 'MercadoLivre' },
    descricao: 'Acabamento brilhante, uso diário.',
    produto: { id: ref('/produtos') },
    loja: { id: ref('/canais-venda') },
    categoria: { id: '0' },
  },
})
