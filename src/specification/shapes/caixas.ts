/**
 * Cash entries (`/caixas`). `document` holds the public document's shapes by action: `list` is `GET /caixas`.
 * - `s.object({ data }, { id })` requires `data` and allows `id`; `s.partial` requires nothing.
 * - `s.readOnly`: only the service sets the field; a body may lack it.
 */
import * as s from './shared.js'

const OrigemDoLancamento = s.partial({
  id: s.integer,
  tipo: s.readOnly(s.oneOf(['caixa', 'duplicata', 'bordero', 'estoque'])),
})

const ContatoDoLancamento = s.partial({ id: s.integer, nome: s.readOnly(s.text), cnpj: s.readOnly(s.text) })

const ContaFinanceira = s.partial({ id: s.integer, descricao: s.readOnly(s.text) })

const LancamentoResumido = s.partial({
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

const CategoriaDoLancamento = s.partial({ id: s.integer, descricao: s.readOnly(s.text) })

const Lancamento = s.partial({
  id: s.integer,
  debCred: s.oneOf(['D', 'C']),
  saldo: s.oneOf(['S', 'N']),
  situacao: s.oneOf(['R', 'E', 'H', 'N', 'P', 'C']),
  transferencia: s.oneOf(['1', '0']),
  tipoLancamento: s.oneOf(['1', '2']),
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

const LancamentoEnviado = s.object(
  { data: s.date, valor: s.number, debCred: s.oneOf(['C', 'D']), competencia: s.date, observacoes: s.text },
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
  list: {
    data: s.array(LancamentoResumido),
    query: s.partial({
      pagina: s.queryPositive,
      dataInicial: s.date,
      dataFinal: s.date,
      idsCategorias: s.repeatable(s.queryInteger),
      idContaFinanceira: s.queryInteger,
      pesquisa: s.text,
      valor: s.queryNumber,
      situacaoConciliacao: s.queryOneOf(['1', '2', '3'], { default: '3' }),
      situacao: s.queryOneOf(['R', 'E'], { default: 'R' }),
    }),
  },
  create: { data: s.ReferenciaOpcional, body: LancamentoEnviado },
  read: { data: Lancamento },
  replace: { data: s.ReferenciaOpcional, body: LancamentoEnviado },
} satisfies s.ShapeTable
