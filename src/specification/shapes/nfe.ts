/**
 * Goods invoices (`/nfe`). `document` holds the public document's shapes by action: `list` is `GET /nfe`.
 * - `s.object({ endereco }, { numero })` requires `endereco` and allows `numero`; `s.partial` requires nothing.
 * - `s.extend` adds or replaces fields in the same way, `s.extendOptional` fields that may be missing.
 * - `s.readOnly`: only the service sets the field; a body may lack it.
 */
import * as s from './shared.js'

const ContatoDaNota = s.object(
  { nome: s.text, numeroDocumento: s.text },
  {
    id: s.readOnly(s.integer),
    ie: s.text,
    rg: s.text,
    telefone: s.text,
    email: s.text,
    endereco: s.object(
      { endereco: s.text, bairro: s.text, municipio: s.text },
      { numero: s.text, complemento: s.text, cep: s.text, uf: s.text, pais: s.text },
    ),
  },
)

const LojaDaNota = s.object({ id: s.integer })

export const NotaFiscalResumida = s.object(
  {
    tipo: s.oneOf([0, 1]),
    numero: s.text,
    dataOperacao: s.dateTime,
    contato: ContatoDaNota,
    naturezaOperacao: s.Referencia,
  },
  {
    id: s.readOnly(s.integer),
    situacao: s.readOnly(s.oneOf([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])),
    dataEmissao: s.readOnly(s.dateTime),
    chaveAcesso: s.readOnly(s.text),
    loja: LojaDaNota,
  },
)

export const EtiquetaDeTransporte = s.partial({
  nome: s.text,
  endereco: s.text,
  numero: s.text,
  complemento: s.text,
  municipio: s.text,
  uf: s.text,
  cep: s.text,
  bairro: s.text,
})

const ItemDaNota = s.object(
  { codigo: s.text },
  {
    descricao: s.text,
    unidade: s.text,
    quantidade: s.number,
    valor: s.number,
    valorTotal: s.readOnly(s.number),
    tipo: s.oneOf(['P', 'S']),
    pesoBruto: s.number,
    pesoLiquido: s.number,
    numeroPedidoCompra: s.text,
    classificacaoFiscal: s.text,
    cest: s.text,
    codigoServico: s.text,
    origem: s.oneOf([0, 1, 2, 3, 4, 5, 6, 7, 8]),
    informacoesAdicionais: s.text,
    gtin: s.readOnly(s.text),
    cfop: s.readOnly(s.text),
    impostos: s.readOnly(
      s.partial({
        valorAproximadoTotalTributos: s.number,
        icms: s.partial({
          st: s.integer,
          origem: s.oneOf([0, 1, 2, 3, 4, 5, 6, 7, 8]),
          modalidade: s.oneOf([0, 1, 2, 3]),
          aliquota: s.number,
          valor: s.number,
        }),
      }),
    ),
  },
)

const ParcelaDaNota = s.object(
  { data: s.date, valor: s.number },
  { observacoes: s.text, caut: s.text, formaPagamento: s.Referencia },
)

export const NotaFiscal = s.extendOptional(NotaFiscalResumida, {
  serie: s.integer,
  valorNota: s.number,
  valorFrete: s.number,
  finalidade: s.oneOf([1, 2, 3, 4, 5, 6]),
  tipoNota: s.text,
  xml: s.readOnly(s.text),
  linkDanfe: s.readOnly(s.text),
  linkPDF: s.readOnly(s.text),
  optanteSimplesNacional: s.readOnly(s.boolean),
  numeroPedidoLoja: s.readOnly(s.text),
  transporte: s.partial({
    fretePorConta: s.oneOf([0, 1, 2, 3, 4, 9]),
    transportador: s.object({ nome: s.text }, { numeroDocumento: s.text }),
    volumes: s.array(s.partial({ id: s.readOnly(s.integer) })),
    etiqueta: EtiquetaDeTransporte,
  }),
  vendedor: s.Referencia,
  itens: s.array(ItemDaNota),
  parcelas: s.array(ParcelaDaNota),
})

