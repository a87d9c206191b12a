import { anyFound, documented, shapes } from '../../route.js'

const specified = shapes('nfse', {
  list: 'GET /nfse',
  create: 'POST /nfse',
  read: 'GET /nfse/{idNotaServico}',
  remove: 'DELETE /nfse/{idNotaServico}',
  send: 'POST /nfse/{idNotaServico}/enviar',
  cancel: 'POST /nfse/{idNotaServico}/cancelar',
  'read-configuration': ['GET /nfse/configuracoes', { success: anyFound }],
  /** Changes how the whole account issues, not one record. */
  'replace-configuration': ['PUT /nfse/configuracoes', { risk: 'fiscal' }],
})

/** With what the public document shows of each. */
export const nfse = documented('nfse', specified, {
  list: '200 array 400',
  create: 'body 201 created 400',
  read: '200 object 404',
  remove: '204 400 404',
  send: '200 object 400 404',
  cancel: 'body 204 400 404',
  'read-configuration': 'bare 200 object',
  'replace-configuration': 'body 204 400',
})
