import type { ShapeTable } from '../shapes.js'
import * as s from './shared.js'

export const ContaContabil = s.parcial({
  id: s.inteiro,
  descricao: s.texto,
  tipo: s.texto,
  aliasIntegracao: s.texto,
})

export const document = {
  list: s.lista(ContaContabil, {
    ...s.paginacao,
    ocultarInvisiveis: s.simOuNao,
    ocultarTipoContaBancaria: s.simOuNao,
    situacoes: s.repetivel(s.umDe(['1', '2', '3', '4'])),
    aliasIntegracao: s.texto,
    ordenacao: s.umDe(['descricao', '-descricao']),
  }),
  read: { data: ContaContabil },
} satisfies ShapeTable
