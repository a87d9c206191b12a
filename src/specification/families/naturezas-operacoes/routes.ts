import { documented, named } from '../../route.js'

const specified = named('naturezas-operacoes', { list: 'GET /naturezas-operacoes' })

/** With what the public document shows of each. */
export const naturezasOperacoes = documented('naturezas-operacoes', specified, {
  list: '200 array 400',
  'compute-taxes': 'POST /naturezas-operacoes/{idNaturezaOperacao}/obter-tributacao body 200 object 400 404',
})
