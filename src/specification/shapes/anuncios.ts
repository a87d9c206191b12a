/**
 * Listings on marketplaces (`/anuncios`). `document` holds the public document's shapes by action: `list-categories` is
 * `GET /anuncios/categorias`.
 */
import { z } from 'zod'
import type { ShapeTable } from '../shapes.js'
import * as s from './shared.js'

/** 1: published, 2: draft, 3: with a problem, 4: paused. §Listing situation */
export const SituacaoDeAnuncio = z.literal([1, 2, 3, 4])

/** The specification shows the form of one field only, the situation. §Listing */
const AnuncioMostrado = z.looseObject({ situacao: SituacaoDeAnuncio.optional() })

/** The shapes that the specification itself shows. They are judged as well as those of `document`. */
export const specification = {
  // the table shows an object and not what is in it; an array is likely. `lists/array` reports which came
  list: { data: z.union([z.array(AnuncioMostrado), z.looseObject({})]) },
  read: { data: AnuncioMostrado },
} satisfies ShapeTable

export const CategoriaDeAnuncio = s.partial({ id: s.integer, nome: s.text })

export const AnuncioResumido = s.partial({ id: s.integer, titulo: s.text, situacao: s.integer })

export const AtributoDaCategoria = s.partial({
  id: s.integer,
  nome: s.text,
  obrigatorio: s.boolean,
  tipo: s.text,
  unidadePadrao: s.text,
  minimo: s.integer,
  maximo: s.integer,
})

export const AtributoDoAnuncio = s.partial({
  id: s.integer,
  id_externo: s.text,
  nome: s.text,
  tipo: s.text,
  valor: s.text,
  unidade: s.text,
})

export const ImagemDoAnuncio = s.partial({ id: s.integer, url: s.text, ordem: s.integer, tipo: s.text })

export const VariacaoDoAnuncio = s.partial({ id: s.integer, nome: s.text })

export const Anuncio = s.partial({
  id: s.integer,
  produto: s.ReferenciaOpcional,
  titulo: s.text,
  descricao: s.text,
  status: s.integer,
  atributos: z.array(AtributoDoAnuncio),
  imagens: z.array(ImagemDoAnuncio),
  variacoes: z.array(VariacaoDoAnuncio),
})

/** `data` after a create: the identifier. §Common response envelope */
export const AnuncioRegistrado = s.object({ id: s.integer }, { idsVariacoes: z.array(s.integer) })

/** A variation has the same fields as the listing itself, and none of its own variations. */
export const VariacaoEnviada = s.object(
  { produto: s.Referencia, integracao: s.object({ tipo: s.text }), loja: s.Referencia },
  {
    nome: s.text,
    descricao: s.text,
    preco: s.partial({ valor: s.number, promocional: s.number }),
    anuncioLoja: s.ReferenciaOpcional,
    estoques: s.partial({ itens: z.array(s.integer) }),
    categoria: s.partial({ id: s.text }),
    atributos: z.array(s.partial({ id: s.text, valor: s.text })),
    imagens: z.array(s.partial({ url: s.text, ordem: s.integer })),
    mercadoLivre: s
      .partial({
        modalidade: s.text,
        catalogo: s.ReferenciaOpcional,
        grade: s.ReferenciaOpcional,
        frete: s.partial({ gratis: s.boolean, tipo: s.integer }),
        produtoUsuario: s.partial({ id: s.integer, ativo: s.boolean }),
      })
      .nullable(),
  },
)

export const AnuncioEnviado = s.extendOptional(VariacaoEnviada, { variacoes: z.array(VariacaoEnviada) })

/** The public document calls the store `idLoja`; the specification's tables call it `idLojaQuery`. */
const daLoja = { tipoIntegracao: s.text, idLoja: s.queryInteger }

export const document = {
  'list-categories': {
    data: z.array(CategoriaDeAnuncio),
    query: s.object(daLoja, { idCategoria: s.queryInteger, tipoProduto: s.text }),
  },
  'read-category': { data: AtributoDaCategoria, query: s.object(daLoja) },
  list: {
    // the public document shows one listing in place of an array
    data: z.union([z.array(AnuncioResumido), AnuncioResumido]),
    query: s.object(daLoja, {
      ...s.paging,
      situacao: s.queryOneOf(['1', '2', '3', '4'], '1'),
      idProduto: s.queryInteger,
    }),
  },
  create: { data: AnuncioRegistrado, body: AnuncioEnviado },
  read: { data: Anuncio, query: s.object(daLoja) },
  replace: { body: AnuncioEnviado },
  remove: { query: s.object(daLoja) },
  publish: { query: s.object(daLoja) },
  pause: { query: s.object(daLoja) },
} satisfies ShapeTable
