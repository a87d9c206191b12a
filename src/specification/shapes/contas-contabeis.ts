import type { ShapeTable } from '../shapes.js'
import { inteiro, lista, paginacao, parcial, repetivel, simOuNao, texto, umDe } from './shared.js'

export const ContaContabil = parcial({ id: inteiro, descricao: texto, tipo: texto, aliasIntegracao: texto })

export const document = {
  list: lista(ContaContabil, {
    ...paginacao,
    ocultarInvisiveis: simOuNao,
    ocultarTipoContaBancaria: simOuNao,
    situacoes: repetivel(umDe(['1', '2', '3', '4'])),
    aliasIntegracao: texto,
    ordenacao: umDe(['descricao', '-descricao']),
  }),
  read: { data: ContaContabil },
} satisfies ShapeTable
