/**
 * Users (`/usuarios`). `s.object({ id }, { nome })` requires `id` and allows `nome`; `s.partial` requires no field.
 * `document` has what the service's public document shows of each action: `recover-password` is
 * `POST /usuarios/recuperar-senha`.
 */
import * as s from './shared.js'

export const document = {
  'recover-password': { data: s.array(s.partial({ message: s.text })), body: s.object({ email: s.text }) },
  'reset-password': { body: s.object({ hash: s.text, password: s.text }) },
  'verify-hash': { data: s.array(s.partial({ valido: s.boolean })), query: s.object({ hash: s.text }) },
} satisfies s.ShapeTable
