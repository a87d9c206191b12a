/**
 * Products (`/produtos`). `document` holds the public document's shapes by action: `read-structure` is
 * `GET /produtos/estruturas/{idProdutoEstrutura}`.
 * - `s.object({ nome }, { id })` requires `nome` and allows `id`; `s.partial` requires nothing.
 * - `s.extend` adds or replaces fields in the same way, `s.extendOptional` fields that may be missing.
 * - `s.readOnly`: only the service sets the field. A body made by `s.sent` may lack it.
 */
import { z } from 'zod'
import * as s from './shared.js'

/** The fields that summary, product and variation share. */
const base = s.object(
  {
    nome: s.text.max(120),
    tipo: s.oneOf(['S', 'P', 'N']),
    situacao: s.oneOf(['A', 'I']),
    formato: s.oneOf(['S', 'V', 'E']),
  },
  {
    id: s.integer,
    codigo: s.text,
    preco: s.number,
    descricaoCurta: s.text,
    imagemURL: s.readOnly(s.text),
  },
)

const ProdutoResumido = s.extendOptional(base, {
  idProdutoPai: s.readOnly(s.integer),
  precoCusto: s.readOnly(s.number),
  estoque: s.readOnly(s.partial({ saldoVirtualTotal: s.readOnly(s.number) })),
})

const Componente = s.object({ produto: s.Referencia, quantidade: s.number })

const Estrutura = s.object({
  tipoEstoque: s.oneOf(['F', 'V']),
  lancamentoEstoque: s.oneOf(['A', 'M', 'P']),
  componentes: s.array(Componente),
})

const Estoque = s.partial({
  minimo: s.number,
  maximo: s.number,
  crossdocking: s.integer,
  localizacao: s.text,
  saldoVirtualTotal: s.readOnly(s.number),
})

const FornecedorDoProduto = s.partial({
  id: s.integer,
  contato: s.readOnly(s.partial({ id: s.integer, nome: s.text })),
  codigo: s.text,
  precoCusto: s.number,
  precoCompra: s.number,
})

const Dimensoes = s.partial({
  largura: s.number,
  altura: s.number,
  profundidade: s.number,
  unidadeMedida: s.oneOf([0, 1, 2]),
})

const TributacaoDoProduto = s.partial({
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
  tipoArmamento: s.oneOf([0, 1]),
  descricaoCompletaArmamento: s.text,
  dadosAdicionais: s.text,
  grupoProduto: s.Referencia,
})

const Imagem = s.object({ link: s.text })

const Anexo = s.object({ id: s.readOnly(s.integer) })

const Imagens = s.partial({
  externas: s.readOnly(s.array(Imagem)),
  internas: s.readOnly(
    s.array(
      s.object({
        link: s.text,
        linkMiniatura: s.readOnly(s.text),
        validade: s.readOnly(s.text),
        ordem: s.readOnly(s.integer),
        anexo: s.readOnly(Anexo),
        anexoVinculo: s.readOnly(Anexo),
      }),
    ),
  ),
})

const Midia = s.object({ video: s.object({ url: s.text }), imagens: Imagens })

const CampoDoProduto = s.object(
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
  tipoProducao: s.oneOf(['P', 'T']),
  condicao: s.oneOf([0, 1, 2]),
  freteGratis: s.boolean,
  marca: s.text,
  descricaoComplementar: s.text,
  linkExterno: s.text,
  observacoes: s.text,
  descricaoEmbalagemDiscreta: s.text,
  categoria: s.Referencia,
  estoque: Estoque,
  fornecedor: s.readOnly(FornecedorDoProduto),
  actionEstoque: s.oneOf(['Z', 'T']),
  dimensoes: Dimensoes,
  tributacao: TributacaoDoProduto,
  midia: Midia,
  linhaProduto: s.Referencia,
  estrutura: Estrutura,
  camposCustomizados: s.array(CampoDoProduto),
  artigoPerigoso: s.boolean,
}

/** A variation has no variations, so its `formato` is never `V`. */
const VariacaoDoProduto = s.extend(s.extendOptional(base, details), {
  formato: s.oneOf(['S', 'E']),
  variacao: s.object({
    nome: s.text,
    ordem: s.integer,
    produtoPai: s.object({ cloneInfo: s.boolean }, { id: s.readOnly(s.integer) }),
  }),
})

