import { z } from 'zod'
import type { ShapeTable } from '../shapes.js'
import {
  com,
  comOpcionais,
  dia,
  digitos,
  doServico,
  Erro,
  inteiro,
  lista,
  momento,
  numero,
  paginacao,
  parcial,
  Referencia,
  Registrado,
  registro,
  texto,
  umDe,
} from './shared.js'

export const ContatoResumido = registro(
  { id: doServico(inteiro), nome: texto, situacao: z.literal(['A', 'E', 'I', 'S']) },
  { codigo: texto, numeroDocumento: texto, telefone: texto, celular: texto },
)

export const TipoDeContato = registro({ id: inteiro }, { descricao: texto })

export const Endereco = parcial({
  endereco: texto,
  cep: texto,
  bairro: texto,
  municipio: texto,
  uf: texto,
  numero: texto,
  complemento: texto,
})

export const Enderecos = parcial({ geral: Endereco, cobranca: Endereco })

export const DadosAdicionais = parcial({
  dataNascimento: dia,
  sexo: z.literal(['M', 'F']),
  naturalidade: texto,
})

export const Financeiro = parcial({ limiteCredito: numero, condicaoPagamento: texto, categoria: Referencia })

export const Pais = parcial({ nome: texto })

export const PessoaDeContato = registro({ id: inteiro }, { descricao: texto })

export const Contato = com(
  ContatoResumido,
  { tipo: z.literal(['J', 'F', 'E']) },
  {
    fantasia: texto,
    indicadorIe: z.literal([1, 2, 9]),
    ie: texto,
    rg: texto,
    inscricaoMunicipal: texto,
    orgaoEmissor: texto,
    email: texto,
    emailNotaFiscal: texto,
    orgaoPublico: z.literal(['N', 'M', 'E', 'F']),
    endereco: Enderecos,
    vendedor: Referencia,
    dadosAdicionais: DadosAdicionais,
    financeiro: Financeiro,
    pais: Pais,
    tiposContato: z.array(TipoDeContato),
    pessoasContato: z.array(PessoaDeContato),
  },
)

export const PessoaDeContatoEnviada = PessoaDeContato.partial({ id: true })

export const ContatoCriacao = comOpcionais(Contato.partial({ id: true }), {
  pessoasContato: z.array(PessoaDeContatoEnviada),
})

export const Alertas = registro({ alertas: z.array(Erro) })

export const SituacaoDeVarios = parcial({
  idsContatos: z.array(inteiro),
  situacao: z.literal(['A', 'I', 'E', 'S']),
})

export const SituacaoDoContato = parcial({ situacao: z.literal(['A', 'I', 'E', 'S']) })

export const document = {
  list: lista(ContatoResumido, {
    ...paginacao,
    pesquisa: texto,
    criterio: umDe(['1', '2', '3', '4'], '3'),
    dataInclusaoInicial: momento,
    dataInclusaoFinal: momento,
    dataAlteracaoInicial: momento,
    dataAlteracaoFinal: momento,
    idTipoContato: digitos,
    idVendedor: digitos,
    uf: texto,
    telefone: texto,
    'idsContatos[]': z.array(digitos),
    numeroDocumento: texto,
    tipoPessoa: umDe(['1', '2', '3']),
  }),
  create: { data: Registrado, body: ContatoCriacao },
  'remove-many': { data: Alertas, query: registro({ 'idsContatos[]': z.array(digitos) }) },
  read: { data: Contato },
  replace: { body: ContatoCriacao },
  'list-types-of-contact': { data: z.array(TipoDeContato) },
  'read-end-consumer': { data: Contato },
  'set-situation': { body: SituacaoDoContato },
  'set-situations': { data: Alertas, body: SituacaoDeVarios },
  'list-types': { data: z.array(TipoDeContato) },
} satisfies ShapeTable
