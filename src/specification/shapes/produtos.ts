import { z } from 'zod'
import type { ShapeTable } from '../shapes.js'
import * as s from './shared.js'

export const SaldoDoProduto = s.parcial({ saldoVirtualTotal: s.doServico(s.numero) })

/** The fields that every form of a product has. */
const base = s.campos(
  {
    nome: z.string().max(120),
    tipo: z.literal(['S', 'P', 'N']),
    situacao: z.literal(['A', 'I']),
    formato: z.literal(['S', 'V', 'E']),
  },
  {
    id: s.inteiro,
    codigo: s.texto,
    preco: s.numero,
    descricaoCurta: s.texto,
    imagemURL: s.doServico(s.texto),
  },
)

export const ProdutoResumido = z.object({
  ...base,
  ...s.opcionais({
    idProdutoPai: s.doServico(s.inteiro),
    precoCusto: s.doServico(s.numero),
    estoque: s.doServico(SaldoDoProduto),
  }),
})

export const Componente = s.registro({ produto: s.Referencia, quantidade: s.numero })

export const Estrutura = s.registro({
  tipoEstoque: z.literal(['F', 'V']),
  lancamentoEstoque: z.literal(['A', 'M', 'P']),
  componentes: z.array(Componente),
})

export const Estoque = s.parcial({
  minimo: s.numero,
  maximo: s.numero,
  crossdocking: s.inteiro,
  localizacao: s.texto,
  saldoVirtualTotal: s.doServico(s.numero),
})

export const ContatoDoFornecedor = s.parcial({ id: s.inteiro, nome: s.texto })

export const FornecedorDoProduto = s.parcial({
  id: s.inteiro,
  contato: s.doServico(ContatoDoFornecedor),
  codigo: s.texto,
  precoCusto: s.numero,
  precoCompra: s.numero,
})

export const Dimensoes = s.parcial({
  largura: s.numero,
  altura: s.numero,
  profundidade: s.numero,
  unidadeMedida: z.literal([0, 1, 2]),
})

export const TributacaoDoProduto = s.parcial({
  origem: s.inteiro,
  nFCI: s.texto,
  ncm: s.texto,
  cest: s.texto,
  codigoListaServicos: s.texto,
  spedTipoItem: s.texto,
  codigoItem: s.texto,
  percentualTributos: s.numero,
  valorBaseStRetencao: s.numero,
  valorStRetencao: s.numero,
  valorICMSSubstituto: s.numero,
  codigoExcecaoTipi: s.texto,
  classeEnquadramentoIpi: s.texto,
  valorIpiFixo: s.numero,
  codigoSeloIpi: s.texto,
  valorPisFixo: s.numero,
  valorCofinsFixo: s.numero,
  codigoANP: s.texto,
  descricaoANP: s.texto,
  percentualGLP: s.numero,
  percentualGasNacional: s.numero,
  percentualGasImportado: s.numero,
  valorPartida: s.numero,
  tipoArmamento: z.literal([0, 1]),
  descricaoCompletaArmamento: s.texto,
  dadosAdicionais: s.texto,
  grupoProduto: s.Referencia,
})

export const Video = s.registro({ url: s.texto })

export const Imagem = s.registro({ link: s.texto })

export const Anexo = s.registro({ id: s.doServico(s.inteiro) })

export const ImagemInterna = s.registro({
  link: s.texto,
  linkMiniatura: s.doServico(s.texto),
  validade: s.doServico(s.texto),
  ordem: s.doServico(s.inteiro),
  anexo: s.doServico(Anexo),
  anexoVinculo: s.doServico(Anexo),
})

export const Imagens = s.parcial({
  externas: s.doServico(z.array(Imagem)),
  internas: s.doServico(z.array(ImagemInterna)),
})

export const Midia = s.registro({ video: Video, imagens: Imagens })

export const CampoDoProduto = s.registro(
  { idCampoCustomizado: s.inteiro },
  { idVinculo: s.inteiro, valor: s.texto, item: s.texto },
)

const dados = s.opcionais({
  dataValidade: s.dia,
  unidade: s.texto,
  pesoLiquido: s.numero,
  pesoBruto: s.numero,
  volumes: s.inteiro,
  itensPorCaixa: s.numero,
  gtin: s.texto,
  gtinEmbalagem: s.texto,
  tipoProducao: z.literal(['P', 'T']),
  condicao: z.literal([0, 1, 2]),
  freteGratis: s.logico,
  marca: s.texto,
  descricaoComplementar: s.texto,
  linkExterno: s.texto,
  observacoes: s.texto,
  descricaoEmbalagemDiscreta: s.texto,
  categoria: s.Referencia,
  estoque: Estoque,
  fornecedor: s.doServico(FornecedorDoProduto),
  actionEstoque: z.literal(['Z', 'T']),
  dimensoes: Dimensoes,
  tributacao: TributacaoDoProduto,
  midia: Midia,
  linhaProduto: s.Referencia,
  estrutura: Estrutura,
  camposCustomizados: z.array(CampoDoProduto),
  artigoPerigoso: s.logico,
})

export const ProdutoPai = s.registro({ cloneInfo: s.logico }, { id: s.doServico(s.inteiro) })

