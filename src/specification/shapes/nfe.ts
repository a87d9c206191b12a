/** Goods invoices (`/nfe`). `document` holds the public document's shapes by action: `list` is `GET /nfe`. */
import { z } from 'zod'
import type { ShapeTable } from '../shapes.js'
import * as s from './shared.js'

export const Endereco = s.object(
  { endereco: s.text, bairro: s.text, municipio: s.text },
  { numero: s.text, complemento: s.text, cep: s.text, uf: s.text, pais: s.text },
)

export const ContatoDaNota = s.object(
  { nome: s.text, numeroDocumento: s.text },
  {
    id: s.readOnly(s.integer),
    ie: s.text,
    rg: s.text,
    telefone: s.text,
    email: s.text,
    endereco: Endereco,
  },
)

export const LojaDaNota = s.object({ id: s.integer })

export const NotaFiscalResumida = s.object(
  {
    tipo: z.literal([0, 1]),
    numero: s.text,
    dataOperacao: s.dateTime,
    contato: ContatoDaNota,
    naturezaOperacao: s.Referencia,
  },
  {
    id: s.readOnly(s.integer),
    situacao: s.readOnly(z.literal([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])),
    dataEmissao: s.readOnly(s.dateTime),
    chaveAcesso: s.readOnly(s.text),
    loja: LojaDaNota,
  },
)

export const Transportador = s.object({ nome: s.text }, { numeroDocumento: s.text })

export const Volume = s.partial({ id: s.readOnly(s.integer) })

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

export const Transporte = s.partial({
  fretePorConta: z.literal([0, 1, 2, 3, 4, 9]),
  transportador: Transportador,
  volumes: z.array(Volume),
  etiqueta: EtiquetaDeTransporte,
})

export const IcmsDoItem = s.partial({
  st: s.integer,
  origem: z.literal([0, 1, 2, 3, 4, 5, 6, 7, 8]),
  modalidade: z.literal([0, 1, 2, 3]),
  aliquota: s.number,
  valor: s.number,
})

export const ImpostosDoItem = s.partial({ valorAproximadoTotalTributos: s.number, icms: IcmsDoItem })

export const ItemDaNota = s.object(
  { codigo: s.text },
  {
    descricao: s.text,
    unidade: s.text,
    quantidade: s.number,
    valor: s.number,
    valorTotal: s.readOnly(s.number),
    tipo: z.literal(['P', 'S']),
    pesoBruto: s.number,
    pesoLiquido: s.number,
    numeroPedidoCompra: s.text,
    classificacaoFiscal: s.text,
    cest: s.text,
    codigoServico: s.text,
    origem: z.literal([0, 1, 2, 3, 4, 5, 6, 7, 8]),
    informacoesAdicionais: s.text,
    gtin: s.readOnly(s.text),
    cfop: s.readOnly(s.text),
    impostos: s.readOnly(ImpostosDoItem),
  },
)

export const ParcelaDaNota = s.object(
  { data: s.date, valor: s.number },
  { observacoes: s.text, caut: s.text, formaPagamento: s.Referencia },
)

export const NotaFiscal = s.extendOptional(NotaFiscalResumida, {
  serie: s.integer,
  valorNota: s.number,
  valorFrete: s.number,
  finalidade: z.literal([1, 2, 3, 4, 5, 6]),
  tipoNota: s.text,
  xml: s.readOnly(s.text),
  linkDanfe: s.readOnly(s.text),
  linkPDF: s.readOnly(s.text),
  optanteSimplesNacional: s.readOnly(s.boolean),
  numeroPedidoLoja: s.readOnly(s.text),
  transporte: Transporte,
  vendedor: s.Referencia,
  itens: z.array(ItemDaNota),
  parcelas: z.array(ParcelaDaNota),
})

export const Documento = s.partial({ nome: s.text, conteudo: s.text })

export const NotaFiscalRegistrada = s.object({
  id: s.integer,
  numero: s.text,
  serie: s.text,
  contato: s.partial({ nome: s.text }),
})

export const ContatoDaNotaEnviado = s.extend(ContatoDaNota, {
  tipoPessoa: z.literal(['F', 'J', 'E']),
  contribuinte: z.literal([1, 2, 9]),
})

export const LojaDaNotaEnviada = s.extendOptional(LojaDaNota, { numero: s.text })

