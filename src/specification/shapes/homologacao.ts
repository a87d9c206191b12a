import type { ShapeTable } from '../shapes.js'
import * as s from './shared.js'

/** Step 3 changes its name: without one there is nothing to change. */
export const Produto = s.registro({ nome: s.texto }, { preco: s.numero, codigo: s.texto })

/** A create responds with the identifier (§Common response envelope); the document shows under which name. */
export const ProdutoCriado = s.com(Produto.partial(), { id: s.inteiro })

export const SituacaoDoProduto = s.parcial({ situacao: s.texto })

export const document = {
  read: { data: Produto },
  create: { data: ProdutoCriado, body: Produto },
  replace: { body: Produto },
  'set-situation': { body: SituacaoDoProduto },
} satisfies ShapeTable
