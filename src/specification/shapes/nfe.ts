import { z } from 'zod'
import type { ShapeTable } from '../shapes.js'
import * as s from './shared.js'

export const Endereco = s.registro(
  { endereco: s.texto, bairro: s.texto, municipio: s.texto },
  { numero: s.texto, complemento: s.texto, cep: s.texto, uf: s.texto, pais: s.texto },
)

export const ContatoDaNota = s.registro(
  { nome: s.texto, numeroDocumento: s.texto },
  {
    id: s.doServico(s.inteiro),
    ie: s.texto,
    rg: s.texto,
    telefone: s.texto,
    email: s.texto,
    endereco: Endereco,
  },
)

export const LojaDaNota = s.registro({ id: s.inteiro })

export const NotaFiscalResumida = s.registro(
  {
    tipo: z.literal([0, 1]),
    numero: s.texto,
    dataOperacao: s.momento,
    contato: ContatoDaNota,
    naturezaOperacao: s.Referencia,
  },
  {
    id: s.doServico(s.inteiro),
    situacao: s.doServico(z.literal([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])),
    dataEmissao: s.doServico(s.momento),
    chaveAcesso: s.doServico(s.texto),
    loja: LojaDaNota,
  },
)

export const Transportador = s.registro({ nome: s.texto }, { numeroDocumento: s.texto })

export const Volume = s.parcial({ id: s.doServico(s.inteiro) })

export const EtiquetaDeTransporte = s.parcial({
  nome: s.texto,
  endereco: s.texto,
  numero: s.texto,
  complemento: s.texto,
  municipio: s.texto,
  uf: s.texto,
  cep: s.texto,
  bairro: s.texto,
})

export const Transporte = s.parcial({
  fretePorConta: z.literal([0, 1, 2, 3, 4, 9]),
  transportador: Transportador,
  volumes: z.array(Volume),
  etiqueta: EtiquetaDeTransporte,
})

export const IcmsDoItem = s.parcial({
  st: s.inteiro,
  origem: z.literal([0, 1, 2, 3, 4, 5, 6, 7, 8]),
  modalidade: z.literal([0, 1, 2, 3]),
  aliquota: s.numero,
  valor: s.numero,
})

export const ImpostosDoItem = s.parcial({ valorAproximadoTotalTributos: s.numero, icms: IcmsDoItem })

export const ItemDaNota = s.registro(
  { codigo: s.texto },
  {
    descricao: s.texto,
    unidade: s.texto,
    quantidade: s.numero,
    valor: s.numero,
    valorTotal: s.doServico(s.numero),
    tipo: z.literal(['P', 'S']),
    pesoBruto: s.numero,
    pesoLiquido: s.numero,
    numeroPedidoCompra: s.texto,
    classificacaoFiscal: s.texto,
    cest: s.texto,
    codigoServico: s.texto,
    origem: z.literal([0, 1, 2, 3, 4, 5, 6, 7, 8]),
    informacoesAdicionais: s.texto,
    gtin: s.doServico(s.texto),
    cfop: s.doServico(s.texto),
    impostos: s.doServico(ImpostosDoItem),
  },
)

export const ParcelaDaNota = s.registro(
  { data: s.dia, valor: s.numero },
  { observacoes: s.texto, caut: s.texto, formaPagamento: s.Referencia },
)

export const NotaFiscal = s.comOpcionais(NotaFiscalResumida, {
  serie: s.inteiro,
  valorNota: s.numero,
  valorFrete: s.numero,
  finalidade: z.literal([1, 2, 3, 4, 5, 6]),
  tipoNota: s.texto,
  xml: s.doServico(s.texto),
  linkDanfe: s.doServico(s.texto),
  linkPDF: s.doServico(s.texto),
  optanteSimplesNacional: s.doServico(s.logico),
  numeroPedidoLoja: s.doServico(s.texto),
  transporte: Transporte,
  vendedor: s.Referencia,
  itens: z.array(ItemDaNota),
  parcelas: z.array(ParcelaDaNota),
})

export const Documento = s.parcial({ nome: s.texto, conteudo: s.texto })

export const NotaFiscalRegistrada = s.registro({
  id: s.inteiro,
  numero: s.texto,
  serie: s.texto,
  contato: s.parcial({ nome: s.texto }),
})

export const ContatoDaNotaEnviado = s.com(ContatoDaNota, {
  tipoPessoa: z.literal(['F', 'J', 'E']),
  contribuinte: z.literal([1, 2, 9]),
})

