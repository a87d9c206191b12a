import { z } from 'zod'
import type { ShapeTable } from '../shapes.js'
import * as s from './shared.js'

/** 1 published, 2 draft, 3 with problem, 4 paused. §Listing situation */
export const SituacaoDeAnuncio = z.literal([1, 2, 3, 4])

/** Fields beyond the situation are not shown. §Listing */
const AnuncioMostrado = z.looseObject({ situacao: SituacaoDeAnuncio.optional() })

export const specification = {
  list: { data: z.union([z.array(AnuncioMostrado), z.looseObject({})]) },
  read: { data: AnuncioMostrado },
} satisfies ShapeTable

export const CategoriaDeAnuncio = s.parcial({ id: s.inteiro, nome: s.texto })

export const AnuncioResumido = s.parcial({ id: s.inteiro, titulo: s.texto, situacao: s.inteiro })

export const AtributoDaCategoria = s.parcial({
  id: s.inteiro,
  nome: s.texto,
  obrigatorio: s.logico,
  tipo: s.texto,
  unidadePadrao: s.texto,
  minimo: s.inteiro,
  maximo: s.inteiro,
})

export const AtributoDoAnuncio = s.parcial({
  id: s.inteiro,
  id_externo: s.texto,
  nome: s.texto,
  tipo: s.texto,
  valor: s.texto,
  unidade: s.texto,
})

export const ImagemDoAnuncio = s.parcial({ id: s.inteiro, url: s.texto, ordem: s.inteiro, tipo: s.texto })

export const VariacaoDoAnuncio = s.parcial({ id: s.inteiro, nome: s.texto })

export const Anuncio = s.parcial({
  id: s.inteiro,
  produto: s.ReferenciaOpcional,
  titulo: s.texto,
  descricao: s.texto,
  status: s.inteiro,
  atributos: z.array(AtributoDoAnuncio),
  imagens: z.array(ImagemDoAnuncio),
  variacoes: z.array(VariacaoDoAnuncio),
})

/** A create responds with the identifier (§Common response envelope); the document shows under which name. */
export const AnuncioRegistrado = s.registro({ id: s.inteiro }, { idsVariacoes: z.array(s.inteiro) })

export const VariacaoEnviada = s.registro(
  { produto: s.Referencia, integracao: s.registro({ tipo: s.texto }), loja: s.Referencia },
  {
    nome: s.texto,
    descricao: s.texto,
    preco: s.parcial({ valor: s.numero, promocional: s.numero }),
    anuncioLoja: s.ReferenciaOpcional,
    estoques: s.parcial({ itens: z.array(s.inteiro) }),
    categoria: s.parcial({ id: s.texto }),
    atributos: z.array(s.parcial({ id: s.texto, valor: s.texto })),
    imagens: z.array(s.parcial({ url: s.texto, ordem: s.inteiro })),
    mercadoLivre: s
      .parcial({
        modalidade: s.texto,
        catalogo: s.ReferenciaOpcional,
        grade: s.ReferenciaOpcional,
        frete: s.parcial({ gratis: s.logico, tipo: s.inteiro }),
        produtoUsuario: s.parcial({ id: s.inteiro, ativo: s.logico }),
      })
      .nullable(),
  },
)

export const AnuncioEnviado = s.comOpcionais(VariacaoEnviada, { variacoes: z.array(VariacaoEnviada) })

/** The store parameter is called `idLoja` there; the tables name it after its definition. */
const daLoja = { tipoIntegracao: s.texto, idLoja: s.digitos }

export const document = {
  'list-categories': {
    data: z.array(CategoriaDeAnuncio),
    query: s.registro(daLoja, { idCategoria: s.digitos, tipoProduto: s.texto }),
  },
  'read-category': { data: AtributoDaCategoria, query: s.registro(daLoja) },
  list: {
    data: z.union([z.array(AnuncioResumido), AnuncioResumido]),
    query: s.registro(daLoja, {
      ...s.paginacao,
      situacao: s.umDe(['1', '2', '3', '4'], '1'),
      idProduto: s.digitos,
    }),
  },
  create: { data: AnuncioRegistrado, body: AnuncioEnviado },
  read: { data: Anuncio, query: s.registro(daLoja) },
  replace: { body: AnuncioEnviado },
  remove: { query: s.registro(daLoja) },
  publish: { query: s.registro(daLoja) },
  pause: { query: s.registro(daLoja) },
} satisfies ShapeTable
