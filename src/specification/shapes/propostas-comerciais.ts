import { z } from 'zod'
import type { ShapeTable } from '../shapes.js'
import {
  campos,
  dia,
  digitos,
  doServico,
  Erro,
  inteiro,
  numero,
  paginacao,
  Referencia,
  ReferenciaOpcional,
  Registrado,
  registro,
  texto,
} from './shared.js'

export const LojaDaProposta = registro({ id: inteiro }, { unidadeNegocio: Referencia })

export const PropostaResumida = registro(
  {},
  {
    id: doServico(inteiro),
    data: dia,
    situacao: texto,
    total: doServico(numero),
    totalProdutos: doServico(numero),
    numero: inteiro,
    contato: ReferenciaOpcional,
    loja: LojaDaProposta,
  },
)

export const ProdutoDoItem = registro({}, { id: inteiro, descricao: texto })

export const ItemDaProposta = registro(
  {},
  {
    produto: ProdutoDoItem,
    codigo: texto,
    unidade: texto,
    quantidade: numero,
    desconto: numero,
    valor: numero,
    descricaoDetalhada: texto,
  },
)

export const ParcelaDaProposta = registro(
  {},
  {
    numeroDias: inteiro,
    dataVencimento: dia,
    valor: numero,
    observacoes: texto,
    formaPagamento: ReferenciaOpcional,
  },
)

export const Transportador = registro({}, { id: inteiro, nome: texto })

export const Volume = registro(
  { id: doServico(inteiro) },
  { servico: doServico(texto), codigoRastreamento: doServico(texto) },
)

export const TransporteDaProposta = registro(
  {},
  {
    freteModalidade: z.literal([0, 1, 2, 3, 4, 9]),
    frete: numero,
    quantidadeVolumes: numero,
    prazoEntrega: inteiro,
    pesoBruto: numero,
    contato: Transportador,
    volumes: Volume,
  },
)

export const VolumeEnviado = Volume.partial({ id: true })

export const TransporteDaPropostaEnviado = TransporteDaProposta.extend(campos({}, { volumes: VolumeEnviado }))

export const Proposta = PropostaResumida.extend(
  campos(
    { itens: z.array(ItemDaProposta), parcelas: z.array(ParcelaDaProposta) },
    {
      desconto: numero,
      outrasDespesas: numero,
      garantia: inteiro,
      dataProximoContato: texto,
      observacoes: texto,
      observacaoInterna: texto,
      totalOutrosItens: inteiro,
      aosCuidadosDe: texto,
      introducao: texto,
      prazoEntrega: texto,
      vendedor: ReferenciaOpcional,
      transporte: TransporteDaProposta,
    },
  ),
)

export const PropostaCriacao = Proposta.extend(campos({}, { transporte: TransporteDaPropostaEnviado }))

export const SituacaoDaProposta = registro(
  {},
  { situacao: z.literal(['Pendente', 'Aguardando', 'Não aprovado', 'Aprovado', 'Concluído', 'Rascunho']) },
)

export const document = {
  list: {
    data: z.array(PropostaResumida),
    query: registro(
      {},
      { ...paginacao, situacao: texto, idContato: digitos, dataInicial: dia, dataFinal: dia },
    ),
  },
  create: { data: Registrado, body: PropostaCriacao },
  'remove-many': {
    data: registro({}, { alertas: z.array(Erro) }),
    query: registro({ 'idsPropostasComerciais[]': z.array(digitos) }),
  },
  read: { data: Proposta },
  replace: { body: PropostaCriacao },
  'set-situation': { body: SituacaoDaProposta },
} satisfies ShapeTable
