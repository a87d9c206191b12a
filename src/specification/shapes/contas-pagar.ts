import { z } from 'zod'
import type { ShapeTable } from '../shapes.js'
import { Baixa, ContaResumida, Ocorrencia } from './contas-receber.js'
import {
  dia,
  digitos,
  doServico,
  inteiro,
  lista,
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

export const ContaAPagar = registro(
  {
    situacao: doServico(z.literal([1, 2, 3, 4, 5, 6, 7])),
    vencimento: dia,
    valor: numero,
    contato: Referencia,
    vencimentoOriginal: doServico(dia),
    numeroBanco: doServico(texto),
    borderos: doServico(z.array(inteiro)),
  },
  {
    id: doServico(inteiro),
    formaPagamento: Referencia,
    saldo: numero,
    dataEmissao: dia,
    numeroDocumento: texto,
    competencia: dia,
    historico: texto,
    portador: Referencia,
    categoria: Referencia,
    ocorrencia: Ocorrencia,
  },
)

export const ContaAPagarCriacao = ContaAPagar.partial({
  situacao: true,
  vencimentoOriginal: true,
  numeroBanco: true,
  borderos: true,
})

export const BorderoDaBaixa = parcial({ bordero: ReferenciaOpcional })

export const document = {
  list: lista(ContaResumida, {
    ...paginacao,
    dataEmissaoInicial: dia,
    dataEmissaoFinal: dia,
    dataVencimentoInicial: dia,
    dataVencimentoFinal: dia,
    dataPagamentoInicial: dia,
    dataPagamentoFinal: dia,
    situacao: umDe(['1', '2', '3', '4', '5']),
    idContato: digitos,
  }),
  create: { data: Registrado, body: ContaAPagarCriacao },
  read: { data: ContaAPagar },
  replace: { data: Registrado, body: ContaAPagarCriacao },
  'register-payment': { data: BorderoDaBaixa, body: Baixa },
} satisfies ShapeTable
