/**
 * Users (`/usuarios`). `document` holds the public document's shapes by action: `recover-password` is
 * `POST /usuarios/recuperar-senha`.
 * - `s.object({ email })` requires `email`; `s.partial` requires nothing.
 */
import * as s from './shared.js'

export const document = {
  'recover-password': { data: s.array(s.partial({ message: s.text })), body: s.object({ email: s.text }) },
  'reset-password': { body: s.object({ hash: s.text, password: s.text }) },
  'verify-hash': { data: s.array(s.partial({ valido: s.boolean })), query: s.object({ hash: s.text }) },
} satisfies s.ShapeTable
