import { headerValue } from '../../exchange/exchange.js'
import { loginPage, withBody, withChanged, withData, withHeader, withJson, withoutHeader } from './changes.js'
import { type FaultRow, faultsAt, faultTable } from './fault.js'

const DEPTH = 100_000

/** Faults of what the five steps respond: product data, identifier, hash, envelope. */
export const steps = faultTable({
  ...faultsAt(1, 'envelope/data', {
    'beside-data': (response) => withChanged(response, (value) => ({ ...value, sucesso: true })),
  }),
  ...faultsAt(1, 'envelope/json', {
    'broken-json': (response) => withBody(response, String(response.body).slice(0, -9)),
    'deep-json': (response) => withBody(response, `{"data":${'['.repeat(DEPTH)}${']'.repeat(DEPTH)}}`),
    'html-answer': (response) => withBody(response, loginPage, 'text/html; charset=utf-8'),
    'html-as-json': (response) => withBody(response, loginPage),
    'invalid-utf8': (response) => {
      const spoilt = withData(response, (data) => ({ ...data, nome: 'Pão de queijo' }))
      return withBody(spoilt, Buffer.from(String(spoilt.body), 'latin1'))
    },
    'json-as-html': (response) => withBody(response, response.body, 'text/html'),
    'single-quotes': (response) => withBody(response, "{'data':{'nome':'Copo','preco':1.5,'codigo':'1'}}"),
    'undeclared-json': (response) => withBody(response, response.body, null),
  }),
  ...faultsAt(1, 'homologation/hash-issued', {
    'empty-hash': (response, { hashHeader }) =>
      withHeader(withoutHeader(response, hashHeader), [hashHeader, '']),
    'hash-in-body': (response, { hashHeader }) => {
      const hash = headerValue(response.headers, hashHeader)
      return withData(withoutHeader(response, hashHeader), (data) => ({ ...data, hash }))
    },
    'no-hash': (response, { hashHeader }) => withoutHeader(response, hashHeader),
  }),
  ...faultsAt(1, 'homologation/product-data', {
    'body-array': (response) => withChanged(response, (value) => [value]),
    'data-array': (response) => withData(response, (data) => [data]),
    'data-empty': (response) => withData(response, () => ({})),
    'data-null': (response) => withData(response, () => null),
    'data-text': (response) => withData(response, (data) => JSON.stringify(data)),
    'empty-body': (response) => withBody(response, null),
    'no-data': (response) => withJson(response, {}),
    'unwrapped-data': (response) => withChanged(response, ({ data }) => data),
  }),
  ...faultsAt(2, 'envelope/created', {
    'post-unwrapped': (response) => withChanged(response, ({ data }) => data),
  }),
  ...faultsAt(2, 'envelope/json', {
    'post-html': (response) => withBody(response, loginPage, 'text/html; charset=utf-8'),
  }),
  ...faultsAt(2, 'homologation/product-id', {
    'id-boolean': withId(() => true),
    'id-elsewhere': (response) => withData(response, ({ id, ...data }) => ({ ...data, identificador: id })),
    'id-empty-text': withId(() => ''),
    'id-fractional': withId((id) => Number(id) + 0.5),
    'id-negative': withId((id) => -Number(id)),
    'id-null': withId(() => null),
    'id-object': withId((id) => ({ valor: id })),
    'id-text': withId(String),
    'id-zero': withId(() => 0),
    'no-id': (response) => withData(response, ({ id: _, ...data }) => data),
    'post-empty-body': (response) => withBody(response, null),
    'post-no-data': (response) => withJson(response, {}),
  }),
  ...faultsAt(3, 'envelope/no-content', {
    'put-204-body': (response) => withJson(response, { data: { mensagem: 'ok' } }),
  }),
  ...faultsAt(5, 'envelope/no-content', {
    'delete-204-body': (response) => withJson(response, { data: { mensagem: 'ok' } }),
  }),
})

/** The response with another identifier of the product. */
function withId(change: (id: unknown) => unknown): FaultRow['change'] {
  return (response) => withData(response, (data) => ({ ...data, id: change(data.id) }))
}
