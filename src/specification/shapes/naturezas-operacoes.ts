/**
 * Kinds of fiscal operations, and the taxes that follow from them (`/naturezas-operacoes`). `document` holds the public
 * document's shapes by action: `list` is `GET /naturezas-operacoes`.
 */
import { z } from 'zod'
import type { ShapeTable } from '../shapes.js'
import * as s from './shared.js'

export const NaturezaDeOperacao = s.partial({
  id: s.integer,
  situacao: z.literal([0, 1]),
  padrao: z.literal([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]),
  descricao: s.text,
})

export const Imposto = s.partial({
  regraOperacao: s.Referencia,
  tributacao: z.literal([1, 2, 3]),
  cst: s.text,
  aliquota: s.number,
  base: s.number,
  valorBaseCalculo: s.number,
  valorImposto: s.number,
  observacoes: s.text,
  informacoesAdicionaisFisco: s.text,
})

export const Icms = s.extendOptional(Imposto, {
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
  tipoPartilha: z.literal([0, 1]),
  valorIcmsDesonerado: s.number,
  motivoDesoneracaoIcms: z.literal([0, 1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 90]),
  baseDiferimento: s.number,
  valorBaseDiferimento: s.number,
  valorPresumido: s.number,
  aliquotaPosicao: s.number,
})

export const Simples = s.extendOptional(Imposto, {
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

export const Ipi = s.extendOptional(Imposto, {
  valorIpiFixoUnitario: s.number,
  classeEnquadramentoIpi: s.text,
  codigoEnquadramentoIpi: s.integer,
  codigoSelo: s.text,
  codigoExTipi: s.integer,
})

export const Issqn = s.extendOptional(Imposto, {
  codigoListaServicos: s.text,
  descontarIssTotalNota: s.boolean,
  reterIss: s.boolean,
})

export const Pis = s.extendOptional(Imposto, { valorPisFixo: s.number })

export const Cofins = s.extendOptional(Imposto, { valorCofinsFixo: s.number })

export const IcmsSt = s.extendOptional(Imposto, {
  percentualAdicionado: s.number,
  modalidadeBaseCalculo: z.literal([0, 1, 2, 3]),
  valorPauta: s.number,
})

export const IbsCbs = s.partial({
  regraOperacao: s.Referencia,
  cst: s.text,
  classificacaoTributaria: s.text,
  valorBaseCalculo: s.number,
})

export const Ibs = s.partial({
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

export const Cbs = s.partial({
  regraOperacao: s.Referencia,
  percentualCbs: s.number,
  percentualReducaoAliquota: s.number,
  aliquotaEfetiva: s.number,
  percentualDiferimento: s.number,
  codigoCreditoPresumido: s.text,
  percentualCreditoPresumido: s.number,
})

export const IbsCbsReg = s.partial({
  cstRegular: s.text,
  classificacaoTributariaRegular: s.text,
  aliquotaEfetivaRegularIbsUf: s.number,
  aliquotaEfetivaRegularIbsMunicipio: s.number,
  aliquotaEfetivaRegularCbs: s.number,
  valorTributacaoRegularIbsUf: s.number,
  valorTributacaoRegularIbsMunicipio: s.number,
  valorTributacaoRegularCbs: s.number,
})

export const Tributacao = s.partial({
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
  ipi: Ipi,
  issqn: Issqn,
  pis: Pis,
  cofins: Cofins,
  icmsSt: IcmsSt,
  pisSt: Imposto,
  cofinsSt: Imposto,
  ii: Imposto,
  codigoBeneficioFiscal: s.text,
  porcentagemFcp: s.number,
  cfop: s.integer,
  simplesSt: Imposto,
  ibsCbs: IbsCbs,
  ibs: Ibs,
  cbs: Cbs,
  ibsCbsReg: IbsCbsReg,
})

export const LojaDoCalculo = s.object({ id: s.integer }, { unidadeNegocio: s.Referencia })

export const ProdutoDoCalculo = s.object({
  id: s.integer,
  valorUnitario: s.number,
  cupomFiscal: s.integer,
  origem: z.literal([0, 1, 2, 3, 4, 5, 6, 7, 8]),
  quantidade: s.number,
})

export const Calculo = s.object(
  {
    tipoNota: z.literal([0, 1]),
    uf: s.text,
    municipio: s.Referencia,
    loja: LojaDoCalculo,
    produto: ProdutoDoCalculo,
  },
  { obterRegras: s.boolean, crt: s.integer },
)

export const document = {
  list: s.list(NaturezaDeOperacao, { ...s.paging, situacao: s.queryOneOf(['0', '1']), descricao: s.text }),
  'compute-taxes': { data: Tributacao, body: Calculo },
} satisfies ShapeTable
