/**
 * Situations of records, and the transitions between them (`/situacoes`). `document` holds the public document's shapes
 * by action: `list-modules` is `GET /situacoes/modulos`.
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
