import { z } from 'zod'
import type { ShapeTable } from '../shapes.js'
import {
  CampoComErro,
  com,
  comOpcionais,
  dia,
  digitos,
  doServico,
  inteiro,
  lista,
  logico,
  momento,
  numero,
  paginacao,
  parcial,
  Referencia,
  registro,
  simOuNao,
  texto,
  umDe,
} from './shared.js'

export const Endereco = registro(
  { endereco: texto, bairro: texto, municipio: texto },
  { numero: texto, complemento: texto, cep: texto, uf: texto, pais: texto },
)

export const ContatoDaNota = registro(
  { nome: texto, numeroDocumento: texto },
  { id: doServico(inteiro), ie: texto, rg: texto, telefone: texto, email: texto, endereco: Endereco },
)

export const LojaDaNota = registro({ id: inteiro })

export const NotaFiscalResumida = registro(
  {
    tipo: z.literal([0, 1]),
    numero: texto,
    dataOperacao: momento,
    contato: ContatoDaNota,
    naturezaOperacao: Referencia,
  },
  {
    id: doServico(inteiro),
    situacao: doServico(z.literal([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])),
    dataEmissao: doServico(momento),
    chaveAcesso: doServico(texto),
    loja: LojaDaNota,
  },
)

export const Transportador = registro({ nome: texto }, { numeroDocumento: texto })

export const Volume = parcial({ id: doServico(inteiro) })

export const EtiquetaDeTransporte = parcial({
  nome: texto,
  endereco: texto,
  numero: texto,
  complemento: texto,
  municipio: texto,
  uf: texto,
  cep: texto,
  bairro: texto,
})

export const Transporte = parcial({
  fretePorConta: z.literal([0, 1, 2, 3, 4, 9]),
  transportador: Transportador,
  volumes: z.array(Volume),
  etiqueta: EtiquetaDeTransporte,
})

export const IcmsDoItem = parcial({
  st: inteiro,
  origem: z.literal([0, 1, 2, 3, 4, 5, 6, 7, 8]),
  modalidade: z.literal([0, 1, 2, 3]),
  aliquota: numero,
  valor: numero,
})

export const ImpostosDoItem = parcial({ valorAproximadoTotalTributos: numero, icms: IcmsDoItem })

export const ItemDaNota = registro(
  { codigo: texto },
  {
    descricao: texto,
    unidade: texto,
    quantidade: numero,
    valor: numero,
    valorTotal: doServico(numero),
    tipo: z.literal(['P', 'S']),
    pesoBruto: numero,
    pesoLiquido: numero,
    numeroPedidoCompra: texto,
    classificacaoFiscal: texto,
    cest: texto,
    codigoServico: texto,
    origem: z.literal([0, 1, 2, 3, 4, 5, 6, 7, 8]),
    informacoesAdicionais: texto,
    gtin: doServico(texto),
    cfop: doServico(texto),
    impostos: doServico(ImpostosDoItem),
  },
)

export const ParcelaDaNota = registro(
  { data: dia, valor: numero },
  { observacoes: texto, caut: texto, formaPagamento: Referencia },
)

export const NotaFiscal = comOpcionais(NotaFiscalResumida, {
  serie: inteiro,
  valorNota: numero,
  valorFrete: numero,
  finalidade: z.literal([1, 2, 3, 4, 5, 6]),
  tipoNota: texto,
  xml: doServico(texto),
  linkDanfe: doServico(texto),
  linkPDF: doServico(texto),
  optanteSimplesNacional: doServico(logico),
  numeroPedidoLoja: doServico(texto),
  transporte: Transporte,
  vendedor: Referencia,
  itens: z.array(ItemDaNota),
  parcelas: z.array(ParcelaDaNota),
})

export const Documento = parcial({ nome: texto, conteudo: texto })

export const NotaFiscalRegistrada = registro({
  id: inteiro,
  numero: texto,
  serie: texto,
  contato: parcial({ nome: texto }),
})

export const ContatoDaNotaEnviado = com(ContatoDaNota, {
  tipoPessoa: z.literal(['F', 'J', 'E']),
  contribuinte: z.literal([1, 2, 9]),
})

