import { z } from 'zod'
import type { ShapeTable } from '../shapes.js'
import { logico, parcial, registro, texto } from './shared.js'

export const VerificacaoDeHash = parcial({ valido: logico })

export const Mensagem = parcial({ message: texto })

export const RecuperacaoDeSenha = registro({ email: texto })

export const RedefinicaoDeSenha = registro({ hash: texto, password: texto })

export const document = {
  'recover-password': { data: z.array(Mensagem), body: RecuperacaoDeSenha },
  'reset-password': { body: RedefinicaoDeSenha },
  'verify-hash': { data: z.array(VerificacaoDeHash), query: registro({ hash: texto }) },
} satisfies ShapeTable
