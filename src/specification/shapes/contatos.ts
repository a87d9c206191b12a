import { z } from 'zod'
import type { ShapeTable } from '../shapes.js'
import * as s from './shared.js'

export const ContatoResumido = s.registro(
  { id: s.doServico(s.inteiro), nome: s.texto, situacao: z.literal(['A', 'E', 'I', 'S']) },
  { codigo: s.texto, numeroDocumento: s.texto, telefone: s.texto, celular: s.texto },
)

export const TipoDeContato = s.registro({ id: s.inteiro }, { descricao: s.texto })

export const Endereco = s.parcial({
  endereco: s.texto,
  cep: s.texto,
  bairro: s.texto,
  municipio: s.texto,
  uf: s.texto,
  numero: s.texto,
  complemento: s.texto,
})

export const Enderecos = s.parcial({ geral: Endereco, cobranca: Endereco })

export const DadosAdicionais = s.parcial({
  dataNascimento: s.dia,
  sexo: z.literal(['M', 'F']),
  naturalidade: s.texto,
})

export const Financeiro = s.parcial({
  limiteCredito: s.numero,
  condicaoPagamento: s.texto,
  categoria: s.Referencia,
})

export const Pais = s.parcial({ nome: s.texto })

export const PessoaDeContato = s.registro({ id: s.inteiro }, { descricao: s.texto })

export const Contato = s.com(
  ContatoResumido,
  { tipo: z.literal(['J', 'F', 'E']) },
  {
    fantasia: s.texto,
    indicadorIe: z.literal([1, 2, 9]),
    ie: s.texto,
    rg: s.texto,
    inscricaoMunicipal: s.texto,
    orgaoEmissor: s.texto,
    email: s.texto,
    emailNotaFiscal: s.texto,
    orgaoPublico: z.literal(['N', 'M', 'E', 'F']),
    endereco: Enderecos,
    vendedor: s.Referencia,
    dadosAdicionais: DadosAdicionais,
    financeiro: Financeiro,
    pais: Pais,
    tiposContato: z.array(TipoDeContato),
    pessoasContato: z.array(PessoaDeContato),
  },
)

export const PessoaDeContatoEnviada = PessoaDeContato.partial({ id: true })

export const ContatoCriacao = s.comOpcionais(Contato.partial({ id: true }), {
  pessoasContato: z.array(PessoaDeContatoEnviada),
})

export const Alertas = s.registro({ alertas: z.array(s.Erro) })

export const SituacaoDeVarios = s.parcial({
  idsContatos: z.array(s.inteiro),
  situacao: z.literal(['A', 'I', 'E', 'S']),
})

export const SituacaoDoContato = s.parcial({ situacao: z.literal(['A', 'I', 'E', 'S']) })

export const document = {
  list: s.lista(ContatoResumido, {
    ...s.paginacao,
    pesquisa: s.texto,
    criterio: s.umDe(['1', '2', '3', '4'], '3'),
    dataInclusaoInicial: s.momento,
    dataInclusaoFinal: s.momento,
    dataAlteracaoInicial: s.momento,
    dataAlteracaoFinal: s.momento,
    idTipoContato: s.digitos,
    idVendedor: s.digitos,
    uf: s.texto,
    telefone: s.texto,
    'idsContatos[]': s.ids,
    numeroDocumento: s.texto,
    tipoPessoa: s.umDe(['1', '2', '3']),
  }),
  create: { data: s.Registrado, body: ContatoCriacao },
  'remove-many': { data: Alertas, query: s.registro({ 'idsContatos[]': s.ids }) },
  read: { data: Contato },
  replace: { body: ContatoCriacao },
  'list-types-of-contact': { data: z.array(TipoDeContato) },
  'read-end-consumer': { data: Contato },
  'set-situation': { body: SituacaoDoContato },
  'set-situations': { data: Alertas, body: SituacaoDeVarios },
  'list-types': { data: z.array(TipoDeContato) },
} satisfies ShapeTable
