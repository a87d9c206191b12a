/**
 * Situations of records, and the transitions between them (`/situacoes`). `document` holds the public document's shapes
 * by action: `list-modules` is `GET /situacoes/modulos`.
 * - `s.object({ id }, { idHerdado })` requires `id` and allows `idHerdado`; `s.partial` requires nothing.
 * - `s.readOnly`: only the service sets the field. A body made by `s.sent` may lack it.
 */
import * as s from './shared.js'

const Situacao = s.object({ id: s.integer, nome: s.text }, { idHerdado: s.integer, cor: s.text })

const SituacaoDaTransicao = s.object({ id: s.integer, nome: s.text })

const Transicao = s.object(
  { id: s.readOnly(s.integer), situacaoOrigem: SituacaoDaTransicao, situacaoDestino: SituacaoDaTransicao },
  { ativo: s.boolean, acoes: s.array(s.integer), modulo: s.Referencia },
)

const SituacaoCriacao = s.partial({
  idModuloSistema: s.integer,
  nome: s.text,
  idHerdado: s.integer,
  cor: s.text,
})

const TransicaoEnviada = s.sent(Transicao)

export const document = {
  'list-modules': {
    data: s.array(s.object({ id: s.integer, nome: s.text, descricao: s.text, criarSituacoes: s.boolean })),
  },
  'list-of-module': { data: s.array(Situacao) },
  'list-actions': { data: s.array(s.object({ id: s.integer, nome: s.text, descricao: s.text })) },
  'list-transitions-of-module': { data: s.array(Transicao) },
  read: { data: Situacao },
  replace: { data: s.Registrado, body: SituacaoCriacao },
  create: { data: s.Registrado, body: SituacaoCriacao },
  'read-transition': { data: Transicao },
  'replace-transition': { data: s.Registrado, body: TransicaoEnviada },
  'create-transition': { data: s.Registrado, body: TransicaoEnviada },
} satisfies s.ShapeTable
