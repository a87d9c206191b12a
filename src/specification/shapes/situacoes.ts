/**
 * Situations of records, and the transitions between them (`/situacoes`). `document` holds the public document's shapes
 * by action: `list-modules` is `GET /situacoes/modulos`.
 * - `s.object({ id }, { idHerdado })` requires `id` and allows `idHerdado`; `s.partial` requires nothing.
 * - `s.readOnly`: only the service sets the field, so the judge lets a body lack it. The embedded service does not know this
 *   mark: a shape that only bodies have leaves the field out or makes it optional.
 * - Names: `…Criacao` and `…Enviada` are bodies that are sent, or parts of one.
 */
import { z } from 'zod'
import type { ShapeTable } from '../shapes.js'
import * as s from './shared.js'

export const Modulo = s.object({
  id: s.integer,
  nome: s.text,
  descricao: s.text,
  criarSituacoes: s.boolean,
})

export const Situacao = s.object({ id: s.integer, nome: s.text }, { idHerdado: s.integer, cor: s.text })

export const Acao = s.object({ id: s.integer, nome: s.text, descricao: s.text })

export const SituacaoDaTransicao = s.object({ id: s.integer, nome: s.text })

export const Transicao = s.object(
  { id: s.readOnly(s.integer), situacaoOrigem: SituacaoDaTransicao, situacaoDestino: SituacaoDaTransicao },
  { ativo: s.boolean, acoes: z.array(s.integer), modulo: s.Referencia },
)

export const SituacaoCriacao = s.partial({
  idModuloSistema: s.integer,
  nome: s.text,
  idHerdado: s.integer,
  cor: s.text,
})

export const TransicaoEnviada = Transicao.partial({ id: true })

export const document = {
  'list-modules': { data: z.array(Modulo) },
  'list-of-module': { data: z.array(Situacao) },
  'list-actions': { data: z.array(Acao) },
  'list-transitions-of-module': { data: z.array(Transicao) },
  read: { data: Situacao },
  replace: { data: s.Registrado, body: SituacaoCriacao },
  create: { data: s.Registrado, body: SituacaoCriacao },
  'read-transition': { data: Transicao },
  'replace-transition': { data: s.Registrado, body: TransicaoEnviada },
  'create-transition': { data: s.Registrado, body: TransicaoEnviada },
} satisfies ShapeTable
