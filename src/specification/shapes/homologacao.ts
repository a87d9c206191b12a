import type { ShapeTable } from '../shapes.js'
import { com, inteiro, numero, parcial, registro, texto } from './shared.js'

/** Step 3 changes its name: without one there is nothing to change. */
export const Produto = registro({ nome: texto }, { preco: numero, codigo: texto })

/** A create answers the identifier (§Common response envelope); the document shows under which name. */
export const ProdutoCriado = com(Produto.partial(), { id: inteiro })

export const SituacaoDoProduto = parcial({ situacao: texto })

export const document = {
  read: { data: Produto },
  create: { data: ProdutoCriado, body: Produto },
  replace: { body: Produto },
  'set-situation': { body: SituacaoDoProduto },
} satisfies ShapeTable
