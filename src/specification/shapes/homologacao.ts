/**
 * The product of the five homologation steps (`/homologacao/produtos`). `document` holds the public document's shapes
 * by action: `read` is `GET /homologacao/produtos`.
 * - `s.object({ nome }, { preco })` requires `nome` and allows `preco`; `s.partial` requires nothing.
 * - `s.extend` adds or replaces fields in the same way.
 */
import * as s from './shared.js'

/** `nome` is required, because step 3 changes it. */
const Produto = s.object({ nome: s.text }, { preco: s.number, codigo: s.text })

/** `data` after a create: the identifier, and any fields of the product. §Common response envelope */
const ProdutoCriado = s.extend(Produto.partial(), { id: s.integer })

export const document = {
  read: { data: Produto },
  create: { data: ProdutoCriado, body: Produto },
  replace: { body: Produto },
  'set-situation': { body: s.partial({ situacao: s.text }) },
} satisfies s.ShapeTable
