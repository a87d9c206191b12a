import { z } from 'zod'
import type { ShapeTable } from '../shapes.js'
import {
  comOpcionais,
  inteiro,
  lista,
  logico,
  numero,
  paginacao,
  parcial,
  Referencia,
  registro,
  texto,
  umDe,
} from './shared.js'

export const NaturezaDeOperacao = parcial({
  id: inteiro,
  situacao: z.literal([0, 1]),
  padrao: z.literal([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]),
  descricao: texto,
})

export const Imposto = parcial({
  regraOperacao: Referencia,
  tributacao: z.literal([1, 2, 3]),
  cst: texto,
  aliquota: numero,
  base: numero,
  valorBaseCalculo: numero,
  valorImposto: numero,
  observacoes: texto,
  informacoesAdicionaisFisco: texto,
})

export const Icms = comOpcionais(Imposto, {
  porcentagemFcpDifal: numero,
  valorFcpDifal: numero,
  valorFcpEfetivo: numero,
  porcentagemFcp: numero,
  porcentagemFcpUfDestino: numero,
  modalidadeBaseCalculo: numero,
  valorPauta: numero,
  aliquotaPresumido: numero,
  porcentagemBaseCalculoUfDestino: numero,
  porcentagemIcmsUfDestino: numero,
  tipoPartilha: z.literal([0, 1]),
  valorIcmsDesonerado: numero,
  motivoDesoneracaoIcms: z.literal([0, 1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 90]),
  baseDiferimento: numero,
  valorBaseDiferimento: numero,
  valorPresumido: numero,
  aliquotaPosicao: numero,
})

export const Simples = comOpcionais(Imposto, {
  baseDiferimento: numero,
  modalidadeBaseCalculo: inteiro,
  valorPauta: numero,
  valorImpostoSt: numero,
  valorBaseCalculoSt: numero,
  baseCalculoSt: numero,
  percentualAdicionadoSt: numero,
  modalidadeBaseCalculoSt: numero,
  valorPautaSt: numero,
  aliquotaSt: numero,
  aliquotaStRetido: numero,
  baseStRetido: numero,
  valorUnitarioBaseCstRetencao: numero,
  valorUnitarioIcmsStRetencao: numero,
  valorUnitarioIcmsSubstituto: numero,
})

export const Ipi = comOpcionais(Imposto, {
  valorIpiFixoUnitario: numero,
  classeEnquadramentoIpi: texto,
  codigoEnquadramentoIpi: inteiro,
  codigoSelo: texto,
  codigoExTipi: inteiro,
})

export const Issqn = comOpcionais(Imposto, {
  codigoListaServicos: texto,
  descontarIssTotalNota: logico,
  reterIss: logico,
})

export const Pis = comOpcionais(Imposto, { valorPisFixo: numero })

export const Cofins = comOpcionais(Imposto, { valorCofinsFixo: numero })

export const IcmsSt = comOpcionais(Imposto, {
  percentualAdicionado: numero,
  modalidadeBaseCalculo: z.literal([0, 1, 2, 3]),
  valorPauta: numero,
})

export const IbsCbs = parcial({
  regraOperacao: Referencia,
  cst: texto,
  classificacaoTributaria: texto,
  valorBaseCalculo: numero,
})

export const Ibs = parcial({
  regraOperacao: Referencia,
  percentualIbsUf: numero,
  percentualIbsMunicipio: numero,
  percentualReducaoAliquotaUf: numero,
  percentualReducaoAliquotaMunicipio: numero,
  aliquotaEfetivaUf: numero,
  aliquotaEfetivaMunicipio: numero,
  percentualDiferimentoUf: numero,
  percentualDiferimentoMunicipio: numero,
  codigoCreditoPresumido: texto,
  percentualCreditoPresumido: numero,
})

export const Cbs = parcial({
  regraOperacao: Referencia,
  percentualCbs: numero,
  percentualReducaoAliquota: numero,
  aliquotaEfetiva: numero,
  percentualDiferimento: numero,
  codigoCreditoPresumido: texto,
  percentualCreditoPresumido: numero,
})

export const IbsCbsReg = parcial({
  cstRegular: texto,
  classificacaoTributariaRegular: texto,
  aliquotaEfetivaRegularIbsUf: numero,
  aliquotaEfetivaRegularIbsMunicipio: numero,
  aliquotaEfetivaRegularCbs: numero,
  valorTributacaoRegularIbsUf: numero,
  valorTributacaoRegularIbsMunicipio: numero,
  valorTributacaoRegularCbs: numero,
})

export const Tributacao = parcial({
  faturada: logico,
  observacoes: texto,
  pisCofinsPresumido: logico,
  somaImpostosTotal: logico,
  somaIcmsTotal: logico,
  aliquotaFunrural: numero,
  descontaFunrural: logico,
  consumidorFinal: logico,
  retImpostoRetido: logico,
  retAliquotaIr: numero,
  retValorIr: numero,
  retAliquotaCsll: numero,
  retValorCsll: numero,
  descontoCondicional: logico,
  baseComissao: numero,
  icms: Icms,
  valorPmc: numero,
  aliquotaValorAproxImpostos: numero,
  informacoesAdicionaisFisco: texto,
  incluirFreteIpi: logico,
  simples: Simples,
  ipi: Ipi,
  issqn: Issqn,
  pis: Pis,
  cofins: Cofins,
  icmsSt: IcmsSt,
  pisSt: Imposto,
  cofinsSt: Imposto,
  ii: Imposto,
  codigoBeneficioFiscal: texto,
  porcentagemFcp: numero,
  cfop: inteiro,
  simplesSt: Imposto,
  ibsCbs: IbsCbs,
  ibs: Ibs,
  cbs: Cbs,
  ibsCbsReg: IbsCbsReg,
})

export const LojaDoCalculo = registro({ id: inteiro }, { unidadeNegocio: Referencia })

export const ProdutoDoCalculo = registro({
  id: inteiro,
  valorUnitario: numero,
  cupomFiscal: inteiro,
  origem: z.literal([0, 1, 2, 3, 4, 5, 6, 7, 8]),
  quantidade: numero,
})

export const Calculo = registro(
  {
    tipoNota: z.literal([0, 1]),
    uf: texto,
    municipio: Referencia,
    loja: LojaDoCalculo,
    produto: ProdutoDoCalculo,
  },
  { obterRegras: logico, crt: inteiro },
)

export const document = {
  list: lista(NaturezaDeOperacao, { ...paginacao, situacao: umDe(['0', '1']), descricao: texto }),
  'compute-taxes': { data: Tributacao, body: Calculo },
} satisfies ShapeTable
