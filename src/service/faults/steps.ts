import { headerValue } from '../../exchange/exchange.js'
import {
  addHeaders,
  changeData,
  changeJson,
  cutBody,
  loginPage,
  removeHeader,
  setBody,
  setContentType,
  setJson,
} from './changes.js'
import { type FaultRow, faultsAt, faultTable } from './fault.js'

/** More nested lists than a recursive parser has stack for. */
const DEPTH = 100_000
const HTML = 'text/html; charset=utf-8'

/** Faults in the responses of the five steps: product data, identifier, hash, envelope. */
export const steps = faultTable({
  ...faultsAt(1, 'envelope/data', {
    'beside-data': changeJson((value) => ({ ...value, sucesso: true })),
  }),
  ...faultsAt(1, 'envelope/json', {
    'broken-json': cutBody(9),
    'deep-json': setBody(`{"data":${'['.repeat(DEPTH)}${']'.repeat(DEPTH)}}`),
    'html-answer': setBody(loginPage, HTML),
    'html-as-json': setBody(loginPage),
    'invalid-utf8': (response) => {
      const withAccent = changeData((data) => ({ ...data, nome: 'Pão de queijo' }))(response)
      return setBody(Buffer.from(String(withAccent.body), 'latin1'))(response)
    },
    'json-as-html': setContentType('text/html'),
    'single-quotes': setBody("{'data':{'nome':'Copo','preco':1.5,'codigo':'1'}}"),
    'undeclared-json': setContentType(null),
  }),
  ...faultsAt(1, 'homologation/hash-issued', {
    'empty-hash': (response, { hashHeader }) =>
      addHeaders([hashHeader, ''])(removeHeader(hashHeader)(response)),
    'hash-in-body': (response, { hashHeader }) => {
      const hash = headerValue(response.headers, hashHeader)
      return changeData((data) => ({ ...data, hash }))(removeHeader(hashHeader)(response))
    },
    'no-hash': (response, { hashHeader }) => removeHeader(hashHeader)(response),
  }),
  ...faultsAt(1, 'homologation/product-data', {
    'body-array': changeJson((value) => [value]),
    'data-array': changeData((data) => [data]),
    'data-empty': changeData(() => ({})),
    'data-null': changeData(() => null),
    'data-text': changeData((data) => JSON.stringify(data)),
    'empty-body': setBody(null),
    'no-data': setJson({}),
    'unwrapped-data': changeJson(({ data }) => data),
  }),
  ...faultsAt(2, 'envelope/created', {
    'post-unwrapped': changeJson(({ data }) => data),
  }),
  ...faultsAt(2, 'envelope/json', {
    'post-html': setBody(loginPage, HTML),
  }),
  ...faultsAt(2, 'homologation/product-id', {
    'id-boolean': changeId(() => true),
    'id-elsewhere': changeData(({ id, ...data }) => ({ ...data, identificador: id })),
    'id-empty-text': changeId(() => ''),
    'id-fractional': changeId((id) => Number(id) + 0.5),
    'id-negative': changeId((id) => -Number(id)),
    'id-null': changeId(() => null),
    'id-object': changeId((id) => ({ valor: id })),
    'id-text': changeId(String),
    'id-zero': changeId(() => 0),
    'no-id': changeData(({ id: _, ...data }) => data),
    'post-empty-body': setBody(null),
    'post-no-data': setJson({}),
  }),
  ...faultsAt(3, 'envelope/no-content', {
    'put-204-body': setJson({ data: { mensagem: 'ok' } }),
  }),
  ...faultsAt(5, 'envelope/no-content', {
    'delete-204-body': setJson({ data: { mensagem: 'ok' } }),
  }),
})

/** Changes the identifier of the product. */
function changeId(change: (id: unknown) => unknown): FaultRow['change'] {
  return changeData((data) => ({ ...data, id: change(data.id) }))
}
