import type { Route } from '../../specification/route.js'
import { noContent } from '../response.js'
import {
  changeData,
  changeJson,
  FOREIGN_ID,
  loginPage,
  respondWith,
  setBody,
  setContentType,
  setFields,
  setJson,
  setStatus,
} from './changes.js'
import { breaking, faultTable } from './fault.js'
import { isList, isRead, onRoutes } from './on-route.js'

const everyRoute = () => true

function isCreate({ tabulated, success, method }: Route): boolean {
  return tabulated && success.data === 'created' && method === 'POST'
}

const isTabulatedRead = (route: Route) => isRead(route) && route.tabulated

/** Faults of envelopes and errors on the routes outside the homologation. */
export const routes = faultTable({
  ...breaking(
    'auth/refused',
    { 'token-not-needed': [onRoutes(isList, [401]), respondWith(200, { data: [] })] },
    'info',
  ),
  ...breaking('envelope/created', {
    'created-id-zero': [onRoutes(isCreate), setFields({ id: 0 })],
    'created-unwrapped': [onRoutes(isCreate), changeJson(({ data }) => data)],
    'created-without-id': [onRoutes(isCreate), changeData(({ id: _, ...rest }) => rest)],
  }),
  ...breaking('envelope/data', {
    'reads-in-array': [onRoutes(isTabulatedRead), changeData((data) => [data])],
    'reads-without-data': [onRoutes(isTabulatedRead), changeJson(({ data }) => data)],
  }),
  ...breaking('envelope/json', {
    'reads-as-html': [onRoutes(isRead), setContentType('text/html')],
  }),
  ...breaking('envelope/no-content', {
    'no-content-with-body': [onRoutes(everyRoute, [204]), setJson({ ok: true })],
  }),
  ...breaking('envelope/status', {
    'create-answers-200': [
      onRoutes((route) => route.tabulated && route.success.data === 'created', [201]),
      setStatus(200),
    ],
    'reads-answer-500': [onRoutes('contatos/read'), setStatus(500)],
    'remove-answers-200': [
      onRoutes((route) => route.tabulated && route.method === 'DELETE', [204]),
      respondWith(200, { data: null }),
    ],
    'scope-missing': [onRoutes(everyRoute), setStatus(403)],
  }),
  ...breaking('errors/invalid-request', {
    'invalid-422': [onRoutes((route) => route.tabulated && route.method === 'POST', [400]), setStatus(422)],
    'invalid-accepted': [onRoutes('anuncios/create', [400]), respondWith(201, { data: { id: FOREIGN_ID } })],
  }),
  ...breaking('errors/shape', {
    'errors-as-html': [onRoutes(everyRoute, [404]), setBody(loginPage, 'text/html')],
    'errors-in-two-shapes': [onRoutes(everyRoute, [400]), setJson({ erros: ['Requisição inválida'] })],
  }),
  ...breaking('errors/unknown-record', {
    'gone-answers-500': [onRoutes('categorias-produtos/replace', [404]), setStatus(500)],
    'removed-twice': [
      onRoutes((route) => route.method === 'DELETE' && route.path.endsWith('}') && route.tabulated, [404]),
      () => noContent(),
    ],
    'unknown-record-200': [
      onRoutes((route) => route.id === 'depositos/read' || route.id === 'anuncios/read-category', [404]),
      respondWith(200, { data: {} }),
    ],
    'unknown-record-400': [onRoutes((route) => route.method === 'DELETE', [404]), setStatus(400)],
  }),
})
