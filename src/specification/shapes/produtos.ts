/**
 * Products (`/produtos`). `document` holds the public document's shapes by action: `read-structure` is `GET
 * /produtos/estruturas/{idProdutoEstrutura}`.
 */
import { z } from 'zod'
import type { ShapeTable } from '../shapes.js'
import * as s from './shared.js'

export const SaldoDoProduto = s.partial({ saldoVirtualTotal: s.readOnly(s.number) })

/** The fields that summary, product and variation share. */
const base = s.object(
  {
    nome: z.string().max(120),
    tipo: z.literal(['S', 'P', 'N']),
    situacao: z.literal(['A', 'I']),
    formato: z.literal(['S', 'V', 'E']),
  },
  {
    id: s.integer,
    codigo: s.text,
    preco: s.number,
    descricaoCurta: s.text,
    imagemURL: s.readOnly(s.text),
  },
)

export const ProdutoResumido = s.extendOptional(base, {
  idProdutoPai: s.readOnly(s.integer),
  precoCusto: s.readOnly(s.number),
  estoque: s.readOnly(SaldoDoProduto),
})

export const Componente = s.object({ produto: s.Referencia, quantidade: s.number })

export const Estrutura = s.object({
  tipoEstoque: z.literal(['F', 'V']),
  lancamentoEstoque: z.literal(['A', 'M', 'P']),
  componentes: z.array(Componente),
})

export const Estoque = s.partial({
  minimo: s.number,
  maximo: s.number,
  crossdocking: s.integer,
  localizacao: s.text,
  saldoVirtualTotal: s.readOnly(s.number),
})

export const ContatoDoFornecedor = s.partial({ id: s.integer, nome: s.text })

export const FornecedorDoProduto = s.partial({
  id: s.integer,
  contato: s.readOnly(ContatoDoFornecedor),
  codigo: s.text,
  precoCusto: s.number,
  precoCompra: s.number,
})

export const Dimensoes = s.partial({
  largura: s.number,
  altura: s.number,
  profundidade: s.number,
  unidadeMedida: z.literal([0, 1, 2]),
})

export const TributacaoDoProduto = s.partial({
  origem: s.integer,
  nFCI: s.text,
  ncm: s.text,
  cest: s.text,
  codigoListaServicos: s.text,
  spedTipoItem: s.text,
  codigoItem: s.text,
  percentualTributos: s.number,
  valorBaseStRetencao: s.number,
  valorStRetencao: s.number,
  valorICMSSubstituto: s.number,
  codigoExcecaoTipi: s.text,
  classeEnquadramentoIpi: s.text,
  valorIpiFixo: s.number,
  codigoSeloIpi: s.text,
  valorPisFixo: s.number,
  valorCofinsFixo: s.number,
  codigoANP: s.text,
  descricaoANP: s.text,
  percentualGLP: s.number,
  percentualGasNacional: s.number,
  percentualGasImportado: s.number,
  valorPartida: s.number,
  tipoArmamento: z.literal([0, 1]),
  descricaoCompletaArmamento: s.text,
  dadosAdicionais: s.text,
  grupoProduto: s.Referencia,
})

export const Video = s.object({ url: s.text })

export const Imagem = s.object({ link: s.text })

export const Anexo = s.object({ id: s.readOnly(s.integer) })

export const ImagemInterna = s.object({
  link: s.text,
  linkMiniatura: s.readOnly(s.text),
  validade: s.readOnly(s.text),
  ordem: s.readOnly(s.integer),
  anexo: s.readOnly(Anexo),
  anexoVinculo: s.readOnly(Anexo),
})

export const Imagens = s.partial({
  externas: s.readOnly(z.array(Imagem)),
  internas: s.readOnly(z.array(ImagemInterna)),
})

export const Midia = s.object({ video: Video, imagens: Imagens })

export const CampoDoProduto = s.object(
  { idCampoCustomizado: s.integer },
  { idVinculo: s.integer, valor: s.text, item: s.text },
)

/** The optional fields that product and variation share beside those of `base`. */
const details = {
  dataValidade: s.date,
  unidade: s.text,
  pesoLiquido: s.number,
  pesoBruto: s.number,
  volumes: s.integer,
  itensPorCaixa: s.number,
  gtin: s.text,
  gtinEmbalagem: s.text,
  tipoProducao: z.literal(['P', 'T']),
  condicao: z.literal([0, 1, 2]),
  freteGratis: s.boolean,
  marca: s.text,
  descricaoComplementar: s.text,
  linkExterno: s.text,
  observacoes: s.text,
  descricaoEmbalagemDiscreta: s.text,
  categoria: s.Referencia,
  estoque: Estoque,
  fornecedor: s.readOnly(FornecedorDoProduto),
  actionEstoque: z.literal(['Z', 'T']),
  dimensoes: Dimensoes,
  tributacao: TributacaoDoProduto,
  midia: Midia,
  linhaProduto: s.Referencia,
  estrutura: Estrutura,
  camposCustomizados: z.array(CampoDoProduto),
  artigoPerigoso: s.boolean,
}

export const ProdutoPai = s.object({ cloneInfo: s.boolean }, { id: s.readOnly(s.integer) })

