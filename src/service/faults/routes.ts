import type { Route } from '../../specification/route.js'
import { noContent } from '../response.js'
import { loginPage, toData, toFields, toJson, toStatus, withBody, withChanged, withJson } from './changes.js'
import { breaking, faultTable } from './fault.js'
import { isList, isRead, onRoutes } from './on-route.js'

function isCreate({ tabulated, success, method }: Route): boolean {
  return tabulated && success.data === 'created' && method === 'POST'
}

/** Faults of envelopes and errors on the routes outside the homologation. */
export const routes = faultTable({
  ...breaking(
    'auth/refused',
    { 'token-not-needed': [onRoutes(isList, [401]), toJson({ data: [] }, 200)] },
    'info',
  ),
  ...breaking('envelope/created', {
    'created-id-zero': [onRoutes(isCreate), toFields({ id: 0 })],
    'created-unwrapped': [onRoutes(isCreate), (response) => withChanged(response, ({ data }) => data)],
    'created-without-id': [onRoutes(isCreate), toData(({ id: _, ...rest }) => rest)],
  }),
  ...breaking('envelope/data', {
    'reads-in-array': [onRoutes((route) => isRead(route) && route.tabulated), toData((data) => [data])],
    'reads-without-data': [
      onRoutes((route) => isRead(route) && route.tabulated),
      (response) => withChanged(response, ({ data }) => data),
    ],
  }),
  ...breaking('envelope/json', {
    'reads-as-html': [onRoutes(isRead), (response) => withBody(response, response.body, 'text/html')],
  }),
  ...breaking('envelope/no-content', {
    'no-content-with-body': [onRoutes(() => true, [204]), (response) => withJson(response, { ok: true })],
  }),
  ...breaking('envelope/status', {
    'create-answers-200': [
      onRoutes((route) => route.tabulated && route.success.data === 'created', [201]),
      toStatus(200),
    ],
    'reads-answer-500': [onRoutes('contatos/read'), toStatus(500)],
    'remove-answers-200': [
      onRoutes((route) => route.tabulated && route.method === 'DELETE', [204]),
      toJson({ data: null }, 200),
    ],
    'scope-missing': [onRoutes(() => true), toStatus(403)],
  }),
  ...breaking('errors/invalid-request', {
    'invalid-422': [onRoutes((route) => route.tabulated && route.method === 'POST', [400]), toStatus(422)],
    'invalid-accepted': [onRoutes('anuncios/create', [400]), toJson({ data: { id: 15_000_000_001 } }, 201)],
  }),
  ...breaking('errors/shape', {
    'errors-as-html': [onRoutes(() => true, [404]), (response) => withBody(response, loginPage, 'text/html')],
    'errors-in-two-shapes': [
      onRoutes(() => true, [400]),
      (response) => withJson(response, { erros: ['Requisição inválida'] }),
    ],
  }),
  ...breaking('errors/unknown-record', {
    'gone-answers-500': [onRoutes('categorias-produtos/replace', [404]), toStatus(500)],
    'removed-twice': [
      onRoutes((route) => route.method === 'DELETE' && route.path.endsWith('}') && route.tabulated, [404]),
      () => noContent(),
    ],
    'unknown-record-200': [
      onRoutes((route) => route.id === 'depositos/read' || route.id === 'anuncios/read-category', [404]),
      toJson({ data: {} }, 200),
    ],
    'unknown-record-400': [onRoutes((route) => route.method === 'DELETE', [404]), toStatus(400)],
  }),
})
