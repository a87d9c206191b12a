import { z } from 'zod'
import type { ShapeTable } from '../shapes.js'
import {
  com,
  comOpcionais,
  doServico,
  inteiro,
  lista,
  logico,
  paginacao,
  parcial,
  Referencia,
  registro,
  texto,
} from './shared.js'

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

export const Permissao = registro({ nome: texto, modulo: texto, autorizado: logico })

export const Modulo = registro(
  { id: inteiro, nome: texto, modulo: texto, permissoes: z.array(Permissao) },
  { agrupador: texto },
)

export const TipoDeCampo = registro({ id: inteiro }, { nome: texto, mascara: texto })

export const CampoResumido = registro(
  { id: doServico(inteiro), nome: texto },
  { situacao: z.literal([0, 1]) },
)

export const Opcao = registro({ id: inteiro, nome: texto })

export const Tamanho = parcial({ minimo: inteiro, maximo: inteiro })

export const Campo = com(
  CampoResumido,
  { modulo: Referencia, tipoCampo: Referencia },
  {
    placeholder: texto,
    obrigatorio: logico,
    opcoes: z.array(Opcao),
    tamanho: Tamanho,
    agrupadores: z.array(Referencia),
  },
)

export const CampoRegistrado = registro(
  { id: inteiro },
  { idsVinculosAgrupadores: z.array(inteiro), idsOpcoes: z.array(inteiro) },
)

export const OpcaoEnviada = Opcao.partial({ id: true })

export const CampoCriacao = comOpcionais(Campo.partial({ id: true }), { opcoes: z.array(OpcaoEnviada) })

export const CampoAtualizacao = CampoCriacao.omit({ modulo: true, tipoCampo: true })

export const SituacaoDoCampo = parcial({ situacao: z.literal([0, 1]) })

export const document = {
  'list-modules': { data: z.array(Modulo) },
  'list-types': { data: z.array(TipoDeCampo) },
  'list-of-module': lista(CampoResumido, paginacao),
  read: { data: Campo },
  replace: { data: CampoRegistrado, body: CampoAtualizacao },
  create: { data: CampoRegistrado, body: CampoCriacao },
  'set-situation': { body: SituacaoDoCampo },
} satisfies ShapeTable
