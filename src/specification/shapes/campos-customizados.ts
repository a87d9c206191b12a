/**
 * Custom fields (`/campos-customizados`). `document` holds the public document's shapes by action: `list-modules` is
 * `GET /campos-customizados/modulos`.
 * - `s.object({ id }, { agrupador })` requires `id` and allows `agrupador`; `s.partial` requires nothing.
 * - `s.extend` adds or replaces fields in the same way, `s.extendOptional` fields that may be missing.
 * - `s.readOnly`: only the service sets the field. A body made by `s.sent` may lack it.
 */
import { z } from 'zod'
import * as s from './shared.js'

/** 0: inactive, 1: active. §Custom field situation */
const SituacaoDeCampo = s.oneOf([0, 1])

/** The specification shows the form of one field only, the situation. §Custom field */
const CampoMostrado = z.looseObject({ situacao: SituacaoDeCampo.optional() })

/** The shapes that the specification itself shows: judged under every profile, also where `document` is judged. */
export const specification = {
  'list-of-module': { data: s.array(CampoMostrado) },
  read: { data: CampoMostrado },
  create: { body: CampoMostrado },
  replace: { body: CampoMostrado },
  /** The body has no other field. §Custom field */
  'set-situation': { body: z.strictObject({ situacao: SituacaoDeCampo }) },
} satisfies s.ShapeTable

const Modulo = s.object(
  {
    id: s.integer,
    nome: s.text,
    modulo: s.text,
    permissoes: s.array(s.object({ nome: s.text, modulo: s.text, autorizado: s.boolean })),
  },
  { agrupador: s.text },
)

const CampoResumido = s.object({ id: s.readOnly(s.integer), nome: s.text }, { situacao: s.oneOf([0, 1]) })

const Opcao = s.object({ id: s.integer, nome: s.text })

const Campo = s.extend(
  CampoResumido,
  { modulo: s.Referencia, tipoCampo: s.Referencia },
  {
    placeholder: s.text,
    obrigatorio: s.boolean,
    opcoes: s.array(Opcao),
    tamanho: s.partial({ minimo: s.integer, maximo: s.integer }),
    agrupadores: s.array(s.Referencia),
  },
)

const CampoRegistrado = s.object(
  { id: s.integer },
  { idsVinculosAgrupadores: s.array(s.integer), idsOpcoes: s.array(s.integer) },
)

const CampoEnviado = s.sent(s.extendOptional(Campo, { opcoes: s.array(Opcao.partial({ id: true })) }))

export const document = {
  'list-modules': { data: s.array(Modulo) },
  'list-types': { data: s.array(s.object({ id: s.integer }, { nome: s.text, mascara: s.text })) },
  'list-of-module': s.pagedList(CampoResumido),
  read: { data: Campo },
  replace: { data: CampoRegistrado, body: CampoEnviado.omit({ modulo: true, tipoCampo: true }) },
  create: { data: CampoRegistrado, body: CampoEnviado },
  'set-situation': { body: s.partial({ situacao: s.oneOf([0, 1]) }) },
} satisfies s.ShapeTable
