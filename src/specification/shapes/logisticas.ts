import { z } from 'zod'
import type { ShapeTable } from '../shapes.js'
import {
  com,
  dia,
  digitos,
  doServico,
  inteiro,
  lista,
  logico,
  momento,
  numero,
  paginacao,
  parcial,
  Referencia,
  ReferenciaOpcional,
  registro,
  simOuNao,
  texto,
  umDe,
} from './shared.js'

export const LogisticaResumida = registro({
  id: inteiro,
  descricao: texto,
  tipoIntegracao: texto,
  integracaoNativa: logico,
  situacao: texto,
  integracao: Referencia,
  servicos: z.array(Referencia),
})

export const Servico = registro(
  {
    descricao: texto,
    codigo: texto,
    aliases: z.array(texto),
    freteItem: numero,
    estimativaEntrega: inteiro,
    logistica: Referencia,
    transportador: Referencia,
  },
  { id: inteiro, ativo: logico, idCodigoServico: texto },
)

export const Etiqueta = registro({ id: inteiro, link: texto, observacao: texto })

export const RemessaBase = registro({
  id: doServico(inteiro),
  numeroPlp: texto,
  situacao: z.literal([-3, -2, -1, 0, 1, 2, 3, 4]),
  descricao: texto,
  dataCriacao: doServico(texto),
})

export const RemessaResumida = RemessaBase.extend({ objetos: z.array(inteiro) })

export const ServicoDaLogistica = registro({
  id: inteiro,
  descricao: texto,
  freteItem: numero,
  estimativaEntrega: inteiro,
  codigo: texto,
  logistica: Referencia,
  transportador: Referencia,
  aliases: z.array(texto),
  ativo: logico,
})

export const Logistica = com(LogisticaResumida, { servicos: z.array(ServicoDaLogistica) })

export const Dimensao = registro({
  peso: numero,
  altura: numero,
  largura: numero,
  comprimento: numero,
  diametro: numero,
})

export const Rastreamento = registro({
  codigo: texto,
  descricao: texto,
  situacao: z.literal([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]),
  origem: texto,
  destino: texto,
  ultimaAlteracao: momento,
  url: texto,
})

export const Objeto = registro(
  {
    pedidoVenda: Referencia,
    notaFiscal: Referencia,
    servico: Referencia,
    dimensao: Dimensao,
    embalagem: Referencia,
    dataSaida: dia,
    prazoEntregaPrevisto: inteiro,
    fretePrevisto: numero,
    valorDeclarado: numero,
    avisoRecebimento: logico,
    maoPropria: logico,
  },
  { rastreamento: Rastreamento },
)

export const ServicoDoObjeto = registro({ id: inteiro, nome: texto, codigo: texto })

export const ObjetoDaRemessa = registro(
  {
    id: inteiro,
    pedidoVenda: Referencia,
    notaFiscal: Referencia,
    servico: ServicoDoObjeto,
    rastreamento: Rastreamento,
    dimensao: Dimensao,
    embalagem: Referencia,
    dataSaida: dia,
    prazoEntregaPrevisto: inteiro,
    fretePrevisto: numero,
    valorDeclarado: numero,
    avisoRecebimento: logico,
    maoPropria: logico,
  },
  { remessa: Referencia },
)

export const Remessa = RemessaBase.extend({
  logistica: Referencia,
  objetos: z.array(ObjetoDaRemessa),
})

export const ServicoDaLogisticaCriacao = registro(
  { descricao: texto },
  {
    freteItem: numero,
    estimativaEntrega: inteiro,
    codigo: texto,
    transportador: Referencia,
    aliases: z.array(texto),
    ativo: logico,
  },
)

export const LogisticaCriacao = registro(
  { descricao: texto, situacao: texto },
  { servicos: z.array(ServicoDaLogisticaCriacao) },
)

export const ServicoAtualizacao = registro(
  { descricao: texto, codigo: texto, aliases: z.array(texto), freteItem: numero, estimativaEntrega: inteiro },
  { ativo: logico, idCodigoServico: texto, transportador: Referencia },
)

export const ServicosCriacao = registro({ logistica: Referencia, servicos: z.array(ServicoAtualizacao) })

export const ObjetoAtualizacao = registro(
  {
    embalagem: Referencia,
    dataSaida: dia,
    prazoEntregaPrevisto: inteiro,
    fretePrevisto: numero,
    valorDeclarado: numero,
    avisoRecebimento: logico,
    maoPropria: logico,
  },
  { rastreamento: Rastreamento, dimensoes: Dimensao },
)

export const ObjetoCriacao = com(ObjetoAtualizacao, {
  pedidoVenda: Referencia,
  notaFiscal: Referencia,
  servico: Referencia,
})

export const RemessaAtualizacao = RemessaBase.partial({ id: true, dataCriacao: true })

export const RemessaCriacao = com(RemessaAtualizacao, { objetos: z.array(texto) }, { logistica: Referencia })

export const LogisticaAtualizacao = registro({ descricao: texto, situacao: texto })

export const SituacaoDoServico = registro({ ativo: logico })

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
  list: lista(LogisticaResumida, {
    ...paginacao,
    tipoIntegracao: umDe(integracoes),
    'tiposIntegracoes[]': z.array(texto),
    situacao: umDe(['H', 'D']),
    logisticasReversas: simOuNao,
  }),
  create: { data: Referencia, body: LogisticaCriacao },
  read: { data: Logistica, query: parcial({ listarServicosInativos: simOuNao }) },
  replace: { body: LogisticaAtualizacao },
  'list-services': lista(Servico, {
    ...paginacao,
    tipoIntegracao: umDe([...integracoes, '']),
  }),
  'create-service': { data: z.array(ReferenciaOpcional), body: ServicosCriacao },
  'read-service': { data: Servico },
  'replace-service': { data: ReferenciaOpcional, body: ServicoAtualizacao },
  'set-situation': { body: SituacaoDoServico },
  'read-object': { data: Objeto },
  'replace-object': { data: Referencia, body: ObjetoAtualizacao },
  'create-object': { data: Referencia, body: ObjetoCriacao },
  'list-labels': {
    data: z.array(Etiqueta),
    query: registro({ formato: umDe(['PDF', 'ZPL']), 'idsVendas[]': z.array(digitos) }),
  },
  'read-shipment': { data: Remessa },
  'replace-shipment': { data: Referencia, body: RemessaAtualizacao },
  'list-shipments-of': { data: z.array(RemessaResumida) },
  'create-shipment': { data: Referencia, body: RemessaCriacao },
} satisfies ShapeTable
