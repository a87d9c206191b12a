import { z } from 'zod'
import type { ShapeTable } from '../shapes.js'
import * as s from './shared.js'

export const GrupoPai = s.registro({ id: s.inteiro }, { nome: s.doServico(s.texto) })

export const GrupoDeProdutos = s.registro(
  { nome: s.texto },
  { id: s.doServico(s.inteiro), grupoProdutoPai: GrupoPai },
)

export const document = {
  list: s.lista(GrupoDeProdutos, { ...s.paginacao, nome: s.texto, nomePai: s.texto }),
  create: { data: s.Registrado, body: GrupoDeProdutos },
  'remove-many': {
    data: s.parcial({ alertas: z.array(s.Erro) }),
    query: s.registro({ 'idsGruposProdutos[]': s.ids }),
  },
  read: { data: GrupoDeProdutos },
  replace: { body: GrupoDeProdutos },
} satisfies ShapeTable
