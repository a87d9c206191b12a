/**
 * Commercial proposals (`/propostas-comerciais`). `document` holds the public document's shapes by action: `list` is
 * `GET /propostas-comerciais`.
 */
import { z } from 'zod'
import type { ShapeTable } from '../shapes.js'
import * as s from './shared.js'

export const LojaDaProposta = s.object({ id: s.integer }, { unidadeNegocio: s.Referencia })

export const PropostaResumida = s.partial({
  id: s.readOnly(s.integer),
  data: s.date,
  situacao: s.text,
  total: s.readOnly(s.number),
  totalProdutos: s.readOnly(s.number),
  numero: s.integer,
  contato: s.ReferenciaOpcional,
  loja: LojaDaProposta,
})

export const ProdutoDoItem = s.partial({ id: s.integer, descricao: s.text })

export const ItemDaProposta = s.partial({
  produto: ProdutoDoItem,
  codigo: s.text,
  unidade: s.text,
  quantidade: s.number,
  desconto: s.number,
  valor: s.number,
  descricaoDetalhada: s.text,
})

export const ParcelaDaProposta = s.partial({
  numeroDias: s.integer,
  dataVencimento: s.date,
  valor: s.number,
  observacoes: s.text,
  formaPagamento: s.ReferenciaOpcional,
})

export const Transportador = s.partial({ id: s.integer, nome: s.text })

export const Volume = s.object(
  { id: s.readOnly(s.integer) },
  { servico: s.readOnly(s.text), codigoRastreamento: s.readOnly(s.text) },
)

export const TransporteDaProposta = s.partial({
  freteModalidade: z.literal([0, 1, 2, 3, 4, 9]),
  frete: s.number,
  quantidadeVolumes: s.number,
  prazoEntrega: s.integer,
  pesoBruto: s.number,
  contato: Transportador,
  volumes: Volume,
})

export const VolumeEnviado = Volume.partial({ id: true })

export const TransporteDaPropostaEnviado = s.extendOptional(TransporteDaProposta, { volumes: VolumeEnviado })

export const Proposta = s.extend(
  PropostaResumida,
  { itens: z.array(ItemDaProposta), parcelas: z.array(ParcelaDaProposta) },
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

export const PropostaCriacao = s.extendOptional(Proposta, { transporte: TransporteDaPropostaEnviado })

export const SituacaoDaProposta = s.partial({
  situacao: z.literal(['Pendente', 'Aguardando', 'Não aprovado', 'Aprovado', 'Concluído', 'Rascunho']),
})

export const document = {
  list: s.list(PropostaResumida, {
    ...s.paging,
    situacao: s.text,
    idContato: s.queryInteger,
    dataInicial: s.date,
    dataFinal: s.date,
  }),
  create: { data: s.Registrado, body: PropostaCriacao },
  'remove-many': {
    data: s.partial({ alertas: z.array(s.Erro) }),
    query: s.object({ 'idsPropostasComerciais[]': s.queryIds }),
  },
  read: { data: Proposta },
  replace: { body: PropostaCriacao },
  'set-situation': { body: SituacaoDaProposta },
} satisfies ShapeTable
