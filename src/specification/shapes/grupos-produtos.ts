/** Groups of products (`/grupos-produtos`). `document` holds the public document's shapes by action: `list` is `GET /grupos-produtos`. */
import { z } from 'zod'
import type { ShapeTable } from '../shapes.js'
import * as s from './shared.js'

export const GrupoPai = s.object({ id: s.integer }, { nome: s.readOnly(s.text) })

export const GrupoDeProdutos = s.object(
  { nome: s.text },
  { id: s.readOnly(s.integer), grupoProdutoPai: GrupoPai },
)

export const document = {
  list: s.list(GrupoDeProdutos, { ...s.paging, nome: s.text, nomePai: s.text }),
  create: { data: s.Registrado, body: GrupoDeProdutos },
  'remove-many': {
    data: s.partial({ alertas: z.array(s.Erro) }),
    query: s.object({ 'idsGruposProdutos[]': s.queryIds }),
  },
  read: { data: GrupoDeProdutos },
  replace: { body: GrupoDeProdutos },
} satisfies ShapeTable
