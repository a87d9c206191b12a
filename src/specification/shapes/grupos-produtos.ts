/**
 * Groups of products (`/grupos-produtos`). `document` holds the public document's shapes by action: `list` is
 * `GET /grupos-produtos`.
 * - `s.object({ nome }, { id })` requires `nome` and allows `id`; `s.partial` requires nothing.
 * - `s.readOnly`: only the service sets the field; a body may lack it.
 */
import * as s from './shared.js'

const GrupoDeProdutos = s.object(
  { nome: s.text },
  { id: s.readOnly(s.integer), grupoProdutoPai: s.object({ id: s.integer }, { nome: s.readOnly(s.text) }) },
)

export const document = {
  list: s.pagedList(GrupoDeProdutos, { nome: s.text, nomePai: s.text }),
  create: { data: s.Registrado, body: GrupoDeProdutos },
  'remove-many': {
    data: s.partial({ alertas: s.array(s.Erro) }),
    query: s.object({ 'idsGruposProdutos[]': s.queryIds }),
  },
  read: { data: GrupoDeProdutos },
  replace: { body: GrupoDeProdutos },
} satisfies s.ShapeTable
