import { z } from 'zod'
import type { ShapeTable } from '../shapes.js'
import {
  com,
  comOpcionais,
  dia,
  digitos,
  doServico,
  Erro,
  inteiro,
  lista,
  numero,
  paginacao,
  parcial,
  Referencia,
  ReferenciaOpcional,
  Registrado,
  registro,
  texto,
} from './shared.js'

export const LojaDaProposta = registro({ id: inteiro }, { unidadeNegocio: Referencia })

export const PropostaResumida = parcial({
  id: doServico(inteiro),
  data: dia,
  situacao: texto,
  total: doServico(numero),
  totalProdutos: doServico(numero),
  numero: inteiro,
  contato: ReferenciaOpcional,
  loja: LojaDaProposta,
})

export const ProdutoDoItem = parcial({ id: inteiro, descricao: texto })

export const ItemDaProposta = parcial({
  produto: ProdutoDoItem,
  codigo: texto,
  unidade: texto,
  quantidade: numero,
  desconto: numero,
  valor: numero,
  descricaoDetalhada: texto,
})

export const ParcelaDaProposta = parcial({
  numeroDias: inteiro,
  dataVencimento: dia,
  valor: numero,
  observacoes: texto,
  formaPagamento: ReferenciaOpcional,
})

export const Transportador = parcial({ id: inteiro, nome: texto })

export const Volume = registro(
  { id: doServico(inteiro) },
  { servico: doServico(texto), codigoRastreamento: doServico(texto) },
)

export const TransporteDaProposta = parcial({
  freteModalidade: z.literal([0, 1, 2, 3, 4, 9]),
  frete: numero,
  quantidadeVolumes: numero,
  prazoEntrega: inteiro,
  pesoBruto: numero,
  contato: Transportador,
  volumes: Volume,
})

export const VolumeEnviado = Volume.partial({ id: true })

export const TransporteDaPropostaEnviado = comOpcionais(TransporteDaProposta, { volumes: VolumeEnviado })

export const Proposta = com(
  PropostaResumida,
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
)

export const PropostaCriacao = comOpcionais(Proposta, { transporte: TransporteDaPropostaEnviado })

export const SituacaoDaProposta = parcial({
  situacao: z.literal(['Pendente', 'Aguardando', 'Não aprovado', 'Aprovado', 'Concluído', 'Rascunho']),
})

export const document = {
  list: lista(PropostaResumida, {
    ...paginacao,
    situacao: texto,
    idContato: digitos,
    dataInicial: dia,
    dataFinal: dia,
  }),
  create: { data: Registrado, body: PropostaCriacao },
  'remove-many': {
    data: parcial({ alertas: z.array(Erro) }),
    query: registro({ 'idsPropostasComerciais[]': z.array(digitos) }),
  },
  read: { data: Proposta },
  replace: { body: PropostaCriacao },
  'set-situation': { body: SituacaoDaProposta },
} satisfies ShapeTable
