import { z } from 'zod'
import type { ShapeTable } from '../shapes.js'
import * as s from './shared.js'

export const Modulo = s.registro({
  id: s.inteiro,
  nome: s.texto,
  descricao: s.texto,
  criarSituacoes: s.logico,
})

export const Situacao = s.registro({ id: s.inteiro, nome: s.texto }, { idHerdado: s.inteiro, cor: s.texto })

export const Acao = s.registro({ id: s.inteiro, nome: s.texto, descricao: s.texto })

export const SituacaoDaTransicao = s.registro({ id: s.inteiro, nome: s.texto })

export const Transicao = s.registro(
  { id: s.doServico(s.inteiro), situacaoOrigem: SituacaoDaTransicao, situacaoDestino: SituacaoDaTransicao },
  { ativo: s.logico, acoes: z.array(s.inteiro), modulo: s.Referencia },
)

export const SituacaoCriacao = s.parcial({
  idModuloSistema: s.inteiro,
  nome: s.texto,
  idHerdado: s.inteiro,
  cor: s.texto,
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