export const DocumentoReferenciado = s.object(
  { modelo: z.literal(['1', '2', '2D', '4', '55', '65']) },
  { data: s.text, numero: s.text, serie: s.text, contadorOrdemOperacao: s.text, chaveAcesso: s.text },
)

export const ItemReferenciado = s.partial({ chaveAcesso: s.text, numeroItem: s.text })

export const ItemDaNotaEnviado = s.extendOptional(ItemDaNota, { documentoReferenciado: ItemReferenciado })

export const Veiculo = s.partial({ placa: s.text, uf: s.text, marca: s.text })

export const EnderecoDoTransportador = s.partial({ endereco: s.text, municipio: s.text, uf: s.text })

export const TransportadorEnviado = s.object(
  { nome: s.text },
  { numeroDocumento: s.text, ie: s.text, endereco: EnderecoDoTransportador },
)

export const DadosDoVolume = s.partial({
  quantidade: s.integer,
  especie: z.literal([1, 2, 3, 4, 5, 6, 7, 8]),
  numero: s.text,
  pesoBruto: s.number,
  pesoLiquido: s.number,
})

export const VolumeEnviado = s.object(
  { servico: s.text },
  { id: s.readOnly(s.integer), codigoRastreamento: s.text },
)

export const TransporteEnviado = s.partial({
  fretePorConta: z.literal([0, 1, 2, 3, 4, 9]),
  frete: s.number,
  veiculo: Veiculo,
  transportador: TransportadorEnviado,
  volume: DadosDoVolume,
  volumes: z.array(VolumeEnviado),
  etiqueta: EtiquetaDeTransporte,
})

export const NotaDeProdutorRural = s.object({ numero: s.text, serie: s.text, data: s.date })

export const Intermediador = s.object({ cnpj: s.text, nomeUsuario: s.text })

export const NotaFiscalCriacao = s.extend(
  NotaFiscalResumida,
  { contato: ContatoDaNotaEnviado },
  {
    loja: LojaDaNotaEnviada,
    finalidade: z.literal([1, 2, 3, 4, 5, 6]),
    tipoNota: s.text,
    seguro: s.number,
    despesas: s.number,
    desconto: s.number,
    observacoes: s.text,
    xml: s.readOnly(s.text),
    linkDanfe: s.readOnly(s.text),
    linkPDF: s.readOnly(s.text),
    documentoReferenciado: DocumentoReferenciado,
    documentosReferenciados: z.array(DocumentoReferenciado),
    itens: z.array(ItemDaNotaEnviado).min(1),
    parcelas: z.array(ParcelaDaNota),
    transporte: TransporteEnviado,
    notaFiscalProdutorRuralReferenciada: NotaDeProdutorRural,
    intermediador: Intermediador,
  },
)

/** `data` after an invoice was sent. */
export const NotaEnviada = s.partial({ xml: s.text })

export const Exclusao = s.object({ idsExcluidos: z.array(s.integer) }, { alertas: z.array(s.text) })

export const NotaFiscalAtualizada = s.object(
  { id: s.integer, numero: s.text, serie: s.text, contato: s.partial({ nome: s.text }) },
  { alertas: z.array(s.CampoComErro) },
)

export const document = {
  list: s.list(NotaFiscalResumida, {
    ...s.paging,
    numeroLoja: s.text,
    idTransportador: s.queryInteger,
    chaveAcesso: s.queryInteger,
    numero: s.queryInteger,
    serie: s.queryInteger,
    situacao: s.queryOneOf(['1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11']),
    tipo: s.queryOneOf(['0', '1'], '1'),
    dataEmissaoInicial: s.date,
    dataEmissaoFinal: s.date,
  }),
  create: { data: NotaFiscalRegistrada, body: NotaFiscalCriacao },
  'remove-many': { data: Exclusao, query: s.object({ 'idsNotas[]': s.queryIds }) },
  read: { data: NotaFiscal },
  replace: { data: NotaFiscalAtualizada, body: NotaFiscalCriacao },
  send: { data: NotaEnviada, query: s.partial({ enviarEmail: s.queryBoolean }) },
  'read-document': { data: z.array(Documento), query: s.object({ formato: s.queryOneOf(['pdf', 'xml']) }) },
} satisfies ShapeTable
