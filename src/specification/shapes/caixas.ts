import { z } from 'zod'
import type { ShapeTable } from '../shapes.js'
import * as s from './shared.js'

export const OrigemDoLancamento = s.parcial({
  id: s.inteiro,
  tipo: s.doServico(z.literal(['caixa', 'duplicata', 'bordero', 'estoque'])),
})

export const ContatoDoLancamento = s.parcial({
  id: s.inteiro,
  nome: s.doServico(s.texto),
  cnpj: s.doServico(s.texto),
})

export const ContaFinanceira = s.parcial({ id: s.inteiro, descricao: s.doServico(s.texto) })

export const LancamentoResumido = s.parcial({
  id: s.texto,
  debCred: s.texto,
  situacao: s.texto,
  valor: s.numero,
  data: s.texto,
  observacoes: s.texto,
  descricao: s.texto,
  origem: OrigemDoLancamento,
  contato: ContatoDoLancamento,
  contaFinanceira: ContaFinanceira,
})

export const CategoriaDoLancamento = s.parcial({ id: s.inteiro, descricao: s.doServico(s.texto) })

export const Lancamento = s.parcial({
  id: s.inteiro,
  debCred: z.literal(['D', 'C']),
  saldo: z.literal(['S', 'N']),
  situacao: z.literal(['R', 'E', 'H', 'N', 'P', 'C']),
  transferencia: z.literal(['1', '0']),
  tipoLancamento: z.literal(['1', '2']),
  data: s.dia,
  competencia: s.dia,
  valor: s.numero,
  observacoes: s.texto,
  parcela: s.ReferenciaOpcional,
  categoria: CategoriaDoLancamento,
  conciliacaoMovimentacao: s.ReferenciaOpcional,
  contato: ContatoDoLancamento,
  origem: OrigemDoLancamento,
  contaFinanceira: ContaFinanceira,
})

export const LancamentoEnviado = s.registro(
  { data: s.dia, valor: s.numero, debCred: z.literal(['C', 'D']), competencia: s.dia, observacoes: s.texto },
  {
    id: s.inteiro,
    transferencia: s.texto,
    contaFinanceira: ContaFinanceira,
    categoria: CategoriaDoLancamento,
    origem: OrigemDoLancamento,
    contato: ContatoDoLancamento,
  },
)

export const document = {
  list: s.lista(LancamentoResumido, {
    pagina: s.ordinal,
    dataInicial: s.dia,
    dataFinal: s.dia,
    idsCategorias: s.repetivel(s.digitos),
    idContaFinanceira: s.digitos,
    pesquisa: s.texto,
    valor: s.decimal,
    situacaoConciliacao: s.umDe(['1', '2', '3'], '3'),
    situacao: s.umDe(['R', 'E'], 'R'),
  }),
  create: { data: s.ReferenciaOpcional, body: LancamentoEnviado },
  read: { data: Lancamento },
  replace: { data: s.ReferenciaOpcional, body: LancamentoEnviado },
} satisfies ShapeTable
