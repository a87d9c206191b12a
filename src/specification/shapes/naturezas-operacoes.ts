/**
 * Kinds of fiscal operations, and the taxes that follow from them (`/naturezas-operacoes`). `document` holds the public
 * document's shapes by action: `list` is `GET /naturezas-operacoes`.
 * - `s.object({ tipoNota }, { obterRegras })` requires `tipoNota` and allows `obterRegras`; `s.partial` requires
 *   nothing.
 * - `s.extendOptional` adds or replaces fields that may be missing.
 */
import * as s from './shared.js'

const NaturezaDeOperacao = s.partial({
  id: s.integer,
  situacao: s.oneOf([0, 1]),
  padrao: s.oneOf([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]),
  descricao: s.text,
})

const Imposto = s.partial({
  regraOperacao: s.Referencia,
  tributacao: s.oneOf([1, 2, 3]),
  cst: s.text,
  aliquota: s.number,
  base: s.number,
  valorBaseCalculo: s.number,
  valorImposto: s.number,
  observacoes: s.text,
  informacoesAdicionaisFisco: s.text,
})

const Icms = s.extendOptional(Imposto, {
  porcentagemFcpDifal: s.number,
  valorFcpDifal: s.number,
  valorFcpEfetivo: s.number,
  porcentagemFcp: s.number,
  porcentagemFcpUfDestino: s.number,
  modalidadeBaseCalculo: s.number,
  valorPauta: s.number,
  aliquotaPresumido: s.number,
  porcentagemBaseCalculoUfDestino: s.number,
  porcentagemIcmsUfDestino: s.number,
  tipoPartilha: s.oneOf([0, 1]),
  valorIcmsDesonerado: s.number,
  motivoDesoneracaoIcms: s.oneOf([0, 1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 90]),
  baseDiferimento: s.number,
  valorBaseDiferimento: s.number,
  valorPresumido: s.number,
  aliquotaPosicao: s.number,
})

const Simples = s.extendOptional(Imposto, {
  baseDiferimento: s.number,
  modalidadeBaseCalculo: s.integer,
  valorPauta: s.number,
  valorImpostoSt: s.number,
  valorBaseCalculoSt: s.number,
  baseCalculoSt: s.number,
  percentualAdicionadoSt: s.number,
  modalidadeBaseCalculoSt: s.number,
  valorPautaSt: s.number,
  aliquotaSt: s.number,
  aliquotaStRetido: s.number,
  baseStRetido: s.number,
  valorUnitarioBaseCstRetencao: s.number,
  valorUnitarioIcmsStRetencao: s.number,
  valorUnitarioIcmsSubstituto: s.number,
})

const Ibs = s.partial({
  regraOperacao: s.Referencia,
  percentualIbsUf: s.number,
  percentualIbsMunicipio: s.number,
  percentualReducaoAliquotaUf: s.number,
  percentualReducaoAliquotaMunicipio: s.number,
  aliquotaEfetivaUf: s.number,
  aliquotaEfetivaMunicipio: s.number,
  percentualDiferimentoUf: s.number,
  percentualDiferimentoMunicipio: s.number,
  codigoCreditoPresumido: s.text,
  percentualCreditoPresumido: s.number,
})

const Tributacao = s.partial({
  faturada: s.boolean,
  observacoes: s.text,
  pisCofinsPresumido: s.boolean,
  somaImpostosTotal: s.boolean,
  somaIcmsTotal: s.boolean,
  aliquotaFunrural: s.number,
  descontaFunrural: s.boolean,
  consumidorFinal: s.boolean,
  retImpostoRetido: s.boolean,
  retAliquotaIr: s.number,
  retValorIr: s.number,
  retAliquotaCsll: s.number,
  retValorCsll: s.number,
  descontoCondicional: s.boolean,
  baseComissao: s.number,
  icms: Icms,
  valorPmc: s.number,
  aliquotaValorAproxImpostos: s.number,
  informacoesAdicionaisFisco: s.text,
  incluirFreteIpi: s.boolean,
  simples: Simples,
  ipi: s.extendOptional(Imposto, {
    valorIpiFixoUnitario: s.number,
    classeEnquadramentoIpi: s.text,
    codigoEnquadramentoIpi: s.integer,
    codigoSelo: s.text,
    codigoExTipi: s.integer,
  }),
  issqn: s.extendOptional(Imposto, {
    codigoListaServicos: s.text,
    descontarIssTotalNota: s.boolean,
    reterIss: s.boolean,
  }),
  pis: s.extendOptional(Imposto, { valorPisFixo: s.number }),
  cofins: s.extendOptional(Imposto, { valorCofinsFixo: s.number }),
  icmsSt: s.extendOptional(Imposto, {
    percentualAdicionado: s.number,
    modalidadeBaseCalculo: s.oneOf([0, 1, 2, 3]),
    valorPauta: s.number,
  }),
  pisSt: Imposto,
  cofinsSt: Imposto,
  ii: Imposto,
  codigoBeneficioFiscal: s.text,
  porcentagemFcp: s.number,
  cfop: s.integer,
  simplesSt: Imposto,
  ibsCbs: s.partial({
    regraOperacao: s.Referencia,
    cst: s.text,
    classificacaoTributaria: s.text,
    valorBaseCalculo: s.number,
  }),
  ibs: Ibs,
  cbs: s.partial({
    regraOperacao: s.Referencia,
    percentualCbs: s.number,
    percentualReducaoAliquota: s.number,
    aliquotaEfetiva: s.number,
    percentualDiferimento: s.number,
    codigoCreditoPresumido: s.text,
    percentualCreditoPresumido: s.number,
  }),
  ibsCbsReg: s.partial({
    cstRegular: s.text,
    classificacaoTributariaRegular: s.text,
    aliquotaEfetivaRegularIbsUf: s.number,
    aliquotaEfetivaRegularIbsMunicipio: s.number,
    aliquotaEfetivaRegularCbs: s.number,
    valorTributacaoRegularIbsUf: s.number,
    valorTributacaoRegularIbsMunicipio: s.number,
    valorTributacaoRegularCbs: s.number,
  }),
})

const Calculo = s.object(
  {
    tipoNota: s.oneOf([0, 1]),
    uf: s.text,
    municipio: s.Referencia,
    loja: s.object({ id: s.integer }, { unidadeNegocio: s.Referencia }),
    produto: s.object({
      id: s.integer,
      valorUnitario: s.number,
      cupomFiscal: s.integer,
      origem: s.oneOf([0, 1, 2, 3, 4, 5, 6, 7, 8]),
      quantidade: s.number,
    }),
  },
  { obterRegras: s.boolean, crt: s.integer },
)

export const document = {
  list: s.pagedList(NaturezaDeOperacao, { situacao: s.queryOneOf(['0', '1']), descricao: s.text }),
  'compute-taxes': { data: Tributacao, body: Calculo },
} satisfies s.ShapeTable
