import { z } from 'zod'
import type { ShapeTable } from '../shapes.js'
import {
  decimal,
  dia,
  digitos,
  doServico,
  inteiro,
  numero,
  ordinal,
  ReferenciaOpcional,
  registro,
  repetivel,
  texto,
  umDe,
} from './shared.js'

export const OrigemDoLancamento = registro(
  {},
  { id: inteiro, tipo: doServico(z.literal(['caixa', 'duplicata', 'bordero', 'estoque'])) },
)

export const ContatoDoLancamento = registro(
  {},
  { id: inteiro, nome: doServico(texto), cnpj: doServico(texto) },
)

export const ContaFinanceira = registro({}, { id: inteiro, descricao: doServico(texto) })

export const LancamentoResumido = registro(
  {},
  {
    id: texto,
    debCred: texto,
    situacao: texto,
    valor: numero,
    data: texto,
    observacoes: texto,
    descricao: texto,
    origem: OrigemDoLancamento,
    contato: ContatoDoLancamento,
    contaFinanceira: ContaFinanceira,
  },
)

export const CategoriaDoLancamento = registro({}, { id: inteiro, descricao: doServico(texto) })

export const Lancamento = registro(
  {},
  {
    id: inteiro,
    debCred: z.literal(['D', 'C']),
    saldo: z.literal(['S', 'N']),
    situacao: z.literal(['R', 'E', 'H', 'N', 'P', 'C']),
    transferencia: z.literal(['1', '0']),
    tipoLancamento: z.literal(['1', '2']),
    data: dia,
    competencia: dia,
    valor: numero,
    observacoes: texto,
    parcela: ReferenciaOpcional,
    categoria: CategoriaDoLancamento,
    conciliacaoMovimentacao: ReferenciaOpcional,
    contato: ContatoDoLancamento,
    origem: OrigemDoLancamento,
    contaFinanceira: ContaFinanceira,
  },
)

export const LancamentoEnviado = registro(
  { data: dia, valor: numero, debCred: z.literal(['C', 'D']), competencia: dia, observacoes: texto },
  {
    id: inteiro,
    transferencia: texto,
    contaFinanceira: ContaFinanceira,
    categoria: CategoriaDoLancamento,
    origem: OrigemDoLancamento,
    contato: ContatoDoLancamento,
  },
)

export const document = {
  list: {
    data: z.array(LancamentoResumido),
    query: registro(
      {},
      {
        pagina: ordinal,
        dataInicial: dia,
        dataFinal: dia,
        idsCategorias: repetivel(digitos),
        idContaFinanceira: digitos,
        pesquisa: texto,
        valor: decimal,
        situacaoConciliacao: umDe(['1', '2', '3'], '3'),
        situacao: umDe(['R', 'E'], 'R'),
      },
    ),
  },
  create: { data: ReferenciaOpcional, body: LancamentoEnviado },
  read: { data: Lancamento },
  replace: { data: ReferenciaOpcional, body: LancamentoEnviado },
} satisfies ShapeTable
