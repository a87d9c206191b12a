import { z } from 'zod'
import type { ShapeTable } from '../shapes.js'
import {
  decimal,
  dia,
  digitos,
  doServico,
  inteiro,
  lista,
  numero,
  ordinal,
  parcial,
  ReferenciaOpcional,
  registro,
  repetivel,
  texto,
  umDe,
} from './shared.js'

export const OrigemDoLancamento = parcial({
  id: inteiro,
  tipo: doServico(z.literal(['caixa', 'duplicata', 'bordero', 'estoque'])),
})

export const ContatoDoLancamento = parcial({ id: inteiro, nome: doServico(texto), cnpj: doServico(texto) })

export const ContaFinanceira = parcial({ id: inteiro, descricao: doServico(texto) })

export const LancamentoResumido = parcial({
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
})

export const CategoriaDoLancamento = parcial({ id: inteiro, descricao: doServico(texto) })

export const Lancamento = parcial({
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
})

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
  list: lista(LancamentoResumido, {
    pagina: ordinal,
    dataInicial: dia,
    dataFinal: dia,
    idsCategorias: repetivel(digitos),
    idContaFinanceira: digitos,
    pesquisa: texto,
    valor: decimal,
    situacaoConciliacao: umDe(['1', '2', '3'], '3'),
    situacao: umDe(['R', 'E'], 'R'),
  }),
  create: { data: ReferenciaOpcional, body: LancamentoEnviado },
  read: { data: Lancamento },
  replace: { data: ReferenciaOpcional, body: LancamentoEnviado },
} satisfies ShapeTable
