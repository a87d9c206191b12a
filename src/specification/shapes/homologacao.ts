/**
 * The product of the five homologation steps (`/homologacao/produtos`). `s.object({ id }, { nome })` requires `id` and
 * allows `nome`; `s.partial` requires no field. `document` has what the service's public document shows of each action:
 * `read` is `GET /homologacao/produtos`.
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
