import { z } from 'zod'
import type { ShapeTable } from '../shapes.js'
import {
  digitos,
  doServico,
  Erro,
  inteiro,
  lista,
  paginacao,
  parcial,
  Registrado,
  registro,
  texto,
} from './shared.js'

export const GrupoPai = registro({ id: inteiro }, { nome: doServico(texto) })

export const GrupoDeProdutos = registro(
  { nome: texto },
  { id: doServico(inteiro), grupoProdutoPai: GrupoPai },
)

export const document = {
  list: lista(GrupoDeProdutos, { ...paginacao, nome: texto, nomePai: texto }),
  create: { data: Registrado, body: GrupoDeProdutos },
  'remove-many': {
    data: parcial({ alertas: z.array(Erro) }),
    query: registro({ 'idsGruposProdutos[]': z.array(digitos) }),
  },
  read: { data: GrupoDeProdutos },
  replace: { body: GrupoDeProdutos },
} satisfies ShapeTable
