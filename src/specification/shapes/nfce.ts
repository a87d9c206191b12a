/** Consumer invoices (`/nfce`). `document` holds the public document's shapes by action: `list` is `GET /nfce`. */
import type { ShapeTable } from '../shapes.js'
import {
  NotaEnviada,
  NotaFiscal,
  NotaFiscalCriacao,
  NotaFiscalRegistrada,
  NotaFiscalResumida,
} from './nfe.js'
import * as s from './shared.js'

export const document = {
  list: s.list(NotaFiscalResumida, {
    ...s.paging,
    idTransportador: s.queryInteger,
    chaveAcesso: s.queryInteger,
    numero: s.queryInteger,
    serie: s.queryInteger,
    situacao: s.queryOneOf(['1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11', '12']),
    dataEmissaoInicial: s.dateTime,
    dataEmissaoFinal: s.dateTime,
  }),
  create: { data: NotaFiscalRegistrada, body: NotaFiscalCriacao },
  read: { data: NotaFiscal },
  replace: { data: NotaFiscalRegistrada, body: NotaFiscalCriacao },
  send: { data: NotaEnviada },
} satisfies ShapeTable
