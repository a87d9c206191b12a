import { z } from 'zod'
import type { ShapeTable } from '../shapes.js'
import { logico, registro, texto } from './shared.js'

export const VerificacaoDeHash = registro({}, { valido: logico })

export const Mensagem = registro({}, { message: texto })

export const RecuperacaoDeSenha = registro({ email: texto })

export const RedefinicaoDeSenha = registro({ hash: texto, password: texto })

export const document = {
  'recover-password': { data: z.array(Mensagem), body: RecuperacaoDeSenha },
  'reset-password': { body: RedefinicaoDeSenha },
  'verify-hash': { data: z.array(VerificacaoDeHash), query: registro({ hash: texto }) },
} satisfies ShapeTable
