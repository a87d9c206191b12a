/** Cash entries (`/caixas`). `document` holds the public document's shapes by action: `list` is `GET /caixas`. */
import { z } from 'zod'
import type { ShapeTable } from '../shapes.js'
import * as s from './shared.js'

export const OrigemDoLancamento = s.partial({
  id: s.integer,
  tipo: s.readOnly(z.literal(['caixa', 'duplicata', 'bordero', 'estoque'])),
})

export const ContatoDoLancamento = s.partial({
  id: s.integer,
  nome: s.readOnly(s.text),
  cnpj: s.readOnly(s.text),
})

export const ContaFinanceira = s.partial({ id: s.integer, descricao: s.readOnly(s.text) })

export const LancamentoResumido = s.partial({
  id: s.text,
  debCred: s.text,
  situacao: s.text,
  valor: s.number,
  data: s.text,
  observacoes: s.text,
  descricao: s.text,
  origem: OrigemDoLancamento,
  contato: ContatoDoLancamento,
  contaFinanceira: ContaFinanceira,
})

export const CategoriaDoLancamento = s.partial({ id: s.integer, descricao: s.readOnly(s.text) })

export const Lancamento = s.partial({
  id: s.integer,
  debCred: z.literal(['D', 'C']),
  saldo: z.literal(['S', 'N']),
  situacao: z.literal(['R', 'E', 'H', 'N', 'P', 'C']),
  transferencia: z.literal(['1', '0']),
  tipoLancamento: z.literal(['1', '2']),
  data: s.date,
  competencia: s.date,
  valor: s.number,
  observacoes: s.text,
  parcela: s.ReferenciaOpcional,
  categoria: CategoriaDoLancamento,
  conciliacaoMovimentacao: s.ReferenciaOpcional,
  contato: ContatoDoLancamento,
  origem: OrigemDoLancamento,
  contaFinanceira: ContaFinanceira,
})

export const LancamentoEnviado = s.object(
  { data: s.date, valor: s.number, debCred: z.literal(['C', 'D']), competencia: s.date, observacoes: s.text },
  {
    id: s.integer,
    transferencia: s.text,
    contaFinanceira: ContaFinanceira,
    categoria: CategoriaDoLancamento,
    origem: OrigemDoLancamento,
    contato: ContatoDoLancamento,
  },
)

export const document = {
  list: s.list(LancamentoResumido, {
    pagina: s.queryPositive,
    dataInicial: s.date,
    dataFinal: s.date,
    idsCategorias: s.repeatable(s.queryInteger),
    idContaFinanceira: s.queryInteger,
    pesquisa: s.text,
    valor: s.queryNumber,
    situacaoConciliacao: s.queryOneOf(['1', '2', '3'], '3'),
    situacao: s.queryOneOf(['R', 'E'], 'R'),
  }),
  create: { data: s.ReferenciaOpcional, body: LancamentoEnviado },
  read: { data: Lancamento },
  replace: { data: s.ReferenciaOpcional, body: LancamentoEnviado },
} satisfies ShapeTable
