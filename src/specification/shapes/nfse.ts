/**
 * Service invoices (`/nfse`). `document` holds the public document's shapes by action: `list` is `GET /nfse`.
 * - `s.object({ id }, { numero })` requires `id` and allows `numero`; `s.partial` requires nothing.
 * - `s.extend` adds or replaces fields in the same way, `s.extendOptional` fields that may be missing.
 * - `s.readOnly`: only the service sets the field. A body made by `s.sent` may lack it.
 */
import * as s from './shared.js'

const NotaDeServicoBase = s.object(
  { id: s.readOnly(s.integer), numeroRPS: s.text, serie: s.text },
  {
    numero: s.text,
    situacao: s.readOnly(s.oneOf([0, 1, 2, 3])),
    dataEmissao: s.date,
    valor: s.readOnly(s.number),
  },
)

const NotaDeServicoResumida = s.extend(NotaDeServicoBase, {
  contato: s.object({ id: s.integer, nome: s.text, numeroDocumento: s.text, email: s.text }),
})

const NotaDeServico = s.extendOptional(NotaDeServicoResumida, {
  link: s.readOnly(s.text),
  codigoVerificacao: s.readOnly(s.text),
})

const ConfiguracaoDeIss = s.object(
  {
    tributos: s.array(
      s.object(
        {
          CNAE: s.text,
          descricaoServico: s.text,
          codigo: s.object({ listaServico: s.text }, { tributacao: s.text }),
        },
        { id: s.integer, percentualISS: s.number, padrao: s.boolean, indicadorOperacao: s.text },
      ),
    ),
  },
  { zerar: s.boolean, reter: s.boolean, descontar: s.boolean },
)

const ConfiguracaoDeImpostos = s.partial({
  bloquearRetencaoPessoaFisica: s.boolean,
  IR: s.partial({
    percentual: s.number,
    valorMinimoAlternativoDescontol: s.number,
    descontar: s.boolean,
    texto: s.partial({ padrao: s.text, isento: s.text }),
  }),
  outros: s.partial({
    CSLLPISCOFINSDTO: s.partial({ calcular: s.boolean, reter: s.boolean }),
    INSS: s.partial({ reter: s.boolean }),
    aproximados: s.partial({ utilizarAliqIBPT: s.boolean, percentualAliq: s.number }),
  }),
})

const ConfiguracaoAdicional = s.partial({
  CFPS: s.text,
  CFOP: s.text,
  AEDF: s.text,
  proximoNumeroLote: s.integer,
  observacaoImpressaNota: s.text,
  descricaoComplementar: s.text,
  tipoEmissao: s.oneOf(['T', 'R', 'N']),
  campoNumeroDocContas: s.boolean,
  incentivadorFiscal: s.boolean,
  alterarSituacao: s.boolean,
  incluirParcelas: s.boolean,
  considerarDataParcela: s.boolean,
  considerarDataOrdemServico: s.boolean,
  cadastroPrefeitura: s.partial({ login: s.text, senha: s.text }),
})

const Configuracao = s.partial({
  basicas: s.partial({ emissorPadrao: s.integer, naturezaOperacao: s.integer }),
  ISS: ConfiguracaoDeIss,
  controle: s.partial({
    numeracaoRPS: s.partial({ cnpjEmitente: s.text, id: s.integer, numero: s.integer, serie: s.integer }),
  }),
  impostos: ConfiguracaoDeImpostos,
  envioEmail: s.partial({
    enviarBoletoRPS: s.boolean,
    remetente: s.text,
    assunto: s.text,
    mensagem: s.text,
    padrao: s.partial({ copia: s.text, resposta: s.text }),
  }),
  adicionais: ConfiguracaoAdicional,
})

const EnderecoDoContato = s.object(
  { bairro: s.text, municipio: s.text },
  { endereco: s.text, numero: s.text, complemento: s.text, cep: s.text, uf: s.text },
)

const ParcelaDaNota = s.object(
  { data: s.date, valor: s.number },
  { observacoes: s.text, formaPagamento: s.Referencia },
)

const ValoresDeIbsCbs = s.object(
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

const TributacaoIbsCbs = s.object(
  { indicadorOperacao: s.text, tipoOperacao: s.text, tributacao: ValoresDeIbsCbs },
  { tipoEnteGovernamental: s.text },
)

const NotaDeServicoEnviada = s.extend(
  NotaDeServico,
  {
    contato: s.object(
      { id: s.integer, nome: s.text, numeroDocumento: s.text, email: s.text },
      { ie: s.text, telefone: s.text, im: s.text, endereco: EnderecoDoContato },
    ),
    servicos: s.array(s.object({ codigo: s.text, descricao: s.text, valor: s.number })),
  },
  {
    data: s.date,
    baseCalculo: s.number,
    reterISS: s.boolean,
    desconto: s.number,
    vendedor: s.Referencia,
    parcelas: s.array(ParcelaDaNota),
    tributacaoIbsCbs: TributacaoIbsCbs,
  },
)

export const document = {
  list: s.pagedList(NotaDeServicoResumida, {
    situacao: s.queryOneOf(['1', '2', '3', '4']),
    dataEmissaoInicial: s.date,
    dataEmissaoFinal: s.date,
  }),
  create: {
    data: s.object({ id: s.integer, numeroRPS: s.text, serie: s.text }),
    body: s.sent(NotaDeServicoEnviada),
  },
  read: { data: NotaDeServico },
  send: { data: NotaDeServico },
  cancel: { body: s.partial({ codigoMotivo: s.oneOf([1, 2, 9]), justificativa: s.text }) },
  'read-configuration': { data: Configuracao },
  'replace-configuration': { body: Configuracao },
} satisfies s.ShapeTable
