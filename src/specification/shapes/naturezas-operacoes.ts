import { z } from 'zod'
import type { ShapeTable } from '../shapes.js'
import * as s from './shared.js'

export const NaturezaDeOperacao = s.parcial({
  id: s.inteiro,
  situacao: z.literal([0, 1]),
  padrao: z.literal([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]),
  descricao: s.texto,
})

export const Imposto = s.parcial({
  regraOperacao: s.Referencia,
  tributacao: z.literal([1, 2, 3]),
  cst: s.texto,
  aliquota: s.numero,
  base: s.numero,
  valorBaseCalculo: s.numero,
  valorImposto: s.numero,
  observacoes: s.texto,
  informacoesAdicionaisFisco: s.texto,
})

export const Icms = s.comOpcionais(Imposto, {
  porcentagemFcpDifal: s.numero,
  valorFcpDifal: s.numero,
  valorFcpEfetivo: s.numero,
  porcentagemFcp: s.numero,
  porcentagemFcpUfDestino: s.numero,
  modalidadeBaseCalculo: s.numero,
  valorPauta: s.numero,
  aliquotaPresumido: s.numero,
  porcentagemBaseCalculoUfDestino: s.numero,
  porcentagemIcmsUfDestino: s.numero,
  tipoPartilha: z.literal([0, 1]),
  valorIcmsDesonerado: s.numero,
  motivoDesoneracaoIcms: z.literal([0, 1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 90]),
  baseDiferimento: s.numero,
  valorBaseDiferimento: s.numero,
  valorPresumido: s.numero,
  aliquotaPosicao: s.numero,
})

export const Simples = s.comOpcionais(Imposto, {
  baseDiferimento: s.numero,
  modalidadeBaseCalculo: s.inteiro,
  valorPauta: s.numero,
  valorImpostoSt: s.numero,
  valorBaseCalculoSt: s.numero,
  baseCalculoSt: s.numero,
  percentualAdicionadoSt: s.numero,
  modalidadeBaseCalculoSt: s.numero,
  valorPautaSt: s.numero,
  aliquotaSt: s.numero,
  aliquotaStRetido: s.numero,
  baseStRetido: s.numero,
  valorUnitarioBaseCstRetencao: s.numero,
  valorUnitarioIcmsStRetencao: s.numero,
  valorUnitarioIcmsSubstituto: s.numero,
})

export const Ipi = s.comOpcionais(Imposto, {
  valorIpiFixoUnitario: s.numero,
  classeEnquadramentoIpi: s.texto,
  codigoEnquadramentoIpi: s.inteiro,
  codigoSelo: s.texto,
  codigoExTipi: s.inteiro,
})

export const Issqn = s.comOpcionais(Imposto, {
  codigoListaServicos: s.texto,
  descontarIssTotalNota: s.logico,
  reterIss: s.logico,
})

export const Pis = s.comOpcionais(Imposto, { valorPisFixo: s.numero })

export const Cofins = s.comOpcionais(Imposto, { valorCofinsFixo: s.numero })

export const IcmsSt = s.comOpcionais(Imposto, {
  percentualAdicionado: s.numero,
  modalidadeBaseCalculo: z.literal([0, 1, 2, 3]),
  valorPauta: s.numero,
})

export const IbsCbs = s.parcial({
  regraOperacao: s.Referencia,
  cst: s.texto,
  classificacaoTributaria: s.texto,
  valorBaseCalculo: s.numero,
})

export const Ibs = s.parcial({
  regraOperacao: s.Referencia,
  percentualIbsUf: s.numero,
  percentualIbsMunicipio: s.numero,
  percentualReducaoAliquotaUf: s.numero,
  percentualReducaoAliquotaMunicipio: s.numero,
  aliquotaEfetivaUf: s.numero,
  aliquotaEfetivaMunicipio: s.numero,
  percentualDiferimentoUf: s.numero,
  percentualDiferimentoMunicipio: s.numero,
  codigoCreditoPresumido: s.texto,
  percentualCreditoPresumido: s.numero,
})

export const Cbs = s.parcial({
  regraOperacao: s.Referencia,
  percentualCbs: s.numero,
  percentualReducaoAliquota: s.numero,
  aliquotaEfetiva: s.numero,
  percentualDiferimento: s.numero,
  codigoCreditoPresumido: s.texto,
  percentualCreditoPresumido: s.numero,
})

export const IbsCbsReg = s.parcial({
  cstRegular: s.texto,
  classificacaoTributariaRegular: s.texto,
  aliquotaEfetivaRegularIbsUf: s.numero,
  aliquotaEfetivaRegularIbsMunicipio: s.numero,
  aliquotaEfetivaRegularCbs: s.numero,
  valorTributacaoRegularIbsUf: s.numero,
  valorTributacaoRegularIbsMunicipio: s.numero,
  valorTributacaoRegularCbs: s.numero,
})

export const Tributacao = s.parcial({
  faturada: s.logico,
  observacoes: s.texto,
  pisCofinsPresumido: s.logico,
  somaImpostosTotal: s.logico,
  somaIcmsTotal: s.logico,
  aliquotaFunrural: s.numero,
  descontaFunrural: s.logico,
  consumidorFinal: s.logico,
  retImpostoRetido: s.logico,
  retAliquotaIr: s.numero,
  retValorIr: s.numero,
  retAliquotaCsll: s.numero,
  retValorCsll: s.numero,
  descontoCondicional: s.logico,
  baseComissao: s.numero,
  icms: Icms,
  valorPmc: s.numero,
  aliquotaValorAproxImpostos: s.numero,
  informacoesAdicionaisFisco: s.texto,
  incluirFreteIpi: s.logico,
  simples: Simples,
  ipi: Ipi,
  issqn: Issqn,
  pis: Pis,
  cofins: Cofins,
  icmsSt: IcmsSt,
  pisSt: Imposto,
  cofinsSt: Imposto,
  ii: Imposto,
  codigoBeneficioFiscal: s.texto,
  porcentagemFcp: s.numero,
  cfop: s.inteiro,
  simplesSt: Imposto,
  ibsCbs: IbsCbs,
  ibs: Ibs,
  cbs: Cbs,
  ibsCbsReg: IbsCbsReg,
})

export const LojaDoCalculo = s.registro({ id: s.inteiro }, { unidadeNegocio: s.Referencia })

export const ProdutoDoCalculo = s.registro({
  id: s.inteiro,
  valorUnitario: s.numero,
  cupomFiscal: s.inteiro,
  origem: z.literal([0, 1, 2, 3, 4, 5, 6, 7, 8]),
  quantidade: s.numero,
})

export const Calculo = s.registro(
  {
    tipoNota: z.literal([0, 1]),
    uf: s.texto,
    municipio: s.Referencia,
    loja: LojaDoCalculo,
    produto: ProdutoDoCalculo,
  },
  { obterRegras: s.logico, crt: s.inteiro },
)

export const document = {
  list: s.lista(NaturezaDeOperacao, { ...s.paginacao, situacao: s.umDe(['0', '1']), descricao: s.texto }),
  'compute-taxes': { data: Tributacao, body: Calculo },
} satisfies ShapeTable
