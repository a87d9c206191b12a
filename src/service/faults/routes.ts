import type { Route } from '../../specification/route.js'
import { noContent } from '../answer.js'
import { loginPage, withBody, withChanged, withData, withJson, withStatus } from './changes.js'
import { faultTable } from './fault.js'
import { isList, isRead, onRoutes } from './on-route.js'

function isCreate({ tabulated, success, method }: Route): boolean {
  return tabulated && success.data === 'created' && method === 'POST'
}

/** Faults of envelopes and errors on the routes outside the homologation. */
export const routes = faultTable({
  'create-answers-200': {
    breaks: 'envelope/status',
    where: onRoutes((route) => route.tabulated && route.success.data === 'created', [201]),
    change: (answer) => withStatus(answer, 200),
  },
  'created-id-zero': {
    breaks: 'envelope/created',
    where: onRoutes(isCreate),
    change: (answer) => withData(answer, (data) => ({ ...data, id: 0 })),
  },
  'created-unwrapped': {
    breaks: 'envelope/created',
    where: onRoutes(isCreate),
    change: (answer) => withChanged(answer, ({ data }) => data),
  },
  'created-without-id': {
    breaks: 'envelope/created',
    where: onRoutes(isCreate),
    change: (answer) => withData(answer, ({ id: _, ...rest }) => rest),
  },
  'errors-as-html': {
    breaks: 'errors/shape',
    where: onRoutes(() => true, [404]),
    change: (answer) => ({ ...withBody(answer, loginPage, 'text/html'), status: 404 }),
  },
  'errors-in-two-shapes': {
    breaks: 'errors/shape',
    where: onRoutes(() => true, [400]),
    change: (answer) => withJson(answer, { erros: ['Requisição inválida'] }),
  },
  'gone-answers-500': {
    breaks: 'errors/unknown-record',
    where: onRoutes((route) => route.id === 'categorias-produtos/replace', [404]),
    change: (answer) => withStatus(answer, 500),
  },
  'invalid-422': {
    breaks: 'errors/invalid-request',
    where: onRoutes((route) => route.tabulated && route.method === 'POST', [400]),
    change: (answer) => withStatus(answer, 422),
  },
  'invalid-accepted': {
    breaks: 'errors/invalid-request',
    where: onRoutes((route) => route.id === 'anuncios/create', [400]),
    change: (answer) => ({ ...withJson(answer, { data: { id: 15_000_000_001 } }), status: 201 }),
  },
  'no-content-with-body': {
    breaks: 'envelope/no-content',
    where: onRoutes(() => true, [204]),
    change: (answer) => withJson(answer, { ok: true }),
  },
  'reads-answer-500': {
    breaks: 'envelope/status',
    where: onRoutes((route) => route.id === 'contatos/read'),
    change: (answer) => withStatus(answer, 500),
  },
  'reads-as-html': {
    breaks: 'envelope/json',
    where: onRoutes(isRead),
    change: (answer) => withBody(answer, answer.body, 'text/html'),
  },
  'reads-in-array': {
    breaks: 'envelope/data',
    where: onRoutes((route) => isRead(route) && route.tabulated),
    change: (answer) => withData(answer, (data) => [data]),
  },
  'reads-without-data': {
    breaks: 'envelope/data',
    where: onRoutes((route) => isRead(route) && route.tabulated),
    change: (answer) => withChanged(answer, ({ data }) => data),
  },
  'remove-answers-200': {
    breaks: 'envelope/status',
    where: onRoutes((route) => route.tabulated && route.method === 'DELETE', [204]),
    change: (answer) => ({ ...withJson(answer, { data: null }), status: 200 }),
  },
  'removed-twice': {
    breaks: 'errors/unknown-record',
    where: onRoutes(
      (route) => route.method === 'DELETE' && route.path.endsWith('}') && route.tabulated,
      [404],
    ),
    change: () => noContent(),
  },
  'scope-missing': {
    breaks: 'envelope/status',
    where: onRoutes(() => true),
    change: (answer) => withStatus(answer, 403),
  },
  'token-not-needed': {
    breaks: 'auth/refused',
    severity: 'info',
    where: onRoutes(isList, [401]),
    change: (answer) => ({ ...withJson(answer, { data: [] }), status: 200 }),
  },
  'unknown-record-200': {
    breaks: 'errors/unknown-record',
    where: onRoutes((route) => route.id === 'depositos/read' || route.id === 'anuncios/read-category', [404]),
    change: (answer) => ({ ...withJson(answer, { data: {} }), status: 200 }),
  },
  'unknown-record-400': {
    breaks: 'errors/unknown-record',
    where: onRoutes((route) => route.method === 'DELETE', [404]),
    change: (answer) => withStatus(answer, 400),
  },
})
