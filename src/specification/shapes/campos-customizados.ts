import { z } from 'zod'
import type { ShapeTable } from '../shapes.js'
import * as s from './shared.js'

/** 0 inactive, 1 active. §Custom field situation */
export const SituacaoDeCampo = z.literal([0, 1])

/** The parts of the record are named and not shown. §Custom field */
const CampoMostrado = z.looseObject({ situacao: SituacaoDeCampo.optional() })

export const specification = {
  'list-of-module': { data: z.array(CampoMostrado) },
  read: { data: CampoMostrado },
  create: { body: CampoMostrado },
  replace: { body: CampoMostrado },
  /** The situation is the only body field. §Custom field */
  'set-situation': { body: z.strictObject({ situacao: SituacaoDeCampo }) },
} satisfies ShapeTable

export const Permissao = s.registro({ nome: s.texto, modulo: s.texto, autorizado: s.logico })

export const Modulo = s.registro(
  { id: s.inteiro, nome: s.texto, modulo: s.texto, permissoes: z.array(Permissao) },
  { agrupador: s.texto },
)

export const TipoDeCampo = s.registro({ id: s.inteiro }, { nome: s.texto, mascara: s.texto })

export const CampoResumido = s.registro(
  { id: s.doServico(s.inteiro), nome: s.texto },
  { situacao: z.literal([0, 1]) },
)

export const Opcao = s.registro({ id: s.inteiro, nome: s.texto })

export const Tamanho = s.parcial({ minimo: s.inteiro, maximo: s.inteiro })

export const Campo = s.com(
  CampoResumido,
  { modulo: s.Referencia, tipoCampo: s.Referencia },
  {
    placeholder: s.texto,
    obrigatorio: s.logico,
    opcoes: z.array(Opcao),
    tamanho: Tamanho,
    agrupadores: z.array(s.Referencia),
  },
)

export const CampoRegistrado = s.registro(
  { id: s.inteiro },
  { idsVinculosAgrupadores: z.array(s.inteiro), idsOpcoes: z.array(s.inteiro) },
)

export const OpcaoEnviada = Opcao.partial({ id: true })

export const CampoCriacao = s.comOpcionais(Campo.partial({ id: true }), { opcoes: z.array(OpcaoEnviada) })

export const CampoAtualizacao = CampoCriacao.omit({ modulo: true, tipoCampo: true })

export const SituacaoDoCampo = s.parcial({ situacao: z.literal([0, 1]) })

export const document = {
  'list-modules': { data: z.array(Modulo) },
  'list-types': { data: z.array(TipoDeCampo) },
  'list-of-module': s.lista(CampoResumido, s.paginacao),
  read: { data: Campo },
  replace: { data: CampoRegistrado, body: CampoAtualizacao },
  create: { data: CampoRegistrado, body: CampoCriacao },
  'set-situation': { body: SituacaoDoCampo },
} satisfies ShapeTable
