import type { ShapeTable } from '../../shapes.js'
import { campos, inteiro, numero, registro, texto } from '../shared-schemas.js'

export const Produto = registro({}, { nome: texto, preco: numero, codigo: texto })

export const ProdutoCriado = Produto.extend(campos({}, { id: inteiro }))

export const SituacaoDoProduto = registro({}, { situacao: texto })

/** What the public document shows of each operation. */
export const document = {
  read: { data: Produto },
  create: { data: ProdutoCriado, body: Produto },
  replace: { body: Produto },
  'set-situation': { body: SituacaoDoProduto },
} satisfies ShapeTable
