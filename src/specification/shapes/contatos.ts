/**
 * Contacts (`/contatos`). `document` holds the public document's shapes by action: `list` is `GET /contatos`.
 * - `s.object({ id }, { codigo })` requires `id` and allows `codigo`; `s.partial` requires nothing.
 * - `s.extend` adds or replaces fields in the same way, `s.extendOptional` fields that may be missing.
 * - `s.readOnly`: only the service sets the field. A body made by `s.sent` may lack it.
 */
import * as s from './shared.js'

const ContatoResumido = s.object(
  { id: s.readOnly(s.integer), nome: s.text, situacao: s.oneOf(['A', 'E', 'I', 'S']) },
  { codigo: s.text, numeroDocumento: s.text, telefone: s.text, celular: s.text },
)

const TipoDeContato = s.object({ id: s.integer }, { descricao: s.text })

const Endereco = s.partial({
  endereco: s.text,
  cep: s.text,
  bairro: s.text,
  municipio: s.text,
  uf: s.text,
  numero: s.text,
  complemento: s.text,
})

const PessoaDeContato = s.object({ id: s.integer }, { descricao: s.text })

const Contato = s.extend(
  ContatoResumido,
  { tipo: s.oneOf(['J', 'F', 'E']) },
  {
    fantasia: s.text,
    indicadorIe: s.oneOf([1, 2, 9]),
    ie: s.text,
    rg: s.text,
    inscricaoMunicipal: s.text,
    orgaoEmissor: s.text,
    email: s.text,
    emailNotaFiscal: s.text,
    orgaoPublico: s.oneOf(['N', 'M', 'E', 'F']),
    endereco: s.partial({ geral: Endereco, cobranca: Endereco }),
    vendedor: s.Referencia,
    dadosAdicionais: s.partial({ dataNascimento: s.date, sexo: s.oneOf(['M', 'F']), naturalidade: s.text }),
    financeiro: s.partial({ limiteCredito: s.number, condicaoPagamento: s.text, categoria: s.Referencia }),
    pais: s.partial({ nome: s.text }),
    tiposContato: s.array(TipoDeContato),
    pessoasContato: s.array(PessoaDeContato),
  },
)

const ContatoEnviado = s.sent(
  s.extendOptional(Contato, { pessoasContato: s.array(PessoaDeContato.partial({ id: true })) }),
)

const Alertas = s.object({ alertas: s.array(s.Erro) })

export const document = {
  list: s.pagedList(ContatoResumido, {
    pesquisa: s.text,
    criterio: s.queryOneOf(['1', '2', '3', '4'], { default: '3' }),
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
  create: { data: s.Registrado, body: ContatoEnviado },
  'remove-many': { data: Alertas, query: s.object({ 'idsContatos[]': s.queryIds }) },
  read: { data: Contato },
  replace: { body: ContatoEnviado },
  'list-types-of-contact': { data: s.array(TipoDeContato) },
  'read-end-consumer': { data: Contato },
  'set-situation': { body: s.partial({ situacao: s.oneOf(['A', 'I', 'E', 'S']) }) },
  'set-situations': {
    data: Alertas,
    body: s.partial({ idsContatos: s.array(s.integer), situacao: s.oneOf(['A', 'I', 'E', 'S']) }),
  },
  'list-types': { data: s.array(TipoDeContato) },
} satisfies s.ShapeTable
