/** Users (`/usuarios`). `document` holds the public document's shapes by action: `recover-password` is `POST /usuarios/recuperar-senha`. */
import { z } from 'zod'
import type { ShapeTable } from '../shapes.js'
import * as s from './shared.js'

export const VerificacaoDeHash = s.partial({ valido: s.boolean })

export const Mensagem = s.partial({ message: s.text })

export const RecuperacaoDeSenha = s.object({ email: s.text })

export const RedefinicaoDeSenha = s.object({ hash: s.text, password: s.text })

export const document = {
  'recover-password': { data: z.array(Mensagem), body: RecuperacaoDeSenha },
  'reset-password': { body: RedefinicaoDeSenha },
  'verify-hash': { data: z.array(VerificacaoDeHash), query: s.object({ hash: s.text }) },
} satisfies ShapeTable
