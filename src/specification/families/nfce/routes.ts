import { documented, shapes } from '../../route.js'

const specified = shapes('nfce', {
  list: 'GET /nfce',
  create: 'POST /nfce',
  read: 'GET /nfce/{idNotaFiscalConsumidor}',
  replace: 'PUT /nfce/{idNotaFiscalConsumidor}',
  send: 'POST /nfce/{idNotaFiscalConsumidor}/enviar',
  'book-stock': 'POST /nfce/{idNotaFiscalConsumidor}/lancar-estoque',
  'book-stock-at': 'POST /nfce/{idNotaFiscalConsumidor}/lancar-estoque/{idDeposito}',
  'reverse-stock': 'POST /nfce/{idNotaFiscalConsumidor}/estornar-estoque',
  'book-accounts': 'POST /nfce/{idNotaFiscalConsumidor}/lancar-contas',
  'reverse-accounts': 'POST /nfce/{idNotaFiscalConsumidor}/estornar-contas',
})

/** With what the public document shows of each. */
export const nfce = documented('nfce', specified, {
  list: '200 array 404',
  create: 'body 201 created 400',
  read: '200 object 404',
  replace: 'body 200 created 400 404',
  send: '200 object 400 404',
  'book-accounts': '204 400 404',
  'reverse-accounts': '204 400 404',
  'book-stock': '204 400 404',
  'book-stock-at': '204 400 404',
  'reverse-stock': '204 404',
})