export const Variacao = s.registro({ nome: s.texto, ordem: s.inteiro, produtoPai: ProdutoPai })

export const VariacaoDoProduto = z.object({
  ...base,
  ...dados,
  formato: z.literal(['S', 'E']),
  variacao: Variacao,
})

export const Produto = z.object({
  ...base,
  ...dados,
  ...s.opcionais({ variacoes: z.array(VariacaoDoProduto) }),
})

export const VariacaoRegistrada = s.parcial({
  id: s.inteiro,
  variations: z.looseObject({}),
  warnings: z.array(s.texto),
})

/** A create responds with the identifier (§Common response envelope); the document shows under which name. */
export const ProdutoRegistrado = s.registro(
  { id: s.numero },
  {
    variations: s.parcial({
      deleted: z.array(VariacaoRegistrada),
      updated: z.array(VariacaoRegistrada),
      saved: z.array(VariacaoRegistrada),
    }),
    warnings: z.array(s.texto),
  },
)

export const AnexoEnviado = s.parcial({ id: s.doServico(s.inteiro) })

export const ImagemInternaEnviada = s.registro(
  { link: s.texto },
  {
    linkMiniatura: s.doServico(s.texto),
    validade: s.doServico(s.texto),
    ordem: s.doServico(s.inteiro),
    anexo: s.doServico(AnexoEnviado),
    anexoVinculo: s.doServico(AnexoEnviado),
  },
)

export const ImagensEnviadas = s.parcial({
  imagensURL: z.array(Imagem),
  externas: s.doServico(z.array(Imagem)),
  internas: s.doServico(z.array(ImagemInternaEnviada)),
})

export const MidiaEnviada = s.com(Midia, { imagens: ImagensEnviadas })

const midia = s.opcionais({ midia: MidiaEnviada })

export const VariacaoEnviada = VariacaoDoProduto.extend(midia)

export const ProdutoEnviado = Produto.extend({
  ...midia,
  ...s.opcionais({ variacoes: z.array(VariacaoEnviada) }),
})

export const Alertas = s.parcial({ alertas: z.array(s.parcial({ id: s.inteiro, error: s.DetalheDoErro })) })

export const SituacaoDeVarios = s.parcial({
  idsProdutos: z.array(s.inteiro),
  situacao: z.literal(['A', 'I', 'E']),
})

export const Atributo = s.registro({ nome: s.texto }, { opcoes: z.array(s.texto) })

export const Combinacao = s.registro({ produtoPai: s.ReferenciaOpcional, atributos: z.array(Atributo) })

const escolhas = { nome: true, tipo: true, situacao: true, formato: true } as const

/** A PATCH demands nothing. */
export const ProdutoAlteracao = s.comOpcionais(ProdutoEnviado.partial(escolhas), {
  variacoes: z.array(VariacaoEnviada.partial({ ...escolhas, variacao: true })),
})

export const SituacaoDoProduto = s.parcial({ situacao: z.literal(['A', 'I', 'E']) })

export const TrocaDeAtributo = s.registro({ atributoAntigo: s.texto, atributoNovo: s.texto })

export const document = {
  'read-structure': { data: Estrutura },
  'replace-structure': { body: Estrutura },
  'add-components': { body: z.array(Componente) },
  'remove-components': { query: s.registro({ 'idsComponentes[]': s.ids }) },
  'patch-component': { body: Componente },
  'remove-structures': {
    data: s.parcial({ alertas: z.array(s.DetalheDoErro) }),
    query: s.registro({ 'idsProdutos[]': s.ids }),
  },
  list: s.lista(ProdutoResumido, {
    ...s.paginacao,
    criterio: s.umDe(['1', '2', '3', '4', '5'], '1'),
    tipo: s.umDe(['T', 'P', 'S', 'E', 'PS', 'C', 'V'], 'T'),
    idComponente: s.digitos,
    dataInclusaoInicial: s.momento,
    dataInclusaoFinal: s.momento,
    dataAlteracaoInicial: s.momento,
    dataAlteracaoFinal: s.momento,
    idCategoria: s.digitos,
    idLoja: s.digitos,
    nome: s.texto,
    'idsProdutos[]': s.ids,
    'codigos[]': z.array(s.texto),
    'gtins[]': z.array(s.texto),
    filtroSaldoEstoque: s.umDe(['0', '1', '2'], '1'),
    filtroSaldoEstoqueDeposito: s.digitos,
  }),
  create: { data: ProdutoRegistrado, body: ProdutoEnviado },
  'remove-many': { data: Alertas, query: s.registro({ 'idsProdutos[]': s.ids }) },
  read: { data: Produto },
  replace: { data: ProdutoRegistrado, body: ProdutoEnviado },
  patch: { data: ProdutoRegistrado, body: ProdutoAlteracao },
  'set-situation': { body: SituacaoDoProduto },
  'set-situations': { data: Alertas, body: SituacaoDeVarios },
  'read-variations': { data: Produto },
  'combine-variations': { data: Produto, body: Combinacao },
  'patch-attributes': { data: z.array(s.Registrado), body: TrocaDeAtributo },
} satisfies ShapeTable
