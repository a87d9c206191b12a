import { anySuccess, named, shapes } from '../../route.js'

export const situacoes = [
  ...shapes('situacoes', {
    'list-modules': 'GET /situacoes/modulos',
    'list-of-module': ['GET /situacoes/modulos/{idModuloSistema}', { success: anySuccess }],
    'list-actions': 'GET /situacoes/modulos/{idModuloSistema}/acoes',
  }),
  ...named('situacoes', { 'list-transitions': 'GET /situacoes/transicoes' }),
]
