import { z } from 'zod'
import type { ShapeTable } from '../shapes.js'
import * as s from './shared.js'

export const LogisticaResumida = s.registro({
  id: s.inteiro,
  descricao: s.texto,
  tipoIntegracao: s.texto,
  integracaoNativa: s.logico,
  situacao: s.texto,
  integracao: s.Referencia,
  servicos: z.array(s.Referencia),
})

export const Servico = s.registro(
  {
    descricao: s.texto,
    codigo: s.texto,
    aliases: z.array(s.texto),
    freteItem: s.numero,
    estimativaEntrega: s.inteiro,
    logistica: s.Referencia,
    transportador: s.Referencia,
  },
  { id: s.inteiro, ativo: s.logico, idCodigoServico: s.texto },
)

export const Etiqueta = s.registro({ id: s.inteiro, link: s.texto, observacao: s.texto })

export const RemessaBase = s.registro({
  id: s.doServico(s.inteiro),
  numeroPlp: s.texto,
  situacao: z.literal([-3, -2, -1, 0, 1, 2, 3, 4]),
  descricao: s.texto,
  dataCriacao: s.doServico(s.texto),
})

export const RemessaResumida = RemessaBase.extend({ objetos: z.array(s.inteiro) })

export const ServicoDaLogistica = s.registro({
  id: s.inteiro,
  descricao: s.texto,
  freteItem: s.numero,
  estimativaEntrega: s.inteiro,
  codigo: s.texto,
  logistica: s.Referencia,
  transportador: s.Referencia,
  aliases: z.array(s.texto),
  ativo: s.logico,
})

export const Logistica = s.com(LogisticaResumida, { servicos: z.array(ServicoDaLogistica) })

export const Dimensao = s.registro({
  peso: s.numero,
  altura: s.numero,
  largura: s.numero,
  comprimento: s.numero,
  diametro: s.numero,
})

export const Rastreamento = s.registro({
  codigo: s.texto,
  descricao: s.texto,
  situacao: z.literal([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]),
  origem: s.texto,
  destino: s.texto,
  ultimaAlteracao: s.momento,
  url: s.texto,
})

/** The fields of an object that its sender decides. */
const despacho = {
  embalagem: s.Referencia,
  dataSaida: s.dia,
  prazoEntregaPrevisto: s.inteiro,
  fretePrevisto: s.numero,
  valorDeclarado: s.numero,
  avisoRecebimento: s.logico,
  maoPropria: s.logico,
}

export const Objeto = s.registro(
  {
    pedidoVenda: s.Referencia,
    notaFiscal: s.Referencia,
    servico: s.Referencia,
    dimensao: Dimensao,
    ...despacho,
  },
  { rastreamento: Rastreamento },
)

export const ServicoDoObjeto = s.registro({ id: s.inteiro, nome: s.texto, codigo: s.texto })

export const ObjetoDaRemessa = s.registro(
  {
    id: s.inteiro,
    pedidoVenda: s.Referencia,
    notaFiscal: s.Referencia,
    servico: ServicoDoObjeto,
    rastreamento: Rastreamento,
    dimensao: Dimensao,
    ...despacho,
  },
  { remessa: s.Referencia },
)

export const Remessa = RemessaBase.extend({
  logistica: s.Referencia,
  objetos: z.array(ObjetoDaRemessa),
})

export const ServicoDaLogisticaCriacao = s.registro(
  { descricao: s.texto },
  {
    freteItem: s.numero,
    estimativaEntrega: s.inteiro,
    codigo: s.texto,
    transportador: s.Referencia,
    aliases: z.array(s.texto),
    ativo: s.logico,
  },
)

export const LogisticaCriacao = s.registro(
  { descricao: s.texto, situacao: s.texto },
  { servicos: z.array(ServicoDaLogisticaCriacao) },
)

export const ServicoAtualizacao = s.registro(
  {
    descricao: s.texto,
    codigo: s.texto,
    aliases: z.array(s.texto),
    freteItem: s.numero,
    estimativaEntrega: s.inteiro,
  },
  { ativo: s.logico, idCodigoServico: s.texto, transportador: s.Referencia },
)

export const ServicosCriacao = s.registro({ logistica: s.Referencia, servicos: z.array(ServicoAtualizacao) })

export const ObjetoAtualizacao = s.registro(despacho, { rastreamento: Rastreamento, dimensoes: Dimensao })

export const ObjetoCriacao = s.com(ObjetoAtualizacao, {
  pedidoVenda: s.Referencia,
  notaFiscal: s.Referencia,
  servico: s.Referencia,
})

export const RemessaAtualizacao = RemessaBase.partial({ id: true, dataCriacao: true })

export const RemessaCriacao = s.com(
  RemessaAtualizacao,
  { objetos: z.array(s.texto) },
  { logistica: s.Referencia },
)

export const LogisticaAtualizacao = s.registro({ descricao: s.texto, situacao: s.texto })

export const SituacaoDoServico = s.registro({ ativo: s.logico })

const integracoes = [
  'AmazonDBA',
  'B2WEntrega',
  'B2WO2O',
  'Correios',
  'CorreiosLog',
  'CustomLogistic',
  'DafitiMilkrun',
  'Envvias',
  'Frenet',
  'FreteDescomplicado',
  'Intelipost',
  'Jadlog',
  'Jamef',
  'Kangu',
  'LogisticaAliExpress',
  'LogisticaShopee',
  'Loggi',
  'MagaluEntregas',
  'Mandae',
  'MelhorEnvio',
  'MercadoEnvios',
  'OlistFulfillment',
  'TotalExpress',
] as const

export const document = {
  list: s.lista(LogisticaResumida, {
    ...s.paginacao,
    tipoIntegracao: s.umDe(integracoes),
    'tiposIntegracoes[]': z.array(s.texto),
    situacao: s.umDe(['H', 'D']),
    logisticasReversas: s.simOuNao,
  }),
  create: { data: s.Referencia, body: LogisticaCriacao },
  read: { data: Logistica, query: s.parcial({ listarServicosInativos: s.simOuNao }) },
  replace: { body: LogisticaAtualizacao },
  'list-services': s.lista(Servico, {
    ...s.paginacao,
    tipoIntegracao: s.umDe([...integracoes, '']),
  }),
  'create-service': { data: z.array(s.ReferenciaOpcional), body: ServicosCriacao },
  'read-service': { data: Servico },
  'replace-service': { data: s.ReferenciaOpcional, body: ServicoAtualizacao },
  'set-situation': { body: SituacaoDoServico },
  'read-object': { data: Objeto },
  'replace-object': { data: s.Referencia, body: ObjetoAtualizacao },
  'create-object': { data: s.Referencia, body: ObjetoCriacao },
  'list-labels': {
    data: z.array(Etiqueta),
    query: s.registro({ formato: s.umDe(['PDF', 'ZPL']), 'idsVendas[]': s.ids }),
  },
  'read-shipment': { data: Remessa },
  'replace-shipment': { data: s.Referencia, body: RemessaAtualizacao },
  'list-shipments-of': { data: z.array(RemessaResumida) },
  'create-shipment': { data: s.Referencia, body: RemessaCriacao },
} satisfies ShapeTable
