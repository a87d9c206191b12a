/**
 * Logistics: services, objects and shipments (`/logisticas`). `document` holds the public document's shapes by action:
 * `list` is `GET /logisticas`.
 */
import { z } from 'zod'
import type { ShapeTable } from '../shapes.js'
import * as s from './shared.js'

export const LogisticaResumida = s.object({
  id: s.integer,
  descricao: s.text,
  tipoIntegracao: s.text,
  integracaoNativa: s.boolean,
  situacao: s.text,
  integracao: s.Referencia,
  servicos: z.array(s.Referencia),
})

export const Servico = s.object(
  {
    descricao: s.text,
    codigo: s.text,
    aliases: z.array(s.text),
    freteItem: s.number,
    estimativaEntrega: s.integer,
    logistica: s.Referencia,
    transportador: s.Referencia,
  },
  { id: s.integer, ativo: s.boolean, idCodigoServico: s.text },
)

export const Etiqueta = s.object({ id: s.integer, link: s.text, observacao: s.text })

export const RemessaBase = s.object({
  id: s.readOnly(s.integer),
  numeroPlp: s.text,
  situacao: z.literal([-3, -2, -1, 0, 1, 2, 3, 4]),
  descricao: s.text,
  dataCriacao: s.readOnly(s.text),
})

export const RemessaResumida = RemessaBase.extend({ objetos: z.array(s.integer) })

export const ServicoDaLogistica = s.object({
  id: s.integer,
  descricao: s.text,
  freteItem: s.number,
  estimativaEntrega: s.integer,
  codigo: s.text,
  logistica: s.Referencia,
  transportador: s.Referencia,
  aliases: z.array(s.text),
  ativo: s.boolean,
})

export const Logistica = s.extend(LogisticaResumida, { servicos: z.array(ServicoDaLogistica) })

export const Dimensao = s.object({
  peso: s.number,
  altura: s.number,
  largura: s.number,
  comprimento: s.number,
  diametro: s.number,
})

export const Rastreamento = s.object({
  codigo: s.text,
  descricao: s.text,
  situacao: z.literal([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]),
  origem: s.text,
  destino: s.text,
  ultimaAlteracao: s.dateTime,
  url: s.text,
})

/** The fields of a posted object that its sender chooses. */
const despacho = {
  embalagem: s.Referencia,
  dataSaida: s.date,
  prazoEntregaPrevisto: s.integer,
  fretePrevisto: s.number,
  valorDeclarado: s.number,
  avisoRecebimento: s.boolean,
  maoPropria: s.boolean,
}

export const Objeto = s.object(
  {
    pedidoVenda: s.Referencia,
    notaFiscal: s.Referencia,
    servico: s.Referencia,
    dimensao: Dimensao,
    ...despacho,
  },
  { rastreamento: Rastreamento },
)

export const ServicoDoObjeto = s.object({ id: s.integer, nome: s.text, codigo: s.text })

export const ObjetoDaRemessa = s.object(
  {
    id: s.integer,
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

export const ServicoDaLogisticaCriacao = s.object(
  { descricao: s.text },
  {
    freteItem: s.number,
    estimativaEntrega: s.integer,
    codigo: s.text,
    transportador: s.Referencia,
    aliases: z.array(s.text),
    ativo: s.boolean,
  },
)

export const LogisticaCriacao = s.object(
  { descricao: s.text, situacao: s.text },
  { servicos: z.array(ServicoDaLogisticaCriacao) },
)

export const ServicoAtualizacao = s.object(
  {
    descricao: s.text,
    codigo: s.text,
    aliases: z.array(s.text),
    freteItem: s.number,
    estimativaEntrega: s.integer,
  },
  { ativo: s.boolean, idCodigoServico: s.text, transportador: s.Referencia },
)

export const ServicosCriacao = s.object({ logistica: s.Referencia, servicos: z.array(ServicoAtualizacao) })

export const ObjetoAtualizacao = s.object(despacho, { rastreamento: Rastreamento, dimensoes: Dimensao })

export const ObjetoCriacao = s.extend(ObjetoAtualizacao, {
  pedidoVenda: s.Referencia,
  notaFiscal: s.Referencia,
  servico: s.Referencia,
})

export const RemessaAtualizacao = RemessaBase.partial({ id: true, dataCriacao: true })

export const RemessaCriacao = s.extend(
  RemessaAtualizacao,
  { objetos: z.array(s.text) },
  { logistica: s.Referencia },
)

export const LogisticaAtualizacao = s.object({ descricao: s.text, situacao: s.text })

export const SituacaoDoServico = s.object({ ativo: s.boolean })

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
  list: s.list(LogisticaResumida, {
    ...s.paging,
    tipoIntegracao: s.queryOneOf(integracoes),
    'tiposIntegracoes[]': z.array(s.text),
    situacao: s.queryOneOf(['H', 'D']),
    logisticasReversas: s.queryBoolean,
  }),
  create: { data: s.Referencia, body: LogisticaCriacao },
  read: { data: Logistica, query: s.partial({ listarServicosInativos: s.queryBoolean }) },
  replace: { body: LogisticaAtualizacao },
  'list-services': s.list(Servico, {
    ...s.paging,
    tipoIntegracao: s.queryOneOf([...integracoes, '']),
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
    query: s.object({ formato: s.queryOneOf(['PDF', 'ZPL']), 'idsVendas[]': s.queryIds }),
  },
  'read-shipment': { data: Remessa },
  'replace-shipment': { data: s.Referencia, body: RemessaAtualizacao },
  'list-shipments-of': { data: z.array(RemessaResumida) },
  'create-shipment': { data: s.Referencia, body: RemessaCriacao },
} satisfies ShapeTable