const Produto = s.extendOptional(base, { ...details, variacoes: s.array(VariacaoDoProduto) })

const VariacaoRegistrada = s.partial({
  id: s.integer,
  variations: z.looseObject({}),
  warnings: s.array(s.text),
})

/** `data` after a create: the identifier, and what became of the variations. §Common response envelope */
const ProdutoRegistrado = s.object(
  { id: s.number },
  {
    variations: s.partial({
      deleted: s.array(VariacaoRegistrada),
      updated: s.array(VariacaoRegistrada),
      saved: s.array(VariacaoRegistrada),
    }),
    warnings: s.array(s.text),
  },
)

/** A body can also name new images. */
const MidiaEnviada = s.extend(Midia, { imagens: s.extendOptional(Imagens, { imagensURL: s.array(Imagem) }) })

const VariacaoEnviada = s.sent(s.extendOptional(VariacaoDoProduto, { midia: MidiaEnviada }))

const ProdutoEnviado = s.sent(
  s.extendOptional(Produto, { midia: MidiaEnviada, variacoes: s.array(VariacaoEnviada) }),
)

/** `E` (deleted) can be set, but no product is returned with it. */
const situacaoEnviada = s.oneOf(['A', 'I', 'E'])

const Alertas = s.partial({ alertas: s.array(s.partial({ id: s.integer, error: s.DetalheDoErro })) })

const Combinacao = s.object({
  produtoPai: s.ReferenciaOpcional,
  atributos: s.array(s.object({ nome: s.text }, { opcoes: s.array(s.text) })),
})

/** The fields that `base` requires. */
const requiredFields = { nome: true, tipo: true, situacao: true, formato: true } as const

/** The body of PATCH requires no field, neither of the product nor of its variations. */
const ProdutoAlteracao = s.extendOptional(ProdutoEnviado.partial(requiredFields), {
  variacoes: s.array(VariacaoEnviada.partial({ ...requiredFields, variacao: true })),
})

export const document = {
  'read-structure': { data: Estrutura },
  'replace-structure': { body: Estrutura },
  'add-components': { body: s.array(Componente) },
  'remove-components': { query: s.object({ 'idsComponentes[]': s.queryIds }) },
  'patch-component': { body: Componente },
  'remove-structures': {
    data: s.partial({ alertas: s.array(s.DetalheDoErro) }),
    query: s.object({ 'idsProdutos[]': s.queryIds }),
  },
  list: s.pagedList(ProdutoResumido, {
    criterio: s.queryOneOf(['1', '2', '3', '4', '5'], { default: '1' }),
    tipo: s.queryOneOf(['T', 'P', 'S', 'E', 'PS', 'C', 'V'], { default: 'T' }),
    idComponente: s.queryInteger,
    dataInclusaoInicial: s.dateTime,
    dataInclusaoFinal: s.dateTime,
    dataAlteracaoInicial: s.dateTime,
    dataAlteracaoFinal: s.dateTime,
    idCategoria: s.queryInteger,
    idLoja: s.queryInteger,
    nome: s.text,
    'idsProdutos[]': s.queryIds,
    'codigos[]': s.array(s.text),
    'gtins[]': s.array(s.text),
    filtroSaldoEstoque: s.queryOneOf(['0', '1', '2'], { default: '1' }),
    filtroSaldoEstoqueDeposito: s.queryInteger,
  }),
  create: { data: ProdutoRegistrado, body: ProdutoEnviado },
  'remove-many': { data: Alertas, query: s.object({ 'idsProdutos[]': s.queryIds }) },
  read: { data: Produto },
  replace: { data: ProdutoRegistrado, body: ProdutoEnviado },
  patch: { data: ProdutoRegistrado, body: ProdutoAlteracao },
  'set-situation': { body: s.partial({ situacao: situacaoEnviada }) },
  'set-situations': {
    data: Alertas,
    body: s.partial({ idsProdutos: s.array(s.integer), situacao: situacaoEnviada }),
  },
  'read-variations': { data: Produto },
  'combine-variations': { data: Produto, body: Combinacao },
  'patch-attributes': {
    data: s.array(s.Registrado),
    body: s.object({ atributoAntigo: s.text, atributoNovo: s.text }),
  },
} satisfies s.ShapeTable
