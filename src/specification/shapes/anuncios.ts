import { z } from 'zod'
import type { ShapeTable } from '../shapes.js'
import {
  comOpcionais,
  digitos,
  inteiro,
  logico,
  numero,
  paginacao,
  parcial,
  Referencia,
  ReferenciaOpcional,
  registro,
  texto,
  umDe,
} from './shared.js'

/** 1 published, 2 draft, 3 with problem, 4 paused. §Listing situation */
export const SituacaoDeAnuncio = z.literal([1, 2, 3, 4])

/** Fields beyond the situation are not shown. §Listing */
const AnuncioMostrado = z.looseObject({ situacao: SituacaoDeAnuncio.optional() })

export const specification = {
  list: { data: z.union([z.array(AnuncioMostrado), z.looseObject({})]) },
  read: { data: AnuncioMostrado },
} satisfies ShapeTable

export const CategoriaDeAnuncio = parcial({ id: inteiro, nome: texto })

export const AnuncioResumido = parcial({ id: inteiro, titulo: texto, situacao: inteiro })

export const AtributoDaCategoria = parcial({
  id: inteiro,
  nome: texto,
  obrigatorio: logico,
  tipo: texto,
  unidadePadrao: texto,
  minimo: inteiro,
  maximo: inteiro,
})

export const AtributoDoAnuncio = parcial({
  id: inteiro,
  id_externo: texto,
  nome: texto,
  tipo: texto,
  valor: texto,
  unidade: texto,
})

export const ImagemDoAnuncio = parcial({ id: inteiro, url: texto, ordem: inteiro, tipo: texto })

export const VariacaoDoAnuncio = parcial({ id: inteiro, nome: texto })

export const Anuncio = parcial({
  id: inteiro,
  produto: ReferenciaOpcional,
  titulo: texto,
  descricao: texto,
  status: inteiro,
  atributos: z.array(AtributoDoAnuncio),
  imagens: z.array(ImagemDoAnuncio),
  variacoes: z.array(VariacaoDoAnuncio),
})

/** A create answers the identifier (§Common response envelope); the document shows under which name. */
export const AnuncioRegistrado = registro({ id: inteiro }, { idsVariacoes: z.array(inteiro) })

export const VariacaoEnviada = registro(
  { produto: Referencia, integracao: registro({ tipo: texto }), loja: Referencia },
  {
    nome: texto,
    descricao: texto,
    preco: parcial({ valor: numero, promocional: numero }),
    anuncioLoja: ReferenciaOpcional,
    estoques: parcial({ itens: z.array(inteiro) }),
    categoria: parcial({ id: texto }),
    atributos: z.array(parcial({ id: texto, valor: texto })),
    imagens: z.array(parcial({ url: texto, ordem: inteiro })),
    mercadoLivre: parcial({
      modalidade: texto,
      catalogo: ReferenciaOpcional,
      grade: ReferenciaOpcional,
      frete: parcial({ gratis: logico, tipo: inteiro }),
      produtoUsuario: parcial({ id: inteiro, ativo: logico }),
    }).nullable(),
  },
)

export const AnuncioEnviado = comOpcionais(VariacaoEnviada, { variacoes: z.array(VariacaoEnviada) })

/** The store parameter is called `idLoja` there; the tables name it after its definition. */
const daLoja = { tipoIntegracao: texto, idLoja: digitos }

export const document = {
  'list-categories': {
    data: z.array(CategoriaDeAnuncio),
    query: registro(daLoja, { idCategoria: digitos, tipoProduto: texto }),
  },
  'read-category': { data: AtributoDaCategoria, query: registro(daLoja) },
  list: {
    data: z.union([z.array(AnuncioResumido), AnuncioResumido]),
    query: registro(daLoja, { ...paginacao, situacao: umDe(['1', '2', '3', '4'], '1'), idProduto: digitos }),
  },
  create: { data: AnuncioRegistrado, body: AnuncioEnviado },
  read: { data: Anuncio, query: registro(daLoja) },
  replace: { body: AnuncioEnviado },
  remove: { query: registro(daLoja) },
  publish: { query: registro(daLoja) },
  pause: { query: registro(daLoja) },
} satisfies ShapeTable
