import { z } from 'zod'
import type { ShapeTable } from '../shapes.js'
import {
  com,
  dia,
  digitos,
  doServico,
  inteiro,
  lista,
  logico,
  numero,
  paginacao,
  parcial,
  Referencia,
  ReferenciaOpcional,
  Registrado,
  registro,
  texto,
  umDe,
} from './shared.js'

export const ContatoDaConta = registro({ id: inteiro }, { nome: texto, numeroDocumento: texto, tipo: texto })

export const FormaDePagamentoDaConta = registro({ id: inteiro }, { codigoFiscal: doServico(inteiro) })

export const ContaContabilDaConta = parcial({ id: inteiro, descricao: texto })

export const OrigemDaConta = parcial({
  id: inteiro,
  tipoOrigem: texto,
  numero: texto,
  dataEmissao: texto,
  valor: numero,
  situacao: inteiro,
  url: texto,
})

export const ContaAReceberResumida = registro(
  {
    situacao: doServico(z.literal([1, 2, 3, 4, 5, 6, 7])),
    vencimento: dia,
    valor: numero,
    contato: ContatoDaConta,
  },
  {
    id: doServico(inteiro),
    idTransacao: texto,
    linkQRCodePix: texto,
    linkBoleto: texto,
    dataEmissao: dia,
    formaPagamento: FormaDePagamentoDaConta,
    contaContabil: ContaContabilDaConta,
    origem: OrigemDaConta,
  },
)

export const VendaDosBoletos = registro({ numero: texto })

export const NotaFiscalDosBoletos = registro({ numero: texto })

export const Boleto = parcial({
  id: inteiro,
  numeroExterno: texto,
  vencimento: texto,
  valor: numero,
  situacao: z.literal([1, 2, 3, 4, 5, 6]),
})

export const Boletos = parcial({
  venda: VendaDosBoletos,
  notaFiscal: NotaFiscalDosBoletos,
  valorTotal: numero,
  contas: z.array(Boleto),
})

export const OcorrenciaUnica = registro({ tipo: z.literal([1]) })

export const OcorrenciaParcelada = registro(
  { tipo: z.literal([2]), diaVencimento: inteiro },
  { considerarDiasUteis: logico, numeroParcelas: inteiro },
)

export const OcorrenciaPeriodica = registro(
  { tipo: z.literal([3, 4, 5, 6, 7, 8]), diaVencimento: inteiro },
  { considerarDiasUteis: logico, dataLimite: dia },
)

export const OcorrenciaSemanal = registro(
  { tipo: z.literal([9]), diaSemanaVencimento: inteiro },
  { considerarDiasUteis: logico, dataLimite: dia },
)

export const Ocorrencia = z.discriminatedUnion('tipo', [
  OcorrenciaUnica,
  OcorrenciaParcelada,
  OcorrenciaPeriodica,
  OcorrenciaSemanal,
])

export const ContaAReceber = com(
  ContaAReceberResumida,
  {
    saldo: doServico(numero),
    vencimentoOriginal: doServico(dia),
    numeroBanco: doServico(texto),
    borderos: doServico(z.array(inteiro)),
  },
  {
    numeroDocumento: texto,
    competencia: dia,
    historico: texto,
    portador: Referencia,
    categoria: Referencia,
    vendedor: Referencia,
    ocorrencia: Ocorrencia,
  },
)

export const ContaAReceberCriacao = registro(
  { vencimento: dia, valor: numero, contato: Referencia },
  {
    id: doServico(inteiro),
    situacao: doServico(z.literal([1, 2, 3, 4, 5, 6, 7])),
    formaPagamento: Referencia,
    saldo: doServico(numero),
    dataEmissao: dia,
    vencimentoOriginal: doServico(dia),
    numeroDocumento: texto,
    competencia: dia,
    historico: texto,
    numeroBanco: doServico(texto),
    portador: Referencia,
    categoria: Referencia,
    vendedor: Referencia,
    borderos: doServico(z.array(inteiro)),
    ocorrencia: Ocorrencia,
  },
)

export const BorderoDaBaixa = parcial({ bordero: ReferenciaOpcional })

export const Baixa = registro(
  { data: dia, usarDataVencimento: logico, portador: Referencia, categoria: Referencia, historico: texto },
  { juros: numero, desconto: numero, acrescimo: numero, valorRecebido: numero, tarifa: numero },
)

export const Autenticacao = registro({ tipo: z.literal([1, 4]), codigo: texto })

export const CancelamentoDeBoletos = registro(
  { motivo: texto },
  { autenticacao: Autenticacao, origem: Referencia, conta: Referencia },
)

export const ContaAReceberAtualizacao = ContaAReceberCriacao.omit({ ocorrencia: true })

export const ContaResumida = registro(
  {
    situacao: doServico(z.literal([1, 2, 3, 4, 5, 6, 7])),
    vencimento: dia,
    valor: numero,
    contato: Referencia,
  },
  { id: doServico(inteiro), formaPagamento: Referencia },
)

export const document = {
  list: lista(ContaAReceberResumida, {
    ...paginacao,
    'situacoes[]': z.array(umDe(['1', '2', '3', '4', '5'])),
    tipoFiltroData: umDe(['E', 'V', 'R'], 'E'),
    dataInicial: dia,
    dataFinal: dia,
    'idsCategorias[]': z.array(digitos),
    idPortador: digitos,
    idContato: digitos,
    idVendedor: digitos,
    idFormaPagamento: digitos,
    boletoGerado: umDe(['0', '1']),
  }),
  create: { data: Registrado, body: ContaAReceberCriacao },
  read: { data: ContaAReceber },
  replace: { body: ContaAReceberAtualizacao },
  'register-payment': { data: BorderoDaBaixa, body: Baixa },
  'list-slips': {
    data: Boletos,
    query: registro({ idOrigem: digitos }, { 'situacoes[]': z.array(umDe(['1', '2', '3', '4', '5', '6'])) }),
  },
  'cancel-slips': { body: CancelamentoDeBoletos },
} satisfies ShapeTable
