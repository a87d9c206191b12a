import { z } from 'zod'
import type { ShapeTable } from '../shapes.js'
import { Baixa, ContaResumida, Ocorrencia } from './contas-receber.js'
import * as s from './shared.js'

export const ContaAPagar = s.registro(
  {
    situacao: s.doServico(z.literal([1, 2, 3, 4, 5, 6, 7])),
    vencimento: s.dia,
    valor: s.numero,
    contato: s.Referencia,
    vencimentoOriginal: s.doServico(s.dia),
    numeroBanco: s.doServico(s.texto),
    borderos: s.doServico(z.array(s.inteiro)),
  },
  {
    id: s.doServico(s.inteiro),
    formaPagamento: s.Referencia,
    saldo: s.numero,
    dataEmissao: s.dia,
    numeroDocumento: s.texto,
    competencia: s.dia,
    historico: s.texto,
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

export const BorderoDaBaixa = s.parcial({ bordero: s.ReferenciaOpcional })

export const document = {
  list: s.lista(ContaResumida, {
    ...s.paginacao,
    dataEmissaoInicial: s.dia,
    dataEmissaoFinal: s.dia,
    dataVencimentoInicial: s.dia,
    dataVencimentoFinal: s.dia,
    dataPagamentoInicial: s.dia,
    dataPagamentoFinal: s.dia,
    situacao: s.umDe(['1', '2', '3', '4', '5']),
    idContato: s.digitos,
  }),
  create: { data: s.Registrado, body: ContaAPagarCriacao },
  read: { data: ContaAPagar },
  replace: { data: s.Registrado, body: ContaAPagarCriacao },
  'register-payment': { data: BorderoDaBaixa, body: Baixa },
} satisfies ShapeTable
