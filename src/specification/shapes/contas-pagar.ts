/**
 * Accounts payable (`/contas/pagar`). `document` holds the public document's shapes by action: `list` is
 * `GET /contas/pagar`.
 * - `s.object({ situacao }, { id })` requires `situacao` and allows `id`; `s.partial` requires nothing.
 * - `s.readOnly`: only the service sets the field. A body made by `s.sent` may lack it.
 */
import { Baixa, ContaResumida, Ocorrencia, situacao } from './contas-receber.js'
import * as s from './shared.js'

const ContaAPagar = s.object(
  {
    situacao,
    vencimento: s.date,
    valor: s.number,
    contato: s.Referencia,
    vencimentoOriginal: s.readOnly(s.date),
    numeroBanco: s.readOnly(s.text),
    borderos: s.readOnly(s.array(s.integer)),
  },
  {
    id: s.readOnly(s.integer),
    formaPagamento: s.Referencia,
    saldo: s.number,
    dataEmissao: s.date,
    numeroDocumento: s.text,
    competencia: s.date,
    historico: s.text,
    portador: s.Referencia,
    categoria: s.Referencia,
    ocorrencia: Ocorrencia,
  },
)

const ContaAPagarEnviada = s.sent(ContaAPagar)

export const document = {
  list: s.pagedList(ContaResumida, {
    dataEmissaoInicial: s.date,
    dataEmissaoFinal: s.date,
    dataVencimentoInicial: s.date,
    dataVencimentoFinal: s.date,
    dataPagamentoInicial: s.date,
    dataPagamentoFinal: s.date,
    situacao: s.queryOneOf(['1', '2', '3', '4', '5']),
    idContato: s.queryInteger,
  }),
  create: { data: s.Registrado, body: ContaAPagarEnviada },
  read: { data: ContaAPagar },
  replace: { data: s.Registrado, body: ContaAPagarEnviada },
  'register-payment': { data: s.partial({ bordero: s.ReferenciaOpcional }), body: Baixa },
} satisfies s.ShapeTable
