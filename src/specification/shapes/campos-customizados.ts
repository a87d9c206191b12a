/**
 * Custom fields (`/campos-customizados`). `document` holds the public document's shapes by action: `list-modules` is
 * `GET /campos-customizados/modulos`.
 */
import { z } from 'zod'
import type { ShapeTable } from '../shapes.js'
import * as s from './shared.js'

/** 0: inactive, 1: active. §Custom field situation */
export const SituacaoDeCampo = z.literal([0, 1])

/** The specification shows the form of one field only, the situation. §Custom field */
const CampoMostrado = z.looseObject({ situacao: SituacaoDeCampo.optional() })

/** The shapes that the specification itself shows. They are judged as well as those of `document`. */
export const specification = {
  'list-of-module': { data: z.array(CampoMostrado) },
  read: { data: CampoMostrado },
  create: { body: CampoMostrado },
  replace: { body: CampoMostrado },
  /** The body has no other field. §Custom field */
  'set-situation': { body: z.strictObject({ situacao: SituacaoDeCampo }) },
} satisfies ShapeTable

export const Permissao = s.object({ nome: s.text, modulo: s.text, autorizado: s.boolean })

export const Modulo = s.object(
  { id: s.integer, nome: s.text, modulo: s.text, permissoes: z.array(Permissao) },
  { agrupador: s.text },
)

export const TipoDeCampo = s.object({ id: s.integer }, { nome: s.text, mascara: s.text })

export const CampoResumido = s.object(
  { id: s.readOnly(s.integer), nome: s.text },
  { situacao: z.literal([0, 1]) },
)

export const Opcao = s.object({ id: s.integer, nome: s.text })

export const Tamanho = s.partial({ minimo: s.integer, maximo: s.integer })

export const Campo = s.extend(
  CampoResumido,
  { modulo: s.Referencia, tipoCampo: s.Referencia },
  {
    placeholder: s.text,
    obrigatorio: s.boolean,
    opcoes: z.array(Opcao),
    tamanho: Tamanho,
    agrupadores: z.array(s.Referencia),
  },
)

export const CampoRegistrado = s.object(
  { id: s.integer },
  { idsVinculosAgrupadores: z.array(s.integer), idsOpcoes: z.array(s.integer) },
)

export const OpcaoEnviada = Opcao.partial({ id: true })

export const CampoCriacao = s.extendOptional(Campo.partial({ id: true }), { opcoes: z.array(OpcaoEnviada) })

export const CampoAtualizacao = CampoCriacao.omit({ modulo: true, tipoCampo: true })

export const SituacaoDoCampo = s.partial({ situacao: z.literal([0, 1]) })

export const document = {
  'list-modules': { data: z.array(Modulo) },
  'list-types': { data: z.array(TipoDeCampo) },
  'list-of-module': s.list(CampoResumido, s.paging),
  read: { data: Campo },
  replace: { data: CampoRegistrado, body: CampoAtualizacao },
  create: { data: CampoRegistrado, body: CampoCriacao },
  'set-situation': { body: SituacaoDoCampo },
} satisfies ShapeTable
