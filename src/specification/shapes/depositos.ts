import { z } from 'zod'
import type { ShapeTable } from '../shapes.js'
import {
  CampoComErro,
  doServico,
  inteiro,
  lista,
  logico,
  paginacao,
  Registrado,
  registro,
  texto,
  umDe,
} from './shared.js'

export const Deposito = registro(
  { descricao: texto, situacao: z.literal([0, 1]), padrao: logico, desconsiderarSaldo: logico },
  { id: doServico(inteiro) },
)

export const DepositoAtualizado = registro({ id: inteiro }, { alertas: z.array(CampoComErro) })

export const document = {
  list: lista(Deposito, { ...paginacao, descricao: texto, situacao: umDe(['0', '1'], '1') }),
  create: { data: Registrado, body: Deposito },
  read: { data: Deposito },
  replace: { data: DepositoAtualizado, body: Deposito },
} satisfies ShapeTable
