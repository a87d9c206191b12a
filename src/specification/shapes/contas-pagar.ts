/**
 * Accounts payable (`/contas/pagar`). `s.object({ id }, { nome })` requires `id` and allows `nome`; `s.partial` requires
 * no field; a body may leave out `s.readOnly` fields. `document` has what the service's public document shows of each
 * action: `list` is `GET /contas/pagar`.
 */
import { Baixa, ContaResumida, Ocorrencia } from './contas-receber.js'
import * as s from './shared.js'

const ContaAPagar = s.object(
  {
    situacao: s.readOnly(s.oneOf([1, 2, 3, 4, 5, 6, 7])),
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

const ContaAPagarCriacao = ContaAPagar.partial({
  situacao: true,
  vencimentoOriginal: true,
  numeroBanco: true,
  borderos: true,
})

export const document = {
  list: s.list(ContaResumida, {
    ...s.paging,
    dataEmissaoInicial: s.date,
    dataEmissaoFinal: s.date,
    dataVencimentoInicial: s.date,
    dataVencimentoFinal: s.date,
    dataPagamentoInicial: s.date,
    dataPagamentoFinal: s.date,
    situacao: s.queryOneOf(['1', '2', '3', '4', '5']),
    idContato: s.queryInteger,
  }),
  create: { data: s.Registrado, body: ContaAPagarCriacao },
  read: { data: ContaAPagar },
  replace: { data: s.Registrado, body: ContaAPagarCriacao },
  'register-payment': { data: s.partial({ bordero: s.ReferenciaOpcional }), body: Baixa },
} satisfies s.ShapeTable
