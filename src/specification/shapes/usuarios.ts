import { z } from 'zod'
import type { ShapeTable } from '../shapes.js'
import * as s from './shared.js'

export const VerificacaoDeHash = s.parcial({ valido: s.logico })

export const Mensagem = s.parcial({ message: s.texto })

export const RecuperacaoDeSenha = s.registro({ email: s.texto })

export const RedefinicaoDeSenha = s.registro({ hash: s.texto, password: s.texto })

export const document = {
  'recover-password': { data: z.array(Mensagem), body: RecuperacaoDeSenha },
  'reset-password': { body: RedefinicaoDeSenha },
  'verify-hash': { data: z.array(VerificacaoDeHash), query: s.registro({ hash: s.texto }) },
} satisfies ShapeTable
