import { documented, shapes } from '../../route.js'

const specified = shapes('nfe', {
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

/** With what the public document shows of each. */
export const nfe = documented('nfe', specified, {
  list: '200 array',
  create: 'body 201 created 400',
  'remove-many': '200 204 object 400',
  read: '200 object 404',
  replace: 'body 200 created 400 404',
  send: '200 object 400 404',
  'book-accounts': '204 400 404',
  'reverse-accounts': '204 400 404',
  'book-stock': '204 400 404',
  'book-stock-at': '204 400 404',
  'reverse-stock': '204 404',
  'read-document': 'GET /nfe/documento/{chaveAcesso} text 200 array 400 404',
})
