import { documented } from '../../route.js'

/** Known from the public document alone. */
export const canaisVenda = documented('canais-venda', [], {
  list: 'GET /canais-venda 200 array',
  read: 'GET /canais-venda/{idCanalVenda} 200 object 404',
  'list-types': 'GET /canais-venda/tipos 200 array',
})
