import { z } from 'zod'
import type { ShapeTable } from '../shapes.js'
import {
  campos,
  com,
  comOpcionais,
  DetalheDoErro,
  dia,
  digitos,
  doServico,
  inteiro,
  lista,
  logico,
  momento,
  numero,
  opcionais,
  paginacao,
  parcial,
  Referencia,
  ReferenciaOpcional,
  Registrado,
  registro,
  texto,
  umDe,
} from './shared.js'

export const SaldoDoProduto = parcial({ saldoVirtualTotal: doServico(numero) })

/** The fields that every form of a product has. */
const base = campos(
  {
    nome: z.string().max(120),
    tipo: z.literal(['S', 'P', 'N']),
    situacao: z.literal(['A', 'I']),
    formato: z.literal(['S', 'V', 'E']),
  },
  { id: inteiro, codigo: texto, preco: numero, descricaoCurta: texto, imagemURL: doServico(texto) },
)

export const ProdutoResumido = z.object({
  ...base,
  ...opcionais({
    idProdutoPai: doServico(inteiro),
    precoCusto: doServico(numero),
    estoque: doServico(SaldoDoProduto),
  }),
})

export const Componente = registro({ produto: Referencia, quantidade: numero })

export const Estrutura = registro({
  tipoEstoque: z.literal(['F', 'V']),
  lancamentoEstoque: z.literal(['A', 'M', 'P']),
  componentes: z.array(Componente),
})

export const Estoque = parcial({
  minimo: numero,
  maximo: numero,
  crossdocking: inteiro,
  localizacao: texto,
  saldoVirtualTotal: doServico(numero),
})

export const ContatoDoFornecedor = parcial({ id: inteiro, nome: texto })

export const FornecedorDoProduto = parcial({
  id: inteiro,
  contato: doServico(ContatoDoFornecedor),
  codigo: texto,
  precoCusto: numero,
  precoCompra: numero,
})

export const Dimensoes = parcial({
  largura: numero,
  altura: numero,
  profundidade: numero,
  unidadeMedida: z.literal([0, 1, 2]),
})

export const TributacaoDoProduto = parcial({
  origem: inteiro,
  nFCI: texto,
  ncm: texto,
  cest: texto,
  codigoListaServicos: texto,
  spedTipoItem: texto,
  codigoItem: texto,
  percentualTributos: numero,
  valorBaseStRetencao: numero,
  valorStRetencao: numero,
  valorICMSSubstituto: numero,
  codigoExcecaoTipi: texto,
  classeEnquadramentoIpi: texto,
  valorIpiFixo: numero,
  codigoSeloIpi: texto,
  valorPisFixo: numero,
  valorCofinsFixo: numero,
  codigoANP: texto,
  descricaoANP: texto,
  percentualGLP: numero,
  percentualGasNacional: numero,
  percentualGasImportado: numero,
  valorPartida: numero,
  tipoArmamento: z.literal([0, 1]),
  descricaoCompletaArmamento: texto,
  dadosAdicionais: texto,
  grupoProduto: Referencia,
})

export const Video = registro({ url: texto })

export const Imagem = registro({ link: texto })

export const Anexo = registro({ id: doServico(inteiro) })

export const ImagemInterna = registro({
  link: texto,
  linkMiniatura: doServico(texto),
  validade: doServico(texto),
  ordem: doServico(inteiro),
  anexo: doServico(Anexo),
  anexoVinculo: doServico(Anexo),
})

export const Imagens = parcial({
  externas: doServico(z.array(Imagem)),
  internas: doServico(z.array(ImagemInterna)),
})

export const Midia = registro({ video: Video, imagens: Imagens })

export const CampoDoProduto = registro(
  { idCampoCustomizado: inteiro },
  { idVinculo: inteiro, valor: texto, item: texto },
)

const dados = opcionais({
  dataValidade: dia,
  unidade: texto,
  pesoLiquido: numero,
  pesoBruto: numero,
  volumes: inteiro,
  itensPorCaixa: numero,
  gtin: texto,
  gtinEmbalagem: texto,
  tipoProducao: z.literal(['P', 'T']),
  condicao: z.literal([0, 1, 2]),
  freteGratis: logico,
  marca: texto,
  descricaoComplementar: texto,
  linkExterno: texto,
  observacoes: texto,
  descricaoEmbalagemDiscreta: texto,
  categoria: Referencia,
  estoque: Estoque,
  fornecedor: doServico(FornecedorDoProduto),
  actionEstoque: z.literal(['Z', 'T']),
  dimensoes: Dimensoes,
  tributacao: TributacaoDoProduto,
  midia: Midia,
  linhaProduto: Referencia,
  estrutura: Estrutura,
  camposCustomizados: z.array(CampoDoProduto),
  artigoPerigoso: logico,
})

export const ProdutoPai = registro({ cloneInfo: logico }, { id: doServico(inteiro) })