export const LojaDaNotaEnviada = comOpcionais(LojaDaNota, { numero: texto })

export const DocumentoReferenciado = registro(
  { modelo: z.literal(['1', '2', '2D', '4', '55', '65']) },
  { data: texto, numero: texto, serie: texto, contadorOrdemOperacao: texto, chaveAcesso: texto },
)

export const ItemReferenciado = parcial({ chaveAcesso: texto, numeroItem: texto })

export const ItemDaNotaEnviado = comOpcionais(ItemDaNota, { documentoReferenciado: ItemReferenciado })

export const Veiculo = parcial({ placa: texto, uf: texto, marca: texto })

export const EnderecoDoTransportador = parcial({ endereco: texto, municipio: texto, uf: texto })

export const TransportadorEnviado = registro(
  { nome: texto },
  { numeroDocumento: texto, ie: texto, endereco: EnderecoDoTransportador },
)

export const DadosDoVolume = parcial({
  quantidade: inteiro,
  especie: z.literal([1, 2, 3, 4, 5, 6, 7, 8]),
  numero: texto,
  pesoBruto: numero,
  pesoLiquido: numero,
})

export const VolumeEnviado = registro(
  { servico: texto },
  { id: doServico(inteiro), codigoRastreamento: texto },
)

export const TransporteEnviado = parcial({
  fretePorConta: z.literal([0, 1, 2, 3, 4, 9]),
  frete: numero,
  veiculo: Veiculo,
  transportador: TransportadorEnviado,
  volume: DadosDoVolume,
  volumes: z.array(VolumeEnviado),
  etiqueta: EtiquetaDeTransporte,
})

export const NotaDeProdutorRural = registro({ numero: texto, serie: texto, data: dia })

export const Intermediador = registro({ cnpj: texto, nomeUsuario: texto })

export const NotaFiscalCriacao = com(
  NotaFiscalResumida,
  { contato: ContatoDaNotaEnviado },
  {
    loja: LojaDaNotaEnviada,
    finalidade: z.literal([1, 2, 3, 4, 5, 6]),
    tipoNota: texto,
    seguro: numero,
    despesas: numero,
    desconto: numero,
    observacoes: texto,
    xml: doServico(texto),
    linkDanfe: doServico(texto),
    linkPDF: doServico(texto),
    documentoReferenciado: DocumentoReferenciado,
    documentosReferenciados: z.array(DocumentoReferenciado),
    itens: z.array(ItemDaNotaEnviado).min(1),
    parcelas: z.array(ParcelaDaNota),
    transporte: TransporteEnviado,
    notaFiscalProdutorRuralReferenciada: NotaDeProdutorRural,
    intermediador: Intermediador,
  },
)

export const NotaEnviada = parcial({ xml: texto })

export const Exclusao = registro({ idsExcluidos: z.array(inteiro) }, { alertas: z.array(texto) })

export const NotaFiscalAtualizada = registro(
  { id: inteiro, numero: texto, serie: texto, contato: parcial({ nome: texto }) },
  { alertas: z.array(CampoComErro) },
)

export const document = {
  list: lista(NotaFiscalResumida, {
    ...paginacao,
    numeroLoja: texto,
    idTransportador: digitos,
    chaveAcesso: digitos,
    numero: digitos,
    serie: digitos,
    situacao: umDe(['1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11']),
    tipo: umDe(['0', '1'], '1'),
    dataEmissaoInicial: dia,
    dataEmissaoFinal: dia,
  }),
  create: { data: NotaFiscalRegistrada, body: NotaFiscalCriacao },
  'remove-many': { data: Exclusao, query: registro({ 'idsNotas[]': z.array(digitos) }) },
  read: { data: NotaFiscal },
  replace: { data: NotaFiscalAtualizada, body: NotaFiscalCriacao },
  send: { data: NotaEnviada, query: parcial({ enviarEmail: simOuNao }) },
  'read-document': { data: z.array(Documento), query: registro({ formato: umDe(['pdf', 'xml']) }) },
} satisfies ShapeTable
