/**
 * The product of the five homologation steps (`/homologacao/produtos`). `document` holds the public document's shapes by
 * action: `read` is `GET /homologacao/produtos`.
 */
import type { ShapeTable } from '../shapes.js'
import * as s from './shared.js'

/** `nome` is required, because step 3 changes it. */
export const Produto = s.object({ nome: s.text }, { preco: s.number, codigo: s.text })

/** `data` after a create: the identifier, and any fields of the product. §Common response envelope */
export const ProdutoCriado = s.extend(Produto.partial(), { id: s.integer })

export const SituacaoDoProduto = s.partial({ situacao: s.text })

export const document = {
  read: { data: Produto },
  create: { data: ProdutoCriado, body: Produto },
  replace: { body: Produto },
  'set-situation': { body: SituacaoDoProduto },
} satisfies ShapeTable