export const Variacao = registro({ nome: texto, ordem: inteiro, produtoPai: ProdutoPai })

export const VariacaoDoProduto = z.object({
  ...base,
  ...dados,
  formato: z.literal(['S', 'E']),
  variacao: Variacao,
})

export const Produto = z.object({
  ...base,
  ...dados,
  ...opcionais({ variacoes: z.array(VariacaoDoProduto) }),
})

export const VariacaoRegistrada = parcial({
  id: inteiro,
  variations: z.looseObject({}),
  warnings: z.array(texto),
})

/** A create answers the identifier (§Common response envelope); the document shows under which name. */
export const ProdutoRegistrado = registro(
  { id: numero },
  {
    variations: parcial({
      deleted: z.array(VariacaoRegistrada),
      updated: z.array(VariacaoRegistrada),
      saved: z.array(VariacaoRegistrada),
    }),
    warnings: z.array(texto),
  },
)

export const AnexoEnviado = parcial({ id: doServico(inteiro) })

export const ImagemInternaEnviada = registro(
  { link: texto },
  {
    linkMiniatura: doServico(texto),
    validade: doServico(texto),
    ordem: doServico(inteiro),
    anexo: doServico(AnexoEnviado),
    anexoVinculo: doServico(AnexoEnviado),
  },
)

export const ImagensEnviadas = parcial({
  imagensURL: z.array(Imagem),
  externas: doServico(z.array(Imagem)),
  internas: doServico(z.array(ImagemInternaEnviada)),
})

export const MidiaEnviada = com(Midia, { imagens: ImagensEnviadas })

const midia = opcionais({ midia: MidiaEnviada })

export const VariacaoEnviada = VariacaoDoProduto.extend(midia)

export const ProdutoEnviado = Produto.extend({
  ...midia,
  ...opcionais({ variacoes: z.array(VariacaoEnviada) }),
})

export const Alertas = parcial({ alertas: z.array(parcial({ id: inteiro, error: DetalheDoErro })) })

export const SituacaoDeVarios = parcial({
  idsProdutos: z.array(inteiro),
  situacao: z.literal(['A', 'I', 'E']),
})

export const Atributo = registro({ nome: texto }, { opcoes: z.array(texto) })

export const Combinacao = registro({ produtoPai: ReferenciaOpcional, atributos: z.array(Atributo) })

const escolhas = { nome: true, tipo: true, situacao: true, formato: true } as const

/** A PATCH demands nothing. */
export const ProdutoAlteracao = comOpcionais(ProdutoEnviado.partial(escolhas), {
  variacoes: z.array(VariacaoEnviada.partial({ ...escolhas, variacao: true })),
})

export const SituacaoDoProduto = parcial({ situacao: z.literal(['A', 'I', 'E']) })

export const TrocaDeAtributo = registro({ atributoAntigo: texto, atributoNovo: texto })

export const document = {
  'read-structure': { data: Estrutura },
  'replace-structure': { body: Estrutura },
  'add-components': { body: z.array(Componente) },
  'remove-components': { query: registro({ 'idsComponentes[]': z.array(digitos) }) },
  'patch-component': { body: Componente },
  'remove-structures': {
    data: parcial({ alertas: z.array(DetalheDoErro) }),
    query: registro({ 'idsProdutos[]': z.array(digitos) }),
  },
  list: lista(ProdutoResumido, {
    ...paginacao,
    criterio: umDe(['1', '2', '3', '4', '5'], '1'),
    tipo: umDe(['T', 'P', 'S', 'E', 'PS', 'C', 'V'], 'T'),
    idComponente: digitos,
    dataInclusaoInicial: momento,
    dataInclusaoFinal: momento,
    dataAlteracaoInicial: momento,
    dataAlteracaoFinal: momento,
    idCategoria: digitos,
    idLoja: digitos,
    nome: texto,
    'idsProdutos[]': z.array(digitos),
    'codigos[]': z.array(texto),
    'gtins[]': z.array(texto),
    filtroSaldoEstoque: umDe(['0', '1', '2'], '1'),
    filtroSaldoEstoqueDeposito: digitos,
  }),
  create: { data: ProdutoRegistrado, body: ProdutoEnviado },
  'remove-many': { data: Alertas, query: registro({ 'idsProdutos[]': z.array(digitos) }) },
  read: { data: Produto },
  replace: { data: ProdutoRegistrado, body: ProdutoEnviado },
  patch: { data: ProdutoRegistrado, body: ProdutoAlteracao },
  'set-situation': { body: SituacaoDoProduto },
  'set-situations': { data: Alertas, body: SituacaoDeVarios },
  'read-variations': { data: Produto },
  'combine-variations': { data: Produto, body: Combinacao },
  'patch-attributes': { data: z.array(Registrado), body: TrocaDeAtributo },
} satisfies ShapeTable
