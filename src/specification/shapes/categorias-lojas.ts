import type { ShapeTable } from '../shapes.js'
import {
  digitos,
  doServico,
  inteiro,
  lista,
  paginacao,
  Referencia,
  Registrado,
  registro,
  texto,
} from './shared.js'

export const CategoriaDaLoja = registro(
  { loja: Referencia, descricao: texto, codigo: texto, categoriaProduto: Referencia },
  { id: doServico(inteiro) },
)

export const document = {
  list: lista(CategoriaDaLoja, {
    ...paginacao,
    idLoja: digitos,
    idCategoriaProduto: digitos,
    idCategoriaProdutoPai: digitos,
  }),
  create: { data: Registrado, body: CategoriaDaLoja },
  read: { data: CategoriaDaLoja },
  replace: { body: CategoriaDaLoja },
} satisfies ShapeTable
