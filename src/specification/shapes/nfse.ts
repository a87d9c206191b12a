import { z } from 'zod'
import type { ShapeTable } from '../shapes.js'
import * as s from './shared.js'

export const NotaDeServicoBase = s.registro(
  { id: s.doServico(s.inteiro), numeroRPS: s.texto, serie: s.texto },
  {
    numero: s.texto,
    situacao: s.doServico(z.literal([0, 1, 2, 3])),
    dataEmissao: s.dia,
    valor: s.doServico(s.numero),
  },
)

export const ContatoDaNota = s.registro({
  id: s.inteiro,
  nome: s.texto,
  numeroDocumento: s.texto,
  email: s.texto,
})

export const NotaDeServicoResumida = s.com(NotaDeServicoBase, { contato: ContatoDaNota })

export const NotaDeServico = s.comOpcionais(NotaDeServicoResumida, {
  link: s.doServico(s.texto),
  codigoVerificacao: s.doServico(s.texto),
})

export const ConfiguracaoBasica = s.parcial({ emissorPadrao: s.inteiro, naturezaOperacao: s.inteiro })

export const CodigoDoTributo = s.registro({ listaServico: s.texto }, { tributacao: s.texto })

export const Tributo = s.registro(
  { CNAE: s.texto, descricaoServico: s.texto, codigo: CodigoDoTributo },
  { id: s.inteiro, percentualISS: s.numero, padrao: s.logico, indicadorOperacao: s.texto },
)

export const ConfiguracaoDeIss = s.registro(
  { tributos: z.array(Tributo) },
  { zerar: s.logico, reter: s.logico, descontar: s.logico },
)

export const NumeracaoDeRps = s.parcial({
  cnpjEmitente: s.texto,
  id: s.inteiro,
  numero: s.inteiro,
  serie: s.inteiro,
})

export const Controle = s.parcial({ numeracaoRPS: NumeracaoDeRps })

export const TextosDeIr = s.parcial({ padrao: s.texto, isento: s.texto })

export const ConfiguracaoDeIr = s.parcial({
  percentual: s.numero,
  valorMinimoAlternativoDescontol: s.numero,
  descontar: s.logico,
  texto: TextosDeIr,
})

export const ConfiguracaoDeContribuicoes = s.parcial({ calcular: s.logico, reter: s.logico })

export const ConfiguracaoDeInss = s.parcial({ reter: s.logico })

export const ImpostosAproximados = s.parcial({ utilizarAliqIBPT: s.logico, percentualAliq: s.numero })

export const OutrosImpostos = s.parcial({
  CSLLPISCOFINSDTO: ConfiguracaoDeContribuicoes,
  INSS: ConfiguracaoDeInss,
  aproximados: ImpostosAproximados,
})

export const ConfiguracaoDeImpostos = s.parcial({
  bloquearRetencaoPessoaFisica: s.logico,
  IR: ConfiguracaoDeIr,
  outros: OutrosImpostos,
})

export const EnderecosDeEmail = s.parcial({ copia: s.texto, resposta: s.texto })

export const EnvioDeEmail = s.parcial({
  enviarBoletoRPS: s.logico,
  remetente: s.texto,
  assunto: s.texto,
  mensagem: s.texto,
  padrao: EnderecosDeEmail,
})

export const CadastroNaPrefeitura = s.parcial({ login: s.texto, senha: s.texto })

export const ConfiguracaoAdicional = s.parcial({
  CFPS: s.texto,
  CFOP: s.texto,
  AEDF: s.texto,
  proximoNumeroLote: s.inteiro,
  observacaoImpressaNota: s.texto,
  descricaoComplementar: s.texto,
  tipoEmissao: z.literal(['T', 'R', 'N']),
  campoNumeroDocContas: s.logico,
  incentivadorFiscal: s.logico,
  alterarSituacao: s.logico,
  incluirParcelas: s.logico,
  considerarDataParcela: s.logico,
  considerarDataOrdemServico: s.logico,
  cadastroPrefeitura: CadastroNaPrefeitura,
})

export const Configuracao = s.parcial({
  basicas: ConfiguracaoBasica,
  ISS: ConfiguracaoDeIss,
  controle: Controle,
  impostos: ConfiguracaoDeImpostos,
  envioEmail: EnvioDeEmail,
  adicionais: ConfiguracaoAdicional,
})

export const NotaDeServicoRegistrada = s.registro({ id: s.inteiro, numeroRPS: s.texto, serie: s.texto })

export const EnderecoDoContato = s.registro(
  { bairro: s.texto, municipio: s.texto },
  { endereco: s.texto, numero: s.texto, complemento: s.texto, cep: s.texto, uf: s.texto },
)

export const ServicoPrestado = s.registro({ codigo: s.texto, descricao: s.texto, valor: s.numero })

export const ParcelaDaNota = s.registro(
  { data: s.dia, valor: s.numero },
  { observacoes: s.texto, formaPagamento: s.Referencia },
)

export const ValoresDeIbsCbs = s.registro(
  { codigoSituacaoTributaria: s.texto, classificacaoTributaria: s.texto },
  {
    codigoCreditoPresumido: s.texto,
    cstRegimeRegular: s.texto,
    classificacaoTributariaRegular: s.texto,
    percentualDiferimentoEstadual: s.numero,
    percentualDiferimentoMunicipal: s.numero,
    percentualDiferimentoCBS: s.numero,
  },
)

export const TributacaoIbsCbs = s.registro(
  { indicadorOperacao: s.texto, tipoOperacao: s.texto, tributacao: ValoresDeIbsCbs },
  { tipoEnteGovernamental: s.texto },
)

export const NotaDeServicoCriacao = s.com(
  NotaDeServico.partial({ id: true }),
  {
    contato: s.registro(
      { id: s.inteiro, nome: s.texto, numeroDocumento: s.texto, email: s.texto },
      { ie: s.texto, telefone: s.texto, im: s.texto, endereco: EnderecoDoContato },
    ),
    servicos: z.array(ServicoPrestado),
  },
  {
    data: s.dia,
    baseCalculo: s.numero,
    reterISS: s.logico,
    desconto: s.numero,
    vendedor: s.Referencia,
    parcelas: z.array(ParcelaDaNota),
    tributacaoIbsCbs: TributacaoIbsCbs,
  },
)

export const Cancelamento = s.parcial({ codigoMotivo: z.literal([1, 2, 9]), justificativa: s.texto })

export const document = {
  list: s.lista(NotaDeServicoResumida, {
    ...s.paginacao,
    situacao: s.umDe(['1', '2', '3', '4']),
    dataEmissaoInicial: s.dia,
    dataEmissaoFinal: s.dia,
  }),
  create: { data: NotaDeServicoRegistrada, body: NotaDeServicoCriacao },
  read: { data: NotaDeServico },
  send: { data: NotaDeServico },
  cancel: { body: Cancelamento },
  'read-configuration': { data: Configuracao },
  'replace-configuration': { body: Configuracao },
} satisfies ShapeTable
