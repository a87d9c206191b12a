import { z } from 'zod'
import type { ShapeTable } from '../shapes.js'
import {
  com,
  comOpcionais,
  dia,
  doServico,
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

export const NotaDeServicoBase = registro(
  { id: doServico(inteiro), numeroRPS: texto, serie: texto },
  { numero: texto, situacao: doServico(z.literal([0, 1, 2, 3])), dataEmissao: dia, valor: doServico(numero) },
)

export const ContatoDaNota = registro({ id: inteiro, nome: texto, numeroDocumento: texto, email: texto })

export const NotaDeServicoResumida = com(NotaDeServicoBase, { contato: ContatoDaNota })

export const NotaDeServico = comOpcionais(NotaDeServicoResumida, {
  link: doServico(texto),
  codigoVerificacao: doServico(texto),
})

export const ConfiguracaoBasica = parcial({ emissorPadrao: inteiro, naturezaOperacao: inteiro })

export const CodigoDoTributo = registro({ listaServico: texto }, { tributacao: texto })

export const Tributo = registro(
  { CNAE: texto, descricaoServico: texto, codigo: CodigoDoTributo },
  { id: inteiro, percentualISS: numero, padrao: logico, indicadorOperacao: texto },
)

export const ConfiguracaoDeIss = registro(
  { tributos: z.array(Tributo) },
  { zerar: logico, reter: logico, descontar: logico },
)

export const NumeracaoDeRps = parcial({ cnpjEmitente: texto, id: inteiro, numero: inteiro, serie: inteiro })

export const Controle = parcial({ numeracaoRPS: NumeracaoDeRps })

export const TextosDeIr = parcial({ padrao: texto, isento: texto })

export const ConfiguracaoDeIr = parcial({
  percentual: numero,
  valorMinimoAlternativoDescontol: numero,
  descontar: logico,
  texto: TextosDeIr,
})

export const ConfiguracaoDeContribuicoes = parcial({ calcular: logico, reter: logico })

export const ConfiguracaoDeInss = parcial({ reter: logico })

export const ImpostosAproximados = parcial({ utilizarAliqIBPT: logico, percentualAliq: numero })

export const OutrosImpostos = parcial({
  CSLLPISCOFINSDTO: ConfiguracaoDeContribuicoes,
  INSS: ConfiguracaoDeInss,
  aproximados: ImpostosAproximados,
})

export const ConfiguracaoDeImpostos = parcial({
  bloquearRetencaoPessoaFisica: logico,
  IR: ConfiguracaoDeIr,
  outros: OutrosImpostos,
})

export const EnderecosDeEmail = parcial({ copia: texto, resposta: texto })

export const EnvioDeEmail = parcial({
  enviarBoletoRPS: logico,
  remetente: texto,
  assunto: texto,
  mensagem: texto,
  padrao: EnderecosDeEmail,
})

export const CadastroNaPrefeitura = parcial({ login: texto, senha: texto })

export const ConfiguracaoAdicional = parcial({
  CFPS: texto,
  CFOP: texto,
  AEDF: texto,
  proximoNumeroLote: inteiro,
  observacaoImpressaNota: texto,
  descricaoComplementar: texto,
  tipoEmissao: z.literal(['T', 'R', 'N']),
  campoNumeroDocContas: logico,
  incentivadorFiscal: logico,
  alterarSituacao: logico,
  incluirParcelas: logico,
  considerarDataParcela: logico,
  considerarDataOrdemServico: logico,
  cadastroPrefeitura: CadastroNaPrefeitura,
})

export const Configuracao = parcial({
  basicas: ConfiguracaoBasica,
  ISS: ConfiguracaoDeIss,
  controle: Controle,
  impostos: ConfiguracaoDeImpostos,
  envioEmail: EnvioDeEmail,
  adicionais: ConfiguracaoAdicional,
})

export const NotaDeServicoRegistrada = registro({ id: inteiro, numeroRPS: texto, serie: texto })

export const EnderecoDoContato = registro(
  { bairro: texto, municipio: texto },
  { endereco: texto, numero: texto, complemento: texto, cep: texto, uf: texto },
)

export const ServicoPrestado = registro({ codigo: texto, descricao: texto, valor: numero })

export const ParcelaDaNota = registro(
  { data: dia, valor: numero },
  { observacoes: texto, formaPagamento: Referencia },
)

export const ValoresDeIbsCbs = registro(
  { codigoSituacaoTributaria: texto, classificacaoTributaria: texto },
  {
    codigoCreditoPresumido: texto,
    cstRegimeRegular: texto,
    classificacaoTributariaRegular: texto,
    percentualDiferimentoEstadual: numero,
    percentualDiferimentoMunicipal: numero,
    percentualDiferimentoCBS: numero,
  },
)

export const TributacaoIbsCbs = registro(
  { indicadorOperacao: texto, tipoOperacao: texto, tributacao: ValoresDeIbsCbs },
  { tipoEnteGovernamental: texto },
)

export const NotaDeServicoCriacao = com(
  NotaDeServico.partial({ id: true }),
  {
    contato: registro(
      { id: inteiro, nome: texto, numeroDocumento: texto, email: texto },
      { ie: texto, telefone: texto, im: texto, endereco: EnderecoDoContato },
    ),
    servicos: z.array(ServicoPrestado),
  },
  {
    data: dia,
    baseCalculo: numero,
    reterISS: logico,
    desconto: numero,
    vendedor: Referencia,
    parcelas: z.array(ParcelaDaNota),
    tributacaoIbsCbs: TributacaoIbsCbs,
  },
)

export const Cancelamento = parcial({ codigoMotivo: z.literal([1, 2, 9]), justificativa: texto })

export const document = {
  list: lista(NotaDeServicoResumida, {
    ...paginacao,
    situacao: umDe(['1', '2', '3', '4']),
    dataEmissaoInicial: dia,
    dataEmissaoFinal: dia,
  }),
  create: { data: NotaDeServicoRegistrada, body: NotaDeServicoCriacao },
  read: { data: NotaDeServico },
  send: { data: NotaDeServico },
  cancel: { body: Cancelamento },
  'read-configuration': { data: Configuracao },
  'replace-configuration': { body: Configuracao },
} satisfies ShapeTable
