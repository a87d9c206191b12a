/** Accounts receivable (`/contas/receber`). `document` holds the public document's shapes by action: `list` is `GET /contas/receber`. */
import { z } from 'zod'
import type { ShapeTable } from '../shapes.js'
import * as s from './shared.js'

export const ContatoDaConta = s.object(
  { id: s.integer },
  { nome: s.text, numeroDocumento: s.text, tipo: s.text },
)

export const FormaDePagamentoDaConta = s.object({ id: s.integer }, { codigoFiscal: s.readOnly(s.integer) })

export const ContaContabilDaConta = s.partial({ id: s.integer, descricao: s.text })

export const OrigemDaConta = s.partial({
  id: s.integer,
  tipoOrigem: s.text,
  numero: s.text,
  dataEmissao: s.text,
  valor: s.number,
  situacao: s.integer,
  url: s.text,
})

export const ContaAReceberResumida = s.object(
  {
    situacao: s.readOnly(z.literal([1, 2, 3, 4, 5, 6, 7])),
    vencimento: s.date,
    valor: s.number,
    contato: ContatoDaConta,
  },
  {
    id: s.readOnly(s.integer),
    idTransacao: s.text,
    linkQRCodePix: s.text,
    linkBoleto: s.text,
    dataEmissao: s.date,
    formaPagamento: FormaDePagamentoDaConta,
    contaContabil: ContaContabilDaConta,
    origem: OrigemDaConta,
  },
)

export const VendaDosBoletos = s.object({ numero: s.text })

export const NotaFiscalDosBoletos = s.object({ numero: s.text })

export const Boleto = s.partial({
  id: s.integer,
  numeroExterno: s.text,
  vencimento: s.text,
  valor: s.number,
  situacao: z.literal([1, 2, 3, 4, 5, 6]),
})

export const Boletos = s.partial({
  venda: VendaDosBoletos,
  notaFiscal: NotaFiscalDosBoletos,
  valorTotal: s.number,
  contas: z.array(Boleto),
})

export const OcorrenciaUnica = s.object({ tipo: z.literal([1]) })

export const OcorrenciaParcelada = s.object(
  { tipo: z.literal([2]), diaVencimento: s.integer },
  { considerarDiasUteis: s.boolean, numeroParcelas: s.integer },
)

export const OcorrenciaPeriodica = s.object(
  { tipo: z.literal([3, 4, 5, 6, 7, 8]), diaVencimento: s.integer },
  { considerarDiasUteis: s.boolean, dataLimite: s.date },
)

export const OcorrenciaSemanal = s.object(
  { tipo: z.literal([9]), diaSemanaVencimento: s.integer },
  { considerarDiasUteis: s.boolean, dataLimite: s.date },
)

export const Ocorrencia = z.discriminatedUnion('tipo', [
  OcorrenciaUnica,
  OcorrenciaParcelada,
  OcorrenciaPeriodica,
  OcorrenciaSemanal,
])

export const ContaAReceber = s.extend(
  ContaAReceberResumida,
  {
    saldo: s.readOnly(s.number),
    vencimentoOriginal: s.readOnly(s.date),
    numeroBanco: s.readOnly(s.text),
    borderos: s.readOnly(z.array(s.integer)),
  },
  {
    numeroDocumento: s.text,
    competencia: s.date,
    historico: s.text,
    portador: s.Referencia,
    categoria: s.Referencia,
    vendedor: s.Referencia,
    ocorrencia: Ocorrencia,
  },
)

export const ContaAReceberCriacao = s.object(
  { vencimento: s.date, valor: s.number, contato: s.Referencia },
  {
    id: s.readOnly(s.integer),
    situacao: s.readOnly(z.literal([1, 2, 3, 4, 5, 6, 7])),
    formaPagamento: s.Referencia,
    saldo: s.readOnly(s.number),
    dataEmissao: s.date,
    vencimentoOriginal: s.readOnly(s.date),
    numeroDocumento: s.text,
    competencia: s.date,
    historico: s.text,
    numeroBanco: s.readOnly(s.text),
    portador: s.Referencia,
    categoria: s.Referencia,
    vendedor: s.Referencia,
    borderos: s.readOnly(z.array(s.integer)),
    ocorrencia: Ocorrencia,
  },
)

export const BorderoDaBaixa = s.partial({ bordero: s.ReferenciaOpcional })

export const Baixa = s.object(
  {
    data: s.date,
    usarDataVencimento: s.boolean,
    portador: s.Referencia,
    categoria: s.Referencia,
    historico: s.text,
  },
  { juros: s.number, desconto: s.number, acrescimo: s.number, valorRecebido: s.number, tarifa: s.number },
)

export const Autenticacao = s.object({ tipo: z.literal([1, 4]), codigo: s.text })

export const CancelamentoDeBoletos = s.object(
  { motivo: s.text },
  { autenticacao: Autenticacao, origem: s.Referencia, conta: s.Referencia },
)

export const ContaAReceberAtualizacao = ContaAReceberCriacao.omit({ ocorrencia: true })

export const ContaResumida = s.object(
  {
    situacao: s.readOnly(z.literal([1, 2, 3, 4, 5, 6, 7])),
    vencimento: s.date,
    valor: s.number,
    contato: s.Referencia,
  },
  { id: s.readOnly(s.integer), formaPagamento: s.Referencia },
)

export const document = {
  list: s.list(ContaAReceberResumida, {
    ...s.paging,
    'situacoes[]': z.array(s.queryOneOf(['1', '2', '3', '4', '5'])),
    tipoFiltroData: s.queryOneOf(['E', 'V', 'R'], 'E'),
    dataInicial: s.date,
    dataFinal: s.date,
    'idsCategorias[]': s.queryIds,
    idPortador: s.queryInteger,
    idContato: s.queryInteger,
    idVendedor: s.queryInteger,
    idFormaPagamento: s.queryInteger,
    boletoGerado: s.queryOneOf(['0', '1']),
  }),
  create: { data: s.Registrado, body: ContaAReceberCriacao },
  read: { data: ContaAReceber },
  replace: { body: ContaAReceberAtualizacao },
  'register-payment': { data: BorderoDaBaixa, body: Baixa },
  'list-slips': {
    data: Boletos,
    query: s.object(
      { idOrigem: s.queryInteger },
      { 'situacoes[]': z.array(s.queryOneOf(['1', '2', '3', '4', '5', '6'])) },
    ),
  },
  'cancel-slips': { body: CancelamentoDeBoletos },
} satisfies ShapeTable
