import { anyFound, shapes } from '../../route.js'

export const nfse = shapes('nfse', {
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
