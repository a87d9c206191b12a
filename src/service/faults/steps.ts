import { headerValue } from '../../exchange/exchange.js'
import { loginPage, withBody, withChanged, withData, withHeader, withJson, withoutHeader } from './changes.js'
import { faultTable } from './fault.js'

const DEPTH = 100_000

/** Faults of what the five steps respond: product data, identifier, hash, envelope. */
export const steps = faultTable({
  'beside-data': {
    breaks: 'envelope/data',
    where: 1,
    change: (answer) => withChanged(answer, (value) => ({ ...value, sucesso: true })),
  },
  'body-array': {
    breaks: 'homologation/product-data',
    where: 1,
    change: (answer) => withChanged(answer, (value) => [value]),
  },
  'broken-json': {
    breaks: 'envelope/json',
    where: 1,
    change: (answer) => withBody(answer, String(answer.body).slice(0, -9)),
  },
  'data-array': {
    breaks: 'homologation/product-data',
    where: 1,
    change: (answer) => withData(answer, (data) => [data]),
  },
  'data-empty': {
    breaks: 'homologation/product-data',
    where: 1,
    change: (answer) => withData(answer, () => ({})),
  },
  'data-null': {
    breaks: 'homologation/product-data',
    where: 1,
    change: (answer) => withData(answer, () => null),
  },
  'data-text': {
    breaks: 'homologation/product-data',
    where: 1,
    change: (answer) => withData(answer, (data) => JSON.stringify(data)),
  },
  'deep-json': {
    breaks: 'envelope/json',
    where: 1,
    change: (answer) => withBody(answer, `{"data":${'['.repeat(DEPTH)}${']'.repeat(DEPTH)}}`),
  },
  'delete-204-body': {
    breaks: 'envelope/no-content',
    where: 5,
    change: (answer) => withJson(answer, { data: { mensagem: 'ok' } }),
  },
  'empty-body': { breaks: 'homologation/product-data', where: 1, change: (answer) => withBody(answer, null) },
  'empty-hash': {
    breaks: 'homologation/hash-issued',
    where: 1,
    change: (answer, { hashHeader }) => withHeader(withoutHeader(answer, hashHeader), [hashHeader, '']),
  },
  'hash-in-body': {
    breaks: 'homologation/hash-issued',
    where: 1,
    change: (answer, { hashHeader }) => {
      const hash = headerValue(answer.headers, hashHeader)
      return withData(withoutHeader(answer, hashHeader), (data) => ({ ...data, hash }))
    },
  },
  'html-answer': {
    breaks: 'envelope/json',
    where: 1,
    change: (answer) => withBody(answer, loginPage, 'text/html; charset=utf-8'),
  },
  'html-as-json': { breaks: 'envelope/json', where: 1, change: (answer) => withBody(answer, loginPage) },
  'id-boolean': {
    breaks: 'homologation/product-id',
    where: 2,
    change: (answer) => withData(answer, (data) => ({ ...data, id: true })),
  },
  'id-elsewhere': {
    breaks: 'homologation/product-id',
    where: 2,
    change: (answer) => withData(answer, ({ id, ...data }) => ({ ...data, identificador: id })),
  },
  'id-empty-text': {
    breaks: 'homologation/product-id',
    where: 2,
    change: (answer) => withData(answer, (data) => ({ ...data, id: '' })),
  },
  'id-fractional': {
    breaks: 'homologation/product-id',
    where: 2,
    change: (answer) => withData(answer, (data) => ({ ...data, id: Number(data.id) + 0.5 })),
  },
  'id-negative': {
    breaks: 'homologation/product-id',
    where: 2,
    change: (answer) => withData(answer, (data) => ({ ...data, id: -Number(data.id) })),
  },
  'id-null': {
    breaks: 'homologation/product-id',
    where: 2,
    change: (answer) => withData(answer, (data) => ({ ...data, id: null })),
  },
  'id-object': {
    breaks: 'homologation/product-id',
    where: 2,
    change: (answer) => withData(answer, (data) => ({ ...data, id: { valor: data.id } })),
  },
  'id-text': {
    breaks: 'homologation/product-id',
    where: 2,
    change: (answer) => withData(answer, (data) => ({ ...data, id: String(data.id) })),
  },
  'id-zero': {
    breaks: 'homologation/product-id',
    where: 2,
    change: (answer) => withData(answer, (data) => ({ ...data, id: 0 })),
  },
  'invalid-utf8': {
    breaks: 'envelope/json',
    where: 1,
    change: (answer) => {
      const spoilt = withData(answer, (data) => ({ ...data, nome: 'Pão de queijo' }))
      return withBody(spoilt, Buffer.from(String(spoilt.body), 'latin1'))
    },
  },
  'json-as-html': {
    breaks: 'envelope/json',
    where: 1,
    change: (answer) => withBody(answer, answer.body, 'text/html'),
  },
  'no-data': { breaks: 'homologation/product-data', where: 1, change: (answer) => withJson(answer, {}) },
  'no-hash': {
    breaks: 'homologation/hash-issued',
    where: 1,
    change: (answer, { hashHeader }) => withoutHeader(answer, hashHeader),
  },
  'no-id': {
    breaks: 'homologation/product-id',
    where: 2,
    change: (answer) => withData(answer, ({ id: _, ...data }) => data),
  },
  'post-empty-body': {
    breaks: 'homologation/product-id',
    where: 2,
    change: (answer) => withBody(answer, null),
  },
  'post-html': {
    breaks: 'envelope/json',
    where: 2,
    change: (answer) => withBody(answer, loginPage, 'text/html; charset=utf-8'),
  },
  'post-no-data': { breaks: 'homologation/product-id', where: 2, change: (answer) => withJson(answer, {}) },
  'post-unwrapped': {
    breaks: 'envelope/created',
    where: 2,
    change: (answer) => withChanged(answer, ({ data }) => data),
  },
  'put-204-body': {
    breaks: 'envelope/no-content',
    where: 3,
    change: (answer) => withJson(answer, { data: { mensagem: 'ok' } }),
  },
  'single-quotes': {
    breaks: 'envelope/json',
    where: 1,
    change: (answer) => withBody(answer, "{'data':{'nome':'Copo','preco':1.5,'codigo':'1'}}"),
  },
  'undeclared-json': {
    breaks: 'envelope/json',
    where: 1,
    change: (answer) => withBody(answer, answer.body, null),
  },
  'unwrapped-data': {
    breaks: 'homologation/product-data',
    where: 1,
    change: (answer) => withChanged(answer, ({ data }) => data),
  },
})
