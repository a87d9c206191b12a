/**
 * Contracts (`/contratos`). `document` holds the public document's shapes by action: `list` is `GET /contratos`.
 * - `s.object({ descricao }, { id })` requires `descricao` and allows `id`; `s.partial` requires nothing.
 * - `s.extend` adds or replaces fields in the same way.
 * - `s.readOnly`: only the service sets the field; a body may lack it.
 */
import * as s from './shared.js'

const ContratoResumido = s.object(
  {
    descricao: s.text,
    data: s.date,
    numero: s.text,
    valor: s.number,
    situacao: s.oneOf([0, 1, 2, 3, 4]),
    contato: s.Referencia,
  },
  { id: s.readOnly(s.integer) },
)

const Contrato = s.extend(
  ContratoResumido,
  {
    dataFim: s.text,
    tipoManutencao: s.oneOf([1, 2]),
    emitirOrdemServico: s.boolean,
    observacoes: s.text,
    vendedor: s.object({
      id: s.integer,
      comissao: s.object({ aliquota: s.number, numeroParcelas: s.integer }),
    }),
    categoria: s.Referencia,
    desconto: s.object({ valor: s.number, dataFim: s.text }),
    contaContabil: s.ReferenciaOpcional,
    formaPagamento: s.Referencia,
    cobranca: s.partial({
      dataBase: s.date,
      contato: s.ReferenciaOpcional,
      vencimento: s.partial({
        tipo: s.oneOf([1, 2, 3]),
        dia: s.integer,
        periodicidade: s.oneOf([1, 2, 3, 4, 5, 6, 7]),
      }),
    }),
  },
  {
    notaFiscal: s.partial({
      mes: s.oneOf([1, 2, 3]),
      gerar: s.oneOf([1, 2]),
      descontarImpostoRenda: s.oneOf([1, 2, 3]),
      texto: s.text,
      cfop: s.text,
      iss: s.partial({ descontar: s.boolean, aliquota: s.number }),
      item: s.partial({ codigoServico: s.text, produto: s.ReferenciaOpcional }),
    }),
  },
)

export const document = {
  list: s.pagedList(ContratoResumido, {
    dataCriacaoInicio: s.date,
    dataCriacaoFinal: s.date,
    dataBaseInicio: s.date,
    dataBaseFinal: s.date,
    situacao: s.queryOneOf(['0', '1', '2', '3'], { default: '1' }),
    idContato: s.queryInteger,
    idContatoCobranca: s.queryInteger,
  }),
  create: { data: s.Registrado, body: Contrato },
  read: { data: Contrato },
  replace: { data: s.Registrado, body: Contrato },
} satisfies s.ShapeTable
