/**
 * Groups of products (`/grupos-produtos`). `s.object({ id }, { nome })` requires `id` and allows `nome`; `s.partial`
 * requires no field; a body may leave out `s.readOnly` fields. `document` has what the service's public document shows
 * of each action: `list` is `GET /grupos-produtos`.
 */
import * as s from './shared.js'

const GrupoDeProdutos = s.object(
  { nome: s.text },
  { id: s.readOnly(s.integer), grupoProdutoPai: s.object({ id: s.integer }, { nome: s.readOnly(s.text) }) },
)

export const document = {
  list: s.list(GrupoDeProdutos, { ...s.paging, nome: s.text, nomePai: s.text }),
  create: { data: s.Registrado, body: GrupoDeProdutos },
  'remove-many': {
    data: s.partial({ alertas: s.array(s.Erro) }),
    query: s.object({ 'idsGruposProdutos[]': s.queryIds }),
  },
  read: { data: GrupoDeProdutos },
  replace: { body: GrupoDeProdutos },
} satisfies s.ShapeTable
