/**
 * Logistics: services, objects and shipments (`/logisticas`). `document` holds the public document's shapes by action:
 * `list` is `GET /logisticas`.
 * - `s.object({ descricao }, { id })` requires `descricao` and allows `id`; `s.partial` requires nothing.
 * - `s.extend` adds or replaces fields in the same way.
 * - `s.readOnly`: only the service sets the field. A body made by `s.sent` may lack it.
 */
import * as s from './shared.js'

const LogisticaResumida = s.object({
  id: s.integer,
  descricao: s.text,
  tipoIntegracao: s.text,
  integracaoNativa: s.boolean,
  situacao: s.text,
  integracao: s.Referencia,
  servicos: s.array(s.Referencia),
})

const Servico = s.object(
  {
    descricao: s.text,
    codigo: s.text,
    aliases: s.array(s.text),
    freteItem: s.number,
    estimativaEntrega: s.integer,
    logistica: s.Referencia,
    transportador: s.Referencia,
  },
  { id: s.integer, ativo: s.boolean, idCodigoServico: s.text },
)

const RemessaBase = s.object({
  id: s.readOnly(s.integer),
  numeroPlp: s.text,
  situacao: s.oneOf([-3, -2, -1, 0, 1, 2, 3, 4]),
  descricao: s.text,
  dataCriacao: s.readOnly(s.text),
})

const ServicoDaLogistica = s.object({
  id: s.integer,
  descricao: s.text,
  freteItem: s.number,
  estimativaEntrega: s.integer,
  codigo: s.text,
  logistica: s.Referencia,
  transportador: s.Referencia,
  aliases: s.array(s.text),
  ativo: s.boolean,
})

const Dimensao = s.object({
  peso: s.number,
  altura: s.number,
  largura: s.number,
  comprimento: s.number,
  diametro: s.number,
})

const Rastreamento = s.object({
  codigo: s.text,
  descricao: s.text,
  situacao: s.oneOf([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]),
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

const Objeto = s.object(
  {
    pedidoVenda: s.Referencia,
    notaFiscal: s.Referencia,
    servico: s.Referencia,
    dimensao: Dimensao,
    ...despacho,
  },
  { rastreamento: Rastreamento },
)

const ObjetoDaRemessa = s.object(
  {
    id: s.integer,
    pedidoVenda: s.Referencia,
    notaFiscal: s.Referencia,
    servico: s.object({ id: s.integer, nome: s.text, codigo: s.text }),
    rastreamento: Rastreamento,
    dimensao: Dimensao,
    ...despacho,
  },
  { remessa: s.Referencia },
)

const Remessa = s.extend(RemessaBase, { logistica: s.Referencia, objetos: s.array(ObjetoDaRemessa) })

const ServicoDaLogisticaCriacao = s.object(
  { descricao: s.text },
  {
    freteItem: s.number,
    estimativaEntrega: s.integer,
    codigo: s.text,
    transportador: s.Referencia,
    aliases: s.array(s.text),
    ativo: s.boolean,
  },
)

const LogisticaCriacao = s.object(
  { descricao: s.text, situacao: s.text },
  { servicos: s.array(ServicoDaLogisticaCriacao) },
)

const ServicoAtualizacao = s.object(
  {
    descricao: s.text,
    codigo: s.text,
    aliases: s.array(s.text),
    freteItem: s.number,
    estimativaEntrega: s.integer,
  },
  { ativo: s.boolean, idCodigoServico: s.text, transportador: s.Referencia },
)

const ObjetoAtualizacao = s.object(despacho, { rastreamento: Rastreamento, dimensoes: Dimensao })

const ObjetoCriacao = s.extend(ObjetoAtualizacao, {
  pedidoVenda: s.Referencia,
  notaFiscal: s.Referencia,
  servico: s.Referencia,
})

const RemessaAtualizacao = s.sent(RemessaBase)

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
  list: s.pagedList(LogisticaResumida, {
    tipoIntegracao: s.queryOneOf(integracoes),
    'tiposIntegracoes[]': s.array(s.text),
    situacao: s.queryOneOf(['H', 'D']),
    logisticasReversas: s.queryBoolean,
  }),
  create: { data: s.Referencia, body: LogisticaCriacao },
  read: {
    data: s.extend(LogisticaResumida, { servicos: s.array(ServicoDaLogistica) }),
    query: s.partial({ listarServicosInativos: s.queryBoolean }),
  },
  replace: { body: s.object({ descricao: s.text, situacao: s.text }) },
  'list-services': s.pagedList(Servico, { tipoIntegracao: s.queryOneOf([...integracoes, '']) }),
  'create-service': {
    data: s.array(s.ReferenciaOpcional),
    body: s.object({ logistica: s.Referencia, servicos: s.array(ServicoAtualizacao) }),
  },
  'read-service': { data: Servico },
  'replace-service': { data: s.ReferenciaOpcional, body: ServicoAtualizacao },
  'set-situation': { body: s.object({ ativo: s.boolean }) },
  'read-object': { data: Objeto },
  'replace-object': { data: s.Referencia, body: ObjetoAtualizacao },
  'create-object': { data: s.Referencia, body: ObjetoCriacao },
  'list-labels': {
    data: s.array(s.object({ id: s.integer, link: s.text, observacao: s.text })),
    query: s.object({ formato: s.queryOneOf(['PDF', 'ZPL']), 'idsVendas[]': s.queryIds }),
  },
  'read-shipment': { data: Remessa },
  'replace-shipment': { data: s.Referencia, body: RemessaAtualizacao },
  'list-shipments-of': { data: s.array(s.extend(RemessaBase, { objetos: s.array(s.integer) })) },
  'create-shipment': {
    data: s.Referencia,
    body: s.extend(RemessaAtualizacao, { objetos: s.array(s.text) }, { logistica: s.Referencia }),
  },
} satisfies s.ShapeTable