export const NotaFiscalRegistrada = s.object({
  id: s.integer,
  numero: s.text,
  serie: s.text,
  contato: s.partial({ nome: s.text }),
})

const ContatoDaNotaEnviado = s.extend(ContatoDaNota, {
  tipoPessoa: s.oneOf(['F', 'J', 'E']),
  contribuinte: s.oneOf([1, 2, 9]),
})

const DocumentoReferenciado = s.object(
  { modelo: s.oneOf(['1', '2', '2D', '4', '55', '65']) },
  { data: s.text, numero: s.text, serie: s.text, contadorOrdemOperacao: s.text, chaveAcesso: s.text },
)

const ItemDaNotaEnviado = s.extendOptional(ItemDaNota, {
  documentoReferenciado: s.partial({ chaveAcesso: s.text, numeroItem: s.text }),
})

const TransporteEnviado = s.partial({
  fretePorConta: s.oneOf([0, 1, 2, 3, 4, 9]),
  frete: s.number,
  veiculo: s.partial({ placa: s.text, uf: s.text, marca: s.text }),
  transportador: s.object(
    { nome: s.text },
    {
      numeroDocumento: s.text,
      ie: s.text,
      endereco: s.partial({ endereco: s.text, municipio: s.text, uf: s.text }),
    },
  ),
  volume: s.partial({
    quantidade: s.integer,
    especie: s.oneOf([1, 2, 3, 4, 5, 6, 7, 8]),
    numero: s.text,
    pesoBruto: s.number,
    pesoLiquido: s.number,
  }),
  volumes: s.array(s.object({ servico: s.text }, { id: s.readOnly(s.integer), codigoRastreamento: s.text })),
  etiqueta: EtiquetaDeTransporte,
})

export const NotaFiscalEnviada = s.extend(
  NotaFiscalResumida,
  { contato: ContatoDaNotaEnviado },
  {
    loja: s.extendOptional(LojaDaNota, { numero: s.text }),
    finalidade: s.oneOf([1, 2, 3, 4, 5, 6]),
    tipoNota: s.text,
    seguro: s.number,
    despesas: s.number,
    desconto: s.number,
    observacoes: s.text,
    xml: s.readOnly(s.text),
    linkDanfe: s.readOnly(s.text),
    linkPDF: s.readOnly(s.text),
    documentoReferenciado: DocumentoReferenciado,
    documentosReferenciados: s.array(DocumentoReferenciado),
    itens: s.array(ItemDaNotaEnviado).min(1),
    parcelas: s.array(ParcelaDaNota),
    transporte: TransporteEnviado,
    notaFiscalProdutorRuralReferenciada: s.object({ numero: s.text, serie: s.text, data: s.date }),
    intermediador: s.object({ cnpj: s.text, nomeUsuario: s.text }),
  },
)

export const NotaEnviada = s.partial({ xml: s.text })

export const document = {
  list: s.pagedList(NotaFiscalResumida, {
    numeroLoja: s.text,
    idTransportador: s.queryInteger,
    chaveAcesso: s.queryInteger,
    numero: s.queryInteger,
    serie: s.queryInteger,
    situacao: s.queryOneOf(['1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11']),
    tipo: s.queryOneOf(['0', '1'], { default: '1' }),
    dataEmissaoInicial: s.date,
    dataEmissaoFinal: s.date,
  }),
  create: { data: NotaFiscalRegistrada, body: NotaFiscalEnviada },
  'remove-many': {
    data: s.object({ idsExcluidos: s.array(s.integer) }, { alertas: s.array(s.text) }),
    query: s.object({ 'idsNotas[]': s.queryIds }),
  },
  read: { data: NotaFiscal },
  replace: {
    data: s.extendOptional(NotaFiscalRegistrada, { alertas: s.array(s.CampoComErro) }),
    body: NotaFiscalEnviada,
  },
  send: { data: NotaEnviada, query: s.partial({ enviarEmail: s.queryBoolean }) },
  'read-document': {
    data: s.array(s.partial({ nome: s.text, conteudo: s.text })),
    query: s.object({ formato: s.queryOneOf(['pdf', 'xml']) }),
  },
} satisfies s.ShapeTable
