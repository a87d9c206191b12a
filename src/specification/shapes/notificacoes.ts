/** Notifications (`/notificacoes`). `document` holds the public document's shapes by action: `list` is `GET /notificacoes`. */
import { z } from 'zod'
import type { ShapeTable } from '../shapes.js'
import * as s from './shared.js'

export const Enquadramento = s.partial({
  tamanhoEmpresa: z.array(s.text),
  idMunicipio: z.array(s.integer),
  uf: z.array(s.text),
  crt: z.array(s.integer),
})

export const Notificacao = s.object(
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
    enquadramentos: z.array(Enquadramento),
  },
)

export const Quantidade = s.partial({ quantidade: s.integer })

export const document = {
  list: s.list(Notificacao, { periodo: s.text }),
  'confirm-reading': { data: z.array(Notificacao) },
  count: { data: Quantidade, query: s.partial({ periodo: s.text }) },
} satisfies ShapeTable
