import type { ShapeTable } from '../shapes.js'
import * as s from './shared.js'

export const CategoriaDaLoja = s.registro(
  { loja: s.Referencia, descricao: s.texto, codigo: s.texto, categoriaProduto: s.Referencia },
  { id: s.doServico(s.inteiro) },
)

export const document = {
  list: s.lista(CategoriaDaLoja, {
    ...s.paginacao,
    idLoja: s.digitos,
    idCategoriaProduto: s.digitos,
    idCategoriaProdutoPai: s.digitos,
  }),
  create: { data: s.Registrado, body: CategoriaDaLoja },
  read: { data: CategoriaDaLoja },
  replace: { body: CategoriaDaLoja },
} satisfies ShapeTable
