/**
 * Payment methods (`/formas-pagamentos`). `document` holds the public document's shapes by action: `list` is
 * `GET /formas-pagamentos`.
 * - `s.object({ descricao }, { id })` requires `descricao` and allows `id`; `s.partial` requires nothing.
 * - `s.extend` adds or replaces fields in the same way.
 * - `s.readOnly`: only the service sets the field; a body may lack it.
 */
import * as s from './shared.js'

const FormaDePagamentoResumida = s.object(
  {
    descricao: s.text,
    tipoPagamento: s.oneOf([1, 2, 3, 4, 5, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 90, 99]),
    finalidade: s.oneOf([1, 2, 3]),
  },
  {
    id: s.readOnly(s.integer),
    situacao: s.oneOf([0, 1]),
    fixa: s.readOnly(s.boolean),
    padrao: s.oneOf([0, 1, 2]),
    juros: s.number,
    multa: s.number,
  },
)

const FormaDePagamento = s.extend(
  FormaDePagamentoResumida,
  { destino: s.oneOf([1, 2, 3]) },
  {
    condicao: s.text,
    utilizaDiasUteis: s.boolean,
    taxas: s.partial({ aliquota: s.number, valor: s.number, prazo: s.integer }),
    dadosCartao: s.object(
      { bandeira: s.oneOf([1, 2, 3, 4, 5, 6, 7, 8, 9, 99]), tipo: s.oneOf([1, 2]) },
      { cnpjCredenciadora: s.text, autoLiquidacao: s.oneOf([0, 1]) },
    ),
  },
)

export const document = {
  list: s.pagedList(FormaDePagamentoResumida, {
    descricao: s.text,
    'tiposPagamentos[]': s.queryIds,
    situacao: s.queryOneOf(['0', '1']),
  }),
  create: { data: s.Registrado, body: FormaDePagamento },
  read: { data: FormaDePagamento },
  replace: { data: s.Registrado, body: FormaDePagamento },
  'set-default': { body: s.object({ padrao: s.oneOf([1, 2, 3]) }) },
  'set-situation': { body: s.object({ situacao: s.oneOf([0, 1]) }) },
} satisfies s.ShapeTable
