/** Accounts payable (`/contas/pagar`). `document` holds the public document's shapes by action: `list` is `GET /contas/pagar`. */
import { z } from 'zod'
import type { ShapeTable } from '../shapes.js'
import { Baixa, ContaResumida, Ocorrencia } from './contas-receber.js'
import * as s from './shared.js'

export const ContaAPagar = s.object(
  {
    situacao: s.readOnly(z.literal([1, 2, 3, 4, 5, 6, 7])),
    vencimento: s.date,
    valor: s.number,
    contato: s.Referencia,
    vencimentoOriginal: s.readOnly(s.date),
    numeroBanco: s.readOnly(s.text),
    borderos: s.readOnly(z.array(s.integer)),
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

export const ContaAPagarCriacao = ContaAPagar.partial({
  situacao: true,
  vencimentoOriginal: true,
  numeroBanco: true,
  borderos: true,
})

export const BorderoDaBaixa = s.partial({ bordero: s.ReferenciaOpcional })

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
  'register-payment': { data: BorderoDaBaixa, body: Baixa },
} satisfies ShapeTable
