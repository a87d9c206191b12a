import { headerValue } from '../../exchange/exchange.js'
import { loginPage, withBody, withChanged, withData, withHeader, withJson, withoutHeader } from './changes.js'
import { type FaultRow, faultsAt, faultTable } from './fault.js'

const DEPTH = 100_000

/** Faults of what the five steps respond: product data, identifier, hash, envelope. */
export const steps = faultTable({
  ...faultsAt(1, 'envelope/data', {
    'beside-data': (answer) => withChanged(answer, (value) => ({ ...value, sucesso: true })),
  }),
  ...faultsAt(1, 'envelope/json', {
    'broken-json': (answer) => withBody(answer, String(answer.body).slice(0, -9)),
    'deep-json': (answer) => withBody(answer, `{"data":${'['.repeat(DEPTH)}${']'.repeat(DEPTH)}}`),
    'html-answer': (answer) => withBody(answer, loginPage, 'text/html; charset=utf-8'),
    'html-as-json': (answer) => withBody(answer, loginPage),
    'invalid-utf8': (answer) => {
      const spoilt = withData(answer, (data) => ({ ...data, nome: 'Pão de queijo' }))
      return withBody(spoilt, Buffer.from(String(spoilt.body), 'latin1'))
    },
    'json-as-html': (answer) => withBody(answer, answer.body, 'text/html'),
    'single-quotes': (answer) => withBody(answer, "{'data':{'nome':'Copo','preco':1.5,'codigo':'1'}}"),
    'undeclared-json': (answer) => withBody(answer, answer.body, null),
  }),
  ...faultsAt(1, 'homologation/hash-issued', {
    'empty-hash': (answer, { hashHeader }) => withHeader(withoutHeader(answer, hashHeader), [hashHeader, '']),
    'hash-in-body': (answer, { hashHeader }) => {
      const hash = headerValue(answer.headers, hashHeader)
      return withData(withoutHeader(answer, hashHeader), (data) => ({ ...data, hash }))
    },
    'no-hash': (answer, { hashHeader }) => withoutHeader(answer, hashHeader),
  }),
  ...faultsAt(1, 'homologation/product-data', {
    'body-array': (answer) => withChanged(answer, (value) => [value]),
    'data-array': (answer) => withData(answer, (data) => [data]),
    'data-empty': (answer) => withData(answer, () => ({})),
    'data-null': (answer) => withData(answer, () => null),
    'data-text': (answer) => withData(answer, (data) => JSON.stringify(data)),
    'empty-body': (answer) => withBody(answer, null),
    'no-data': (answer) => withJson(answer, {}),
    'unwrapped-data': (answer) => withChanged(answer, ({ data }) => data),
  }),
  ...faultsAt(2, 'envelope/created', {
    'post-unwrapped': (answer) => withChanged(answer, ({ data }) => data),
  }),
  ...faultsAt(2, 'envelope/json', {
    'post-html': (answer) => withBody(answer, loginPage, 'text/html; charset=utf-8'),
  }),
  ...faultsAt(2, 'homologation/product-id', {
    'id-boolean': withId(() => true),
    'id-elsewhere': (answer) => withData(answer, ({ id, ...data }) => ({ ...data, identificador: id })),
    'id-empty-text': withId(() => ''),
    'id-fractional': withId((id) => Number(id) + 0.5),
    'id-negative': withId((id) => -Number(id)),
    'id-null': withId(() => null),
    'id-object': withId((id) => ({ valor: id })),
    'id-text': withId(String),
    'id-zero': withId(() => 0),
    'no-id': (answer) => withData(answer, ({ id: _, ...data }) => data),
    'post-empty-body': (answer) => withBody(answer, null),
    'post-no-data': (answer) => withJson(answer, {}),
  }),
  ...faultsAt(3, 'envelope/no-content', {
    'put-204-body': (answer) => withJson(answer, { data: { mensagem: 'ok' } }),
  }),
  ...faultsAt(5, 'envelope/no-content', {
    'delete-204-body': (answer) => withJson(answer, { data: { mensagem: 'ok' } }),
  }),
})

/** The response with another identifier of the product. */
function withId(change: (id: unknown) => unknown): FaultRow['change'] {
  return (answer) => withData(answer, (data) => ({ ...data, id: change(data.id) }))
}
