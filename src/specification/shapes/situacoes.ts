import { z } from 'zod'
import type { ShapeTable } from '../shapes.js'
import { doServico, inteiro, logico, parcial, Referencia, Registrado, registro, texto } from './shared.js'

export const Modulo = registro({ id: inteiro, nome: texto, descricao: texto, criarSituacoes: logico })

export const Situacao = registro({ id: inteiro, nome: texto }, { idHerdado: inteiro, cor: texto })

export const Acao = registro({ id: inteiro, nome: texto, descricao: texto })

export const SituacaoDaTransicao = registro({ id: inteiro, nome: texto })

export const Transicao = registro(
  { id: doServico(inteiro), situacaoOrigem: SituacaoDaTransicao, situacaoDestino: SituacaoDaTransicao },
  { ativo: logico, acoes: z.array(inteiro), modulo: Referencia },
)

export const SituacaoCriacao = parcial({
  idModuloSistema: inteiro,
  nome: texto,
  idHerdado: inteiro,
  cor: texto,
})

export const TransicaoEnviada = Transicao.partial({ id: true })

export const document = {
  'list-modules': { data: z.array(Modulo) },
  'list-of-module': { data: z.array(Situacao) },
  'list-actions': { data: z.array(Acao) },
  'list-transitions-of-module': { data: z.array(Transicao) },
  read: { data: Situacao },
  replace: { data: Registrado, body: SituacaoCriacao },
  create: { data: Registrado, body: SituacaoCriacao },
  'read-transition': { data: Transicao },
  'replace-transition': { data: Registrado, body: TransicaoEnviada },
  'create-transition': { data: Registrado, body: TransicaoEnviada },
} satisfies ShapeTable
