/** Service invoices (`/nfse`). `document` holds the public document's shapes by action: `list` is `GET /nfse`. */
import { z } from 'zod'
import type { ShapeTable } from '../shapes.js'
import * as s from './shared.js'

export const NotaDeServicoBase = s.object(
  { id: s.readOnly(s.integer), numeroRPS: s.text, serie: s.text },
  {
    numero: s.text,
    situacao: s.readOnly(z.literal([0, 1, 2, 3])),
    dataEmissao: s.date,
    valor: s.readOnly(s.number),
  },
)

export const ContatoDaNota = s.object({
  id: s.integer,
  nome: s.text,
  numeroDocumento: s.text,
  email: s.text,
})

export const NotaDeServicoResumida = s.extend(NotaDeServicoBase, { contato: ContatoDaNota })

export const NotaDeServico = s.extendOptional(NotaDeServicoResumida, {
  link: s.readOnly(s.text),
  codigoVerificacao: s.readOnly(s.text),
})

export const ConfiguracaoBasica = s.partial({ emissorPadrao: s.integer, naturezaOperacao: s.integer })

export const CodigoDoTributo = s.object({ listaServico: s.text }, { tributacao: s.text })

export const Tributo = s.object(
  { CNAE: s.text, descricaoServico: s.text, codigo: CodigoDoTributo },
  { id: s.integer, percentualISS: s.number, padrao: s.boolean, indicadorOperacao: s.text },
)

export const ConfiguracaoDeIss = s.object(
  { tributos: z.array(Tributo) },
  { zerar: s.boolean, reter: s.boolean, descontar: s.boolean },
)

export const NumeracaoDeRps = s.partial({
  cnpjEmitente: s.text,
  id: s.integer,
  numero: s.integer,
  serie: s.integer,
})

export const Controle = s.partial({ numeracaoRPS: NumeracaoDeRps })

export const TextosDeIr = s.partial({ padrao: s.text, isento: s.text })

export const ConfiguracaoDeIr = s.partial({
  percentual: s.number,
  valorMinimoAlternativoDescontol: s.number,
  descontar: s.boolean,
  texto: TextosDeIr,
})

export const ConfiguracaoDeContribuicoes = s.partial({ calcular: s.boolean, reter: s.boolean })

export const ConfiguracaoDeInss = s.partial({ reter: s.boolean })

export const ImpostosAproximados = s.partial({ utilizarAliqIBPT: s.boolean, percentualAliq: s.number })

export const OutrosImpostos = s.partial({
  CSLLPISCOFINSDTO: ConfiguracaoDeContribuicoes,
  INSS: ConfiguracaoDeInss,
  aproximados: ImpostosAproximados,
})

export const ConfiguracaoDeImpostos = s.partial({
  bloquearRetencaoPessoaFisica: s.boolean,
  IR: ConfiguracaoDeIr,
  outros: OutrosImpostos,
})

export const EnderecosDeEmail = s.partial({ copia: s.text, resposta: s.text })

export const EnvioDeEmail = s.partial({
  enviarBoletoRPS: s.boolean,
  remetente: s.text,
  assunto: s.text,
  mensagem: s.text,
  padrao: EnderecosDeEmail,
})

export const CadastroNaPrefeitura = s.partial({ login: s.text, senha: s.text })

export const ConfiguracaoAdicional = s.partial({
  CFPS: s.text,
  CFOP: s.text,
  AEDF: s.text,
  proximoNumeroLote: s.integer,
  observacaoImpressaNota: s.text,
  descricaoComplementar: s.text,
  tipoEmissao: z.literal(['T', 'R', 'N']),
  campoNumeroDocContas: s.boolean,
  incentivadorFiscal: s.boolean,
  alterarSituacao: s.boolean,
  incluirParcelas: s.boolean,
  considerarDataParcela: s.boolean,
  considerarDataOrdemServico: s.boolean,
  cadastroPrefeitura: CadastroNaPrefeitura,
})

export const Configuracao = s.partial({
  basicas: ConfiguracaoBasica,
  ISS: ConfiguracaoDeIss,
  controle: Controle,
  impostos: ConfiguracaoDeImpostos,
  envioEmail: EnvioDeEmail,
  adicionais: ConfiguracaoAdicional,
})

export const NotaDeServicoRegistrada = s.object({ id: s.integer, numeroRPS: s.text, serie: s.text })

export const EnderecoDoContato = s.object(
  { bairro: s.text, municipio: s.text },
  { endereco: s.text, numero: s.text, complemento: s.text, cep: s.text, uf: s.text },
)

export const ServicoPrestado = s.object({ codigo: s.text, descricao: s.text, valor: s.number })

export const ParcelaDaNota = s.object(
  { data: s.date, valor: s.number },
  { observacoes: s.text, formaPagamento: s.Referencia },
)

export const ValoresDeIbsCbs = s.object(
  { codigoSituacaoTributaria: s.text, classificacaoTributaria: s.text },
  {
    codigoCreditoPresumido: s.text,
    cstRegimeRegular: s.text,
    classificacaoTributariaRegular: s.text,
    percentualDiferimentoEstadual: s.number,
    percentualDiferimentoMunicipal: s.number,
    percentualDiferimentoCBS: s.number,
  },
)

export const TributacaoIbsCbs = s.object(
  { indicadorOperacao: s.text, tipoOperacao: s.text, tributacao: ValoresDeIbsCbs },
  { tipoEnteGovernamental: s.text },
)

export const NotaDeServicoCriacao = s.extend(
  NotaDeServico.partial({ id: true }),
  {
    contato: s.object(
      { id: s.integer, nome: s.text, numeroDocumento: s.text, email: s.text },
      { ie: s.text, telefone: s.text, im: s.text, endereco: EnderecoDoContato },
    ),
    servicos: z.array(ServicoPrestado),
  },
  {
    data: s.date,
    baseCalculo: s.number,
    reterISS: s.boolean,
    desconto: s.number,
    vendedor: s.Referencia,
    parcelas: z.array(ParcelaDaNota),
    tributacaoIbsCbs: TributacaoIbsCbs,
  },
)

export const Cancelamento = s.partial({ codigoMotivo: z.literal([1, 2, 9]), justificativa: s.text })

export const document = {
  list: s.list(NotaDeServicoResumida, {
    ...s.paging,
    situacao: s.queryOneOf(['1', '2', '3', '4']),
    dataEmissaoInicial: s.date,
    dataEmissaoFinal: s.date,
  }),
  create: { data: NotaDeServicoRegistrada, body: NotaDeServicoCriacao },
  read: { data: NotaDeServico },
  send: { data: NotaDeServico },
  cancel: { body: Cancelamento },
  'read-configuration': { data: Configuracao },
  'replace-configuration': { body: Configuracao },
} satisfies ShapeTable
