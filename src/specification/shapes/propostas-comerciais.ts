import { z } from 'zod'
import type { ShapeTable } from '../shapes.js'
import * as s from './shared.js'

export const LojaDaProposta = s.registro({ id: s.inteiro }, { unidadeNegocio: s.Referencia })

export const PropostaResumida = s.parcial({
  id: s.doServico(s.inteiro),
  data: s.dia,
  situacao: s.texto,
  total: s.doServico(s.numero),
  totalProdutos: s.doServico(s.numero),
  numero: s.inteiro,
  contato: s.ReferenciaOpcional,
  loja: LojaDaProposta,
})

export const ProdutoDoItem = s.parcial({ id: s.inteiro, descricao: s.texto })

export const ItemDaProposta = s.parcial({
  produto: ProdutoDoItem,
  codigo: s.texto,
  unidade: s.texto,
  quantidade: s.numero,
  desconto: s.numero,
  valor: s.numero,
  descricaoDetalhada: s.texto,
})

export const ParcelaDaProposta = s.parcial({
  numeroDias: s.inteiro,
  dataVencimento: s.dia,
  valor: s.numero,
  observacoes: s.texto,
  formaPagamento: s.ReferenciaOpcional,
})

export const Transportador = s.parcial({ id: s.inteiro, nome: s.texto })

export const Volume = s.registro(
  { id: s.doServico(s.inteiro) },
  { servico: s.doServico(s.texto), codigoRastreamento: s.doServico(s.texto) },
)

export const TransporteDaProposta = s.parcial({
  freteModalidade: z.literal([0, 1, 2, 3, 4, 9]),
  frete: s.numero,
  quantidadeVolumes: s.numero,
  prazoEntrega: s.inteiro,
  pesoBruto: s.numero,
  contato: Transportador,
  volumes: Volume,
})

export const VolumeEnviado = Volume.partial({ id: true })

export const TransporteDaPropostaEnviado = s.comOpcionais(TransporteDaProposta, { volumes: VolumeEnviado })

export const Proposta = s.com(
  PropostaResumida,
  { itens: z.array(ItemDaProposta), parcelas: z.array(ParcelaDaProposta) },
  {
    desconto: s.numero,
    outrasDespesas: s.numero,
    garantia: s.inteiro,
    dataProximoContato: s.texto,
    observacoes: s.texto,
    observacaoInterna: s.texto,
    totalOutrosItens: s.inteiro,
    aosCuidadosDe: s.texto,
    introducao: s.texto,
    prazoEntrega: s.texto,
    vendedor: s.ReferenciaOpcional,
    transporte: TransporteDaProposta,
  },
)

export const PropostaCriacao = s.comOpcionais(Proposta, { transporte: TransporteDaPropostaEnviado })

export const SituacaoDaProposta = s.parcial({
  situacao: z.literal(['Pendente', 'Aguardando', 'Não aprovado', 'Aprovado', 'Concluído', 'Rascunho']),
})

export const document = {
  list: s.lista(PropostaResumida, {
    ...s.paginacao,
    situacao: s.texto,
    idContato: s.digitos,
    dataInicial: s.dia,
    dataFinal: s.dia,
  }),
  create: { data: s.Registrado, body: PropostaCriacao },
  'remove-many': {
    data: s.parcial({ alertas: z.array(s.Erro) }),
    query: s.registro({ 'idsPropostasComerciais[]': s.ids }),
  },
  read: { data: Proposta },
  replace: { body: PropostaCriacao },
  'set-situation': { body: SituacaoDaProposta },
} satisfies ShapeTable
