import { anySuccess, documented, named, shapes } from '../../route.js'

const specified = [
  ...shapes('situacoes', {
    'list-modules': 'GET /situacoes/modulos',
    'list-of-module': ['GET /situacoes/modulos/{idModuloSistema}', { success: anySuccess }],
    'list-actions': 'GET /situacoes/modulos/{idModuloSistema}/acoes',
  }),
  ...named('situacoes', { 'list-transitions': 'GET /situacoes/transicoes' }),
]

/** With what the public document shows of each. */
export const situacoes = documented('situacoes', specified, {
  'list-modules': '200 array',
  'list-of-module': '200 array 404',
  'list-actions': '200 array 404',
  'list-transitions-of-module': 'GET /situacoes/modulos/{idModuloSistema}/transicoes 200 array 404',
  read: 'GET /situacoes/{idSituacao} 200 object 404',
  replace: 'PUT /situacoes/{idSituacao} body 200 created 400',
  remove: 'DELETE /situacoes/{idSituacao} 204 400 404',
  create: 'POST /situacoes body 201 created 400',
  'read-transition': 'GET /situacoes/transicoes/{idTransicao} 200 object 404',
  'replace-transition': 'PUT /situacoes/transicoes/{idTransicao} body 200 created 400',
  'remove-transition': 'DELETE /situacoes/transicoes/{idTransicao} 204 400 404',
  'create-transition': 'POST /situacoes/transicoes body 201 created 400',
})