export const Variacao = s.object({ nome: s.text, ordem: s.integer, produtoPai: ProdutoPai })

export const VariacaoDoProduto = s.extend(s.extendOptional(base, details), {
  formato: z.literal(['S', 'E']),
  variacao: Variacao,
})

export const Produto = s.extendOptional(base, { ...details, variacoes: z.array(VariacaoDoProduto) })

export const VariacaoRegistrada = s.partial({
  id: s.integer,
  variations: z.looseObject({}),
  warnings: z.array(s.text),
})

/** `data` after a create: the identifier, and what became of the variations. §Common response envelope */
export const ProdutoRegistrado = s.object(
  { id: s.number },
  {
    variations: s.partial({
      deleted: z.array(VariacaoRegistrada),
      updated: z.array(VariacaoRegistrada),
      saved: z.array(VariacaoRegistrada),
    }),
    warnings: z.array(s.text),
  },
)

// the document has schemas of their own for these parts of a body, which do not require read-only fields
export const AnexoEnviado = s.partial({ id: s.readOnly(s.integer) })

export const ImagemInternaEnviada = s.object(
  { link: s.text },
  {
    linkMiniatura: s.readOnly(s.text),
    validade: s.readOnly(s.text),
    ordem: s.readOnly(s.integer),
    anexo: s.readOnly(AnexoEnviado),
    anexoVinculo: s.readOnly(AnexoEnviado),
  },
)

export const ImagensEnviadas = s.partial({
  imagensURL: z.array(Imagem),
  externas: s.readOnly(z.array(Imagem)),
  internas: s.readOnly(z.array(ImagemInternaEnviada)),
})

export const MidiaEnviada = s.extend(Midia, { imagens: ImagensEnviadas })

export const VariacaoEnviada = s.extendOptional(VariacaoDoProduto, { midia: MidiaEnviada })

export const ProdutoEnviado = s.extendOptional(Produto, {
  midia: MidiaEnviada,
  variacoes: z.array(VariacaoEnviada),
})

export const Alertas = s.partial({ alertas: z.array(s.partial({ id: s.integer, error: s.DetalheDoErro })) })

export const SituacaoDeVarios = s.partial({
  idsProdutos: z.array(s.integer),
  situacao: z.literal(['A', 'I', 'E']),
})

export const Atributo = s.object({ nome: s.text }, { opcoes: z.array(s.text) })

export const Combinacao = s.object({ produtoPai: s.ReferenciaOpcional, atributos: z.array(Atributo) })

/** The fields that `base` requires. */
const requiredFields = { nome: true, tipo: true, situacao: true, formato: true } as const

/** The body of PATCH requires no field, neither of the product nor of its variations. */
export const ProdutoAlteracao = s.extendOptional(ProdutoEnviado.partial(requiredFields), {
  variacoes: z.array(VariacaoEnviada.partial({ ...requiredFields, variacao: true })),
})

export const SituacaoDoProduto = s.partial({ situacao: z.literal(['A', 'I', 'E']) })

export const TrocaDeAtributo = s.object({ atributoAntigo: s.text, atributoNovo: s.text })

export const document = {
  'read-structure': { data: Estrutura },
  'replace-structure': { body: Estrutura },
  'add-components': { body: z.array(Componente) },
  'remove-components': { query: s.object({ 'idsComponentes[]': s.queryIds }) },
  'patch-component': { body: Componente },
  'remove-structures': {
    data: s.partial({ alertas: z.array(s.DetalheDoErro) }),
    query: s.object({ 'idsProdutos[]': s.queryIds }),
  },
  list: s.list(ProdutoResumido, {
    ...s.paging,
    criterio: s.queryOneOf(['1', '2', '3', '4', '5'], '1'),
    tipo: s.queryOneOf(['T', 'P', 'S', 'E', 'PS', 'C', 'V'], 'T'),
    idComponente: s.queryInteger,
    dataInclusaoInicial: s.dateTime,
    dataInclusaoFinal: s.dateTime,
    dataAlteracaoInicial: s.dateTime,
    dataAlteracaoFinal: s.dateTime,
    idCategoria: s.queryInteger,
    idLoja: s.queryInteger,
    nome: s.text,
    'idsProdutos[]': s.queryIds,
    'codigos[]': z.array(s.text),
    'gtins[]': z.array(s.text),
    filtroSaldoEstoque: s.queryOneOf(['0', '1', '2'], '1'),
    filtroSaldoEstoqueDeposito: s.queryInteger,
  }),
  create: { data: ProdutoRegistrado, body: ProdutoEnviado },
  'remove-many': { data: Alertas, query: s.object({ 'idsProdutos[]': s.queryIds }) },
  read: { data: Produto },
  replace: { data: ProdutoRegistrado, body: ProdutoEnviado },
  patch: { data: ProdutoRegistrado, body: ProdutoAlteracao },
  'set-situation': { body: SituacaoDoProduto },
  'set-situations': { data: Alertas, body: SituacaoDeVarios },
  'read-variations': { data: Produto },
  'combine-variations': { data: Produto, body: Combinacao },
  'patch-attributes': { data: z.array(s.Registrado), body: TrocaDeAtributo },
} satisfies ShapeTable
