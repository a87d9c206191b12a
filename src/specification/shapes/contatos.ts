/** Contacts (`/contatos`). `document` holds the public document's shapes by action: `list` is `GET /contatos`. */
import { z } from 'zod'
import type { ShapeTable } from '../shapes.js'
import * as s from './shared.js'

export const ContatoResumido = s.object(
  { id: s.readOnly(s.integer), nome: s.text, situacao: z.literal(['A', 'E', 'I', 'S']) },
  { codigo: s.text, numeroDocumento: s.text, telefone: s.text, celular: s.text },
)

export const TipoDeContato = s.object({ id: s.integer }, { descricao: s.text })

export const Endereco = s.partial({
  endereco: s.text,
  cep: s.text,
  bairro: s.text,
  municipio: s.text,
  uf: s.text,
  numero: s.text,
  complemento: s.text,
})

export const Enderecos = s.partial({ geral: Endereco, cobranca: Endereco })

export const DadosAdicionais = s.partial({
  dataNascimento: s.date,
  sexo: z.literal(['M', 'F']),
  naturalidade: s.text,
})

export const Financeiro = s.partial({
  limiteCredito: s.number,
  condicaoPagamento: s.text,
  categoria: s.Referencia,
})

export const Pais = s.partial({ nome: s.text })

export const PessoaDeContato = s.object({ id: s.integer }, { descricao: s.text })

export const Contato = s.extend(
  ContatoResumido,
  { tipo: z.literal(['J', 'F', 'E']) },
  {
    fantasia: s.text,
    indicadorIe: z.literal([1, 2, 9]),
    ie: s.text,
    rg: s.text,
    inscricaoMunicipal: s.text,
    orgaoEmissor: s.text,
    email: s.text,
    emailNotaFiscal: s.text,
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

export const ContatoCriacao = s.extendOptional(Contato.partial({ id: true }), {
  pessoasContato: z.array(PessoaDeContatoEnviada),
})

export const Alertas = s.object({ alertas: z.array(s.Erro) })

export const SituacaoDeVarios = s.partial({
  idsContatos: z.array(s.integer),
  situacao: z.literal(['A', 'I', 'E', 'S']),
})

export const SituacaoDoContato = s.partial({ situacao: z.literal(['A', 'I', 'E', 'S']) })

export const document = {
  list: s.list(ContatoResumido, {
    ...s.paging,
    pesquisa: s.text,
    criterio: s.queryOneOf(['1', '2', '3', '4'], '3'),
    dataInclusaoInicial: s.dateTime,
    dataInclusaoFinal: s.dateTime,
    dataAlteracaoInicial: s.dateTime,
    dataAlteracaoFinal: s.dateTime,
    idTipoContato: s.queryInteger,
    idVendedor: s.queryInteger,
    uf: s.text,
    telefone: s.text,
    'idsContatos[]': s.queryIds,
    numeroDocumento: s.text,
    tipoPessoa: s.queryOneOf(['1', '2', '3']),
  }),
  create: { data: s.Registrado, body: ContatoCriacao },
  'remove-many': { data: Alertas, query: s.object({ 'idsContatos[]': s.queryIds }) },
  read: { data: Contato },
  replace: { body: ContatoCriacao },
  'list-types-of-contact': { data: z.array(TipoDeContato) },
  'read-end-consumer': { data: Contato },
  'set-situation': { body: SituacaoDoContato },
  'set-situations': { data: Alertas, body: SituacaoDeVarios },
  'list-types': { data: z.array(TipoDeContato) },
} satisfies ShapeTable
