import { shapes } from '../../route.js'

export const nfce = shapes('nfce', {
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
