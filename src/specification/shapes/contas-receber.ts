/**
 * Accounts receivable (`/contas/receber`). `document` holds the public document's shapes by action: `list` is
 * `GET /contas/receber`.
 * - `s.object({ situacao }, { id })` requires `situacao` and allows `id`; `s.partial` requires nothing.
 * - `s.extend` adds or replaces fields in the same way.
 * - `s.readOnly`: only the service sets the field. A body made by `s.sent` may lack it.
 */
import { z } from 'zod'
import * as s from './shared.js'

export const situacao = s.readOnly(s.oneOf([1, 2, 3, 4, 5, 6, 7]))

const ContaAReceberResumida = s.object(
  {
    situacao,
    vencimento: s.date,
    valor: s.number,
    contato: s.object({ id: s.integer }, { nome: s.text, numeroDocumento: s.text, tipo: s.text }),
  },
  {
    id: s.readOnly(s.integer),
    idTransacao: s.text,
    linkQRCodePix: s.text,
    linkBoleto: s.text,
    dataEmissao: s.date,
    formaPagamento: s.object({ id: s.integer }, { codigoFiscal: s.readOnly(s.integer) }),
    contaContabil: s.partial({ id: s.integer, descricao: s.text }),
    origem: s.partial({
      id: s.integer,
      tipoOrigem: s.text,
      numero: s.text,
      dataEmissao: s.text,
      valor: s.number,
      situacao: s.integer,
      url: s.text,
    }),
  },
)

const Boletos = s.partial({
  venda: s.object({ numero: s.text }),
  notaFiscal: s.object({ numero: s.text }),
  valorTotal: s.number,
  contas: s.array(
    s.partial({
      id: s.integer,
      numeroExterno: s.text,
      vencimento: s.text,
      valor: s.number,
      situacao: s.oneOf([1, 2, 3, 4, 5, 6]),
    }),
  ),
})

const OcorrenciaParcelada = s.object(
  { tipo: s.oneOf([2]), diaVencimento: s.integer },
  { considerarDiasUteis: s.boolean, numeroParcelas: s.integer },
)

const OcorrenciaPeriodica = s.object(
  { tipo: s.oneOf([3, 4, 5, 6, 7, 8]), diaVencimento: s.integer },
  { considerarDiasUteis: s.boolean, dataLimite: s.date },
)

const OcorrenciaSemanal = s.object(
  { tipo: s.oneOf([9]), diaSemanaVencimento: s.integer },
  { considerarDiasUteis: s.boolean, dataLimite: s.date },
)

export const Ocorrencia = z.discriminatedUnion('tipo', [
  s.object({ tipo: s.oneOf([1]) }),
  OcorrenciaParcelada,
  OcorrenciaPeriodica,
  OcorrenciaSemanal,
])

/** What the account and its body have beside the summary. */
const required = {
  saldo: s.readOnly(s.number),
  vencimentoOriginal: s.readOnly(s.date),
  numeroBanco: s.readOnly(s.text),
  borderos: s.readOnly(s.array(s.integer)),
}
const allowed = {
  numeroDocumento: s.text,
  competencia: s.date,
  historico: s.text,
  portador: s.Referencia,
  categoria: s.Referencia,
  vendedor: s.Referencia,
  ocorrencia: Ocorrencia,
}

const ContaAReceber = s.extend(ContaAReceberResumida, required, allowed)

export const ContaResumida = s.object(
  { situacao, vencimento: s.date, valor: s.number, contato: s.Referencia },
  { id: s.readOnly(s.integer), formaPagamento: s.Referencia },
)

const ContaAReceberEnviada = s.sent(s.extend(ContaResumida, required, { dataEmissao: s.date, ...allowed }))

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

const CancelamentoDeBoletos = s.object(
  { motivo: s.text },
  {
    autenticacao: s.object({ tipo: s.oneOf([1, 4]), codigo: s.text }),
    origem: s.Referencia,
    conta: s.Referencia,
  },
)

export const document = {
  list: s.pagedList(ContaAReceberResumida, {
    'situacoes[]': s.array(s.queryOneOf(['1', '2', '3', '4', '5'])),
    tipoFiltroData: s.queryOneOf(['E', 'V', 'R'], { default: 'E' }),
    dataInicial: s.date,
    dataFinal: s.date,
    'idsCategorias[]': s.queryIds,
    idPortador: s.queryInteger,
    idContato: s.queryInteger,
    idVendedor: s.queryInteger,
    idFormaPagamento: s.queryInteger,
    boletoGerado: s.queryOneOf(['0', '1']),
  }),
  create: { data: s.Registrado, body: ContaAReceberEnviada },
  read: { data: ContaAReceber },
  replace: { body: ContaAReceberEnviada.omit({ ocorrencia: true }) },
  'register-payment': { data: s.partial({ bordero: s.ReferenciaOpcional }), body: Baixa },
  'list-slips': {
    data: Boletos,
    query: s.object(
      { idOrigem: s.queryInteger },
      { 'situacoes[]': s.array(s.queryOneOf(['1', '2', '3', '4', '5', '6'])) },
    ),
  },
  'cancel-slips': { body: CancelamentoDeBoletos },
} satisfies s.ShapeTable
