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
  list: s.lista(NotaFiscalResumida, {
    ...s.paginacao,
    idTransportador: s.digitos,
    chaveAcesso: s.digitos,
    numero: s.digitos,
    serie: s.digitos,
    situacao: s.umDe(['1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11', '12']),
    dataEmissaoInicial: s.momento,
    dataEmissaoFinal: s.momento,
  }),
  create: { data: NotaFiscalRegistrada, body: NotaFiscalCriacao },
  read: { data: NotaFiscal },
  replace: { data: NotaFiscalRegistrada, body: NotaFiscalCriacao },
  send: { data: NotaEnviada },
} satisfies ShapeTable
