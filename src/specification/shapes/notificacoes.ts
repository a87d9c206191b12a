/**
 * Notifications (`/notificacoes`). `document` holds the public document's shapes by action: `list` is
 * `GET /notificacoes`.
 * - `s.object({ emitente }, { id })` requires `emitente` and allows `id`; `s.partial` requires nothing.
 */
import * as s from './shared.js'

const Notificacao = s.object(
  { emitente: s.text, modulo: s.text, descricao: s.text, titulo: s.text, dataEnvio: s.dateTime },
  {
    id: s.text,
    fonte: s.text,
    linkAjuda: s.text,
    acao: s.text,
    dataCriacao: s.date,
    dataVigencia: s.date,
    dataAcao: s.date,
    dataLeitura: s.dateTime,
    dataAlerta: s.date,
    dataPerigo: s.date,
    enquadramentos: s.array(
      s.partial({
        tamanhoEmpresa: s.array(s.text),
        idMunicipio: s.array(s.integer),
        uf: s.array(s.text),
        crt: s.array(s.integer),
      }),
    ),
  },
)

export const document = {
  list: { data: s.array(Notificacao), query: s.partial({ periodo: s.text }) },
  'confirm-reading': { data: s.array(Notificacao) },
  count: { data: s.partial({ quantidade: s.integer }), query: s.partial({ periodo: s.text }) },
} satisfies s.ShapeTable
