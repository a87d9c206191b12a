import { z } from 'zod'
import type { ShapeTable } from '../shapes.js'
import * as s from './shared.js'

export const ContatoDaConta = s.registro(
  { id: s.inteiro },
  { nome: s.texto, numeroDocumento: s.texto, tipo: s.texto },
)

export const FormaDePagamentoDaConta = s.registro({ id: s.inteiro }, { codigoFiscal: s.doServico(s.inteiro) })

export const ContaContabilDaConta = s.parcial({ id: s.inteiro, descricao: s.texto })

export const OrigemDaConta = s.parcial({
  id: s.inteiro,
  tipoOrigem: s.texto,
  numero: s.texto,
  dataEmissao: s.texto,
  valor: s.numero,
  situacao: s.inteiro,
  url: s.texto,
})

export const ContaAReceberResumida = s.registro(
  {
    situacao: s.doServico(z.literal([1, 2, 3, 4, 5, 6, 7])),
    vencimento: s.dia,
    valor: s.numero,
    contato: ContatoDaConta,
  },
  {
    id: s.doServico(s.inteiro),
    idTransacao: s.texto,
    linkQRCodePix: s.texto,
    linkBoleto: s.texto,
    dataEmissao: s.dia,
    formaPagamento: FormaDePagamentoDaConta,
    contaContabil: ContaContabilDaConta,
    origem: OrigemDaConta,
  },
)

export const VendaDosBoletos = s.registro({ numero: s.texto })

export const NotaFiscalDosBoletos = s.registro({ numero: s.texto })

export const Boleto = s.parcial({
  id: s.inteiro,
  numeroExterno: s.texto,
  vencimento: s.texto,
  valor: s.numero,
  situacao: z.literal([1, 2, 3, 4, 5, 6]),
})

export const Boletos = s.parcial({
  venda: VendaDosBoletos,
  notaFiscal: NotaFiscalDosBoletos,
  valorTotal: s.numero,
  contas: z.array(Boleto),
})

export const OcorrenciaUnica = s.registro({ tipo: z.literal([1]) })

export const OcorrenciaParcelada = s.registro(
  { tipo: z.literal([2]), diaVencimento: s.inteiro },
  { considerarDiasUteis: s.logico, numeroParcelas: s.inteiro },
)

export const OcorrenciaPeriodica = s.registro(
  { tipo: z.literal([3, 4, 5, 6, 7, 8]), diaVencimento: s.inteiro },
  { considerarDiasUteis: s.logico, dataLimite: s.dia },
)

export const OcorrenciaSemanal = s.registro(
  { tipo: z.literal([9]), diaSemanaVencimento: s.inteiro },
  { considerarDiasUteis: s.logico, dataLimite: s.dia },
)

export const Ocorrencia = z.discriminatedUnion('tipo', [
  OcorrenciaUnica,
  OcorrenciaParcelada,
  OcorrenciaPeriodica,
  OcorrenciaSemanal,
])

export const ContaAReceber = s.com(
  ContaAReceberResumida,
  {
    saldo: s.doServico(s.numero),
    vencimentoOriginal: s.doServico(s.dia),
    numeroBanco: s.doServico(s.texto),
    borderos: s.doServico(z.array(s.inteiro)),
  },
  {
    numeroDocumento: s.texto,
    competencia: s.dia,
    historico: s.texto,
    portador: s.Referencia,
    categoria: s.Referencia,
    vendedor: s.Referencia,
    ocorrencia: Ocorrencia,
  },
)

export const ContaAReceberCriacao = s.registro(
  { vencimento: s.dia, valor: s.numero, contato: s.Referencia },
  {
    id: s.doServico(s.inteiro),
    situacao: s.doServico(z.literal([1, 2, 3, 4, 5, 6, 7])),
    formaPagamento: s.Referencia,
    saldo: s.doServico(s.numero),
    dataEmissao: s.dia,
    vencimentoOriginal: s.doServico(s.dia),
    numeroDocumento: s.texto,
    competencia: s.dia,
    historico: s.texto,
    numeroBanco: s.doServico(s.texto),
    portador: s.Referencia,
    categoria: s.Referencia,
    vendedor: s.Referencia,
    borderos: s.doServico(z.array(s.inteiro)),
    ocorrencia: Ocorrencia,
  },
)

export const BorderoDaBaixa = s.parcial({ bordero: s.ReferenciaOpcional })

export const Baixa = s.registro(
  {
    data: s.dia,
    usarDataVencimento: s.logico,
    portador: s.Referencia,
    categoria: s.Referencia,
    historico: s.texto,
  },
  { juros: s.numero, desconto: s.numero, acrescimo: s.numero, valorRecebido: s.numero, tarifa: s.numero },
)

export const Autenticacao = s.registro({ tipo: z.literal([1, 4]), codigo: s.texto })

export const CancelamentoDeBoletos = s.registro(
  { motivo: s.texto },
  { autenticacao: Autenticacao, origem: s.Referencia, conta: s.Referencia },
)

export const ContaAReceberAtualizacao = ContaAReceberCriacao.omit({ ocorrencia: true })

export const ContaResumida = s.registro(
  {
    situacao: s.doServico(z.literal([1, 2, 3, 4, 5, 6, 7])),
    vencimento: s.dia,
    valor: s.numero,
    contato: s.Referencia,
  },
  { id: s.doServico(s.inteiro), formaPagamento: s.Referencia },
)

export const document = {
  list: s.lista(ContaAReceberResumida, {
    ...s.paginacao,
    'situacoes[]': z.array(s.umDe(['1', '2', '3', '4', '5'])),
    tipoFiltroData: s.umDe(['E', 'V', 'R'], 'E'),
    dataInicial: s.dia,
    dataFinal: s.dia,
    'idsCategorias[]': s.ids,
    idPortador: s.digitos,
    idContato: s.digitos,
    idVendedor: s.digitos,
    idFormaPagamento: s.digitos,
    boletoGerado: s.umDe(['0', '1']),
  }),
  create: { data: s.Registrado, body: ContaAReceberCriacao },
  read: { data: ContaAReceber },
  replace: { body: ContaAReceberAtualizacao },
  'register-payment': { data: BorderoDaBaixa, body: Baixa },
  'list-slips': {
    data: Boletos,
    query: s.registro(
      { idOrigem: s.digitos },
      { 'situacoes[]': z.array(s.umDe(['1', '2', '3', '4', '5', '6'])) },
    ),
  },
  'cancel-slips': { body: CancelamentoDeBoletos },
} satisfies ShapeTable
