/**
 * Commercial proposals (`/propostas-comerciais`). `document` holds the public document's shapes by action: `list` is
 * `GET /propostas-comerciais`.
 * - `s.object({ id }, { unidadeNegocio })` requires `id` and allows `unidadeNegocio`; `s.partial` requires nothing.
 * - `s.extend` adds or replaces fields in the same way.
 * - `s.readOnly`: only the service sets the field. A body made by `s.sent` may lack it.
 */
import * as s from './shared.js'

const PropostaResumida = s.partial({
  id: s.readOnly(s.integer),
  data: s.date,
  situacao: s.text,
  total: s.readOnly(s.number),
  totalProdutos: s.readOnly(s.number),
  numero: s.integer,
  contato: s.ReferenciaOpcional,
  loja: s.object({ id: s.integer }, { unidadeNegocio: s.Referencia }),
})

const TransporteDaProposta = s.partial({
  freteModalidade: s.oneOf([0, 1, 2, 3, 4, 9]),
  frete: s.number,
  quantidadeVolumes: s.number,
  prazoEntrega: s.integer,
  pesoBruto: s.number,
  contato: s.partial({ id: s.integer, nome: s.text }),
  volumes: s.object(
    { id: s.readOnly(s.integer) },
    { servico: s.readOnly(s.text), codigoRastreamento: s.readOnly(s.text) },
  ),
})

const Proposta = s.extend(
  PropostaResumida,
  {
    itens: s.array(
      s.partial({
        produto: s.partial({ id: s.integer, descricao: s.text }),
        codigo: s.text,
        unidade: s.text,
        quantidade: s.number,
        desconto: s.number,
        valor: s.number,
        descricaoDetalhada: s.text,
      }),
    ),
    parcelas: s.array(
      s.partial({
        numeroDias: s.integer,
        dataVencimento: s.date,
        valor: s.number,
        observacoes: s.text,
        formaPagamento: s.ReferenciaOpcional,
      }),
    ),
  },
  {
    desconto: s.number,
    outrasDespesas: s.number,
    garantia: s.integer,
    dataProximoContato: s.text,
    observacoes: s.text,
    observacaoInterna: s.text,
    totalOutrosItens: s.integer,
    aosCuidadosDe: s.text,
    introducao: s.text,
    prazoEntrega: s.text,
    vendedor: s.ReferenciaOpcional,
    transporte: TransporteDaProposta,
  },
)

const PropostaEnviada = s.sent(Proposta)

const SituacaoDaProposta = s.partial({
  situacao: s.oneOf(['Pendente', 'Aguardando', 'Não aprovado', 'Aprovado', 'Concluído', 'Rascunho']),
})

export const document = {
  list: s.pagedList(PropostaResumida, {
    situacao: s.text,
    idContato: s.queryInteger,
    dataInicial: s.date,
    dataFinal: s.date,
  }),
  create: { data: s.Registrado, body: PropostaEnviada },
  'remove-many': {
    data: s.partial({ alertas: s.array(s.Erro) }),
    query: s.object({ 'idsPropostasComerciais[]': s.queryIds }),
  },
  read: { data: Proposta },
  replace: { body: PropostaEnviada },
  'set-situation': { body: SituacaoDaProposta },
} satisfies s.ShapeTable
