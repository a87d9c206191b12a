import { ref, resource, unique } from './resource.js'

export const produtos = resource({
  collection: '/produtos',
  required: ['nome', 'preco', 'tipo', 'situacao', 'formato'],
  many: 'idsProdutos',
  change: { nome: 'Copo', preco: 12.34 },
  body: {
    nome: 'Caneca esmaltada 350 ml',
    codigo: unique('code'),
    preco: 39.9,
    tipo: 'P',
    situacao: 'A',
    formato: 'S',
    descricaoCurta: 'Acabamento brilhante',
    unidade: 'UN',
    pesoLiquido: 0.35,
    pesoBruto: 0.4,
    gtin: unique('gtin'),
    categoria: { id: ref('/categorias/produtos') },
    estoque: { minimo: 1, maximo: 100 },
  },
})

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

export const camposCustomizados = resource({
  collection: '/campos-customizados',
  required: ['nome', 'modulo', 'tipoCampo'],
  kept: ['situacao', 'modulo', 'tipoCampo'],
  change: { nome: 'Prazo de garantia' },
  body: {
    nome: 'Cor da embalagem',
    situacao: 1,
    placeholder: 'Informe o valor',
    obrigatorio: false,
    modulo: { id: ref('/campos-customizados/modulos') },
    tipoCampo: { id: ref('/campos-customizados/tipos') },
    opcoes: [],
  },
})

export const categoriasLojas = resource({
  collection: '/categorias/lojas',
  required: ['loja', 'descricao', 'categoriaProduto', 'codigo'],
  change: { descricao: 'Copos' },
  body: {
    loja: { id: ref('/canais-venda') },
    descricao: 'Cozinha',
    codigo: unique('code'),
    categoriaProduto: { id: ref('/categorias/produtos') },
  },
})

export const categoriasProdutos = resource({
  collection: '/categorias/produtos',
  required: ['descricao'],
  kept: ['categoriaPai'],
  change: { descricao: 'Copos e taças' },
  body: { descricao: 'Utensílios', categoriaPai: { id: ref('/categorias/produtos') } },
})

export const depositos = resource({
  collection: '/depositos',
  required: ['descricao', 'situacao', 'padrao', 'desconsiderarSaldo'],
  change: { descricao: 'Depósito do copo' },
  body: { descricao: 'Depósito geral', situacao: 1, padrao: false, desconsiderarSaldo: false },
})

export const estoques = resource({
  collection: '/estoques',
  required: ['quantidade', 'produto', 'deposito', 'operacao'],
  change: { quantidade: 7, observacoes: 'Copo' },
  body: {
    quantidade: 10,
    operacao: 'E',
    preco: 12.5,
    custo: 8.75,
    observacoes: 'Contagem do mês',
    produto: { id: ref('/produtos') },
    deposito: { id: ref('/depositos') },
  },
})

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

export const produtosLojas = resource({
  collection: '/produtos/lojas',
  required: ['produto', 'loja', 'codigo'],
  change: { preco: 41.75 },
  body: {
    codigo: unique('code'),
    preco: 42.9,
    precoPromocional: 0,
    produto: { id: ref('/produtos') },
    loja: { id: ref('/canais-venda') },
    fornecedorLoja: { id: 0 },
  },
})

/** Only the paths: the procedure's data comes from its own first step. */
export const homologacao = resource({
  collection: '/homologacao/produtos',
  required: ['nome'],
  change: { nome: 'Copo' },
  body: { nome: 'Caneca esmaltada 350 ml', preco: 32.56, codigo: unique('number') },
})