export const LojaDaNotaEnviada = s.comOpcionais(LojaDaNota, { numero: s.texto })

export const DocumentoReferenciado = s.registro(
  { modelo: z.literal(['1', '2', '2D', '4', '55', '65']) },
  { data: s.texto, numero: s.texto, serie: s.texto, contadorOrdemOperacao: s.texto, chaveAcesso: s.texto },
)

export const ItemReferenciado = s.parcial({ chaveAcesso: s.texto, numeroItem: s.texto })

export const ItemDaNotaEnviado = s.comOpcionais(ItemDaNota, { documentoReferenciado: ItemReferenciado })

export const Veiculo = s.parcial({ placa: s.texto, uf: s.texto, marca: s.texto })

export const EnderecoDoTransportador = s.parcial({ endereco: s.texto, municipio: s.texto, uf: s.texto })

export const TransportadorEnviado = s.registro(
  { nome: s.texto },
  { numeroDocumento: s.texto, ie: s.texto, endereco: EnderecoDoTransportador },
)

export const DadosDoVolume = s.parcial({
  quantidade: s.inteiro,
  especie: z.literal([1, 2, 3, 4, 5, 6, 7, 8]),
  numero: s.texto,
  pesoBruto: s.numero,
  pesoLiquido: s.numero,
})

export const VolumeEnviado = s.registro(
  { servico: s.texto },
  { id: s.doServico(s.inteiro), codigoRastreamento: s.texto },
)

export const TransporteEnviado = s.parcial({
  fretePorConta: z.literal([0, 1, 2, 3, 4, 9]),
  frete: s.numero,
  veiculo: Veiculo,
  transportador: TransportadorEnviado,
  volume: DadosDoVolume,
  volumes: z.array(VolumeEnviado),
  etiqueta: EtiquetaDeTransporte,
})

export const NotaDeProdutorRural = s.registro({ numero: s.texto, serie: s.texto, data: s.dia })

export const Intermediador = s.registro({ cnpj: s.texto, nomeUsuario: s.texto })

export const NotaFiscalCriacao = s.com(
  NotaFiscalResumida,
  { contato: ContatoDaNotaEnviado },
  {
    loja: LojaDaNotaEnviada,
    finalidade: z.literal([1, 2, 3, 4, 5, 6]),
    tipoNota: s.texto,
    seguro: s.numero,
    despesas: s.numero,
    desconto: s.numero,
    observacoes: s.texto,
    xml: s.doServico(s.texto),
    linkDanfe: s.doServico(s.texto),
    linkPDF: s.doServico(s.texto),
    documentoReferenciado: DocumentoReferenciado,
    documentosReferenciados: z.array(DocumentoReferenciado),
    itens: z.array(ItemDaNotaEnviado).min(1),
    parcelas: z.array(ParcelaDaNota),
    transporte: TransporteEnviado,
    notaFiscalProdutorRuralReferenciada: NotaDeProdutorRural,
    intermediador: Intermediador,
  },
)

export const NotaEnviada = s.parcial({ xml: s.texto })

export const Exclusao = s.registro({ idsExcluidos: z.array(s.inteiro) }, { alertas: z.array(s.texto) })

export const NotaFiscalAtualizada = s.registro(
  { id: s.inteiro, numero: s.texto, serie: s.texto, contato: s.parcial({ nome: s.texto }) },
  { alertas: z.array(s.CampoComErro) },
)

export const document = {
  list: s.lista(NotaFiscalResumida, {
    ...s.paginacao,
    numeroLoja: s.texto,
    idTransportador: s.digitos,
    chaveAcesso: s.digitos,
    numero: s.digitos,
    serie: s.digitos,
    situacao: s.umDe(['1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11']),
    tipo: s.umDe(['0', '1'], '1'),
    dataEmissaoInicial: s.dia,
    dataEmissaoFinal: s.dia,
  }),
  create: { data: NotaFiscalRegistrada, body: NotaFiscalCriacao },
  'remove-many': { data: Exclusao, query: s.registro({ 'idsNotas[]': s.ids }) },
  read: { data: NotaFiscal },
  replace: { data: NotaFiscalAtualizada, body: NotaFiscalCriacao },
  send: { data: NotaEnviada, query: s.parcial({ enviarEmail: s.simOuNao }) },
  'read-document': { data: z.array(Documento), query: s.registro({ formato: s.umDe(['pdf', 'xml']) }) },
} satisfies ShapeTable
