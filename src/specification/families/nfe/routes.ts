import { shapes } from '../../route.js'

export const nfe = shapes('nfe', {
  list: 'GET /nfe',
  create: 'POST /nfe',
  'remove-many': 'DELETE /nfe',
  read: 'GET /nfe/{idNotaFiscal}',
  replace: 'PUT /nfe/{idNotaFiscal}',
  send: 'POST /nfe/{idNotaFiscal}/enviar',
  'book-stock': 'POST /nfe/{idNotaFiscal}/lancar-estoque',
  'book-stock-at': 'POST /nfe/{idNotaFiscal}/lancar-estoque/{idDeposito}',
  'reverse-stock': 'POST /nfe/{idNotaFiscal}/estornar-estoque',
  'book-accounts': 'POST /nfe/{idNotaFiscal}/lancar-contas',
  'reverse-accounts': 'POST /nfe/{idNotaFiscal}/estornar-contas',
})
