import type { ShapeTable } from '../shapes.js'
import {
  NotaEnviada,
  NotaFiscal,
  NotaFiscalCriacao,
  NotaFiscalRegistrada,
  NotaFiscalResumida,
} from './nfe.js'
import { digitos, lista, momento, paginacao, umDe } from './shared.js'

export const document = {
  list: lista(NotaFiscalResumida, {
    ...paginacao,
    idTransportador: digitos,
    chaveAcesso: digitos,
    numero: digitos,
    serie: digitos,
    situacao: umDe(['1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11', '12']),
    dataEmissaoInicial: momento,
    dataEmissaoFinal: momento,
  }),
  create: { data: NotaFiscalRegistrada, body: NotaFiscalCriacao },
  read: { data: NotaFiscal },
  replace: { data: NotaFiscalRegistrada, body: NotaFiscalCriacao },
  send: { data: NotaEnviada },
} satisfies ShapeTable
