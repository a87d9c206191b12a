import { z } from 'zod'
import type { ShapeTable } from '../shapes.js'
import * as s from './shared.js'

export const Deposito = s.registro(
  { descricao: s.texto, situacao: z.literal([0, 1]), padrao: s.logico, desconsiderarSaldo: s.logico },
  { id: s.doServico(s.inteiro) },
)

export const DepositoAtualizado = s.registro({ id: s.inteiro }, { alertas: z.array(s.CampoComErro) })

export const document = {
  list: s.lista(Deposito, { ...s.paginacao, descricao: s.texto, situacao: s.umDe(['0', '1'], '1') }),
  create: { data: s.Registrado, body: Deposito },
  read: { data: Deposito },
  replace: { data: DepositoAtualizado, body: Deposito },
} satisfies ShapeTable
