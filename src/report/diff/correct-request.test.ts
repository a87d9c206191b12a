import { describe, expect, it } from 'vitest'
import {
  exchange,
  failingExchanges,
  passingExchanges,
  procedureAsSeen,
} from '../../../test/browser/samples.js'
import type { Exchange } from '../../exchange/exchange.js'
import { headerValue } from '../../exchange/exchange.js'
import type { StepNumber } from '../../specification/homologation.js'
import { bling, type Profile, spec } from '../../specification/profile.js'
import { compareRequests, differs } from './compare-requests.js'
import { correctRequest } from './correct-request.js'

const baseUrl = 'https://api.example.test/Api/v3'

function correct(exchanges: readonly Exchange[], id: string, step: StepNumber, profile: Profile = spec) {
  const wrong = exchanges.find((each) => each.id === id)
  if (!wrong) throw new Error(`no exchange "${id}" in the sample`)
  const procedure = procedureAsSeen(exchanges, profile)
  const source = procedure.find((one) => one.exchange === id)?.dataFrom
  const data = exchanges.find((each) => each.id === source) ?? null
  const found = correctRequest(wrong, { procedure, data, profile, baseUrl, step })
  return { found, lines: found ? compareRequests(wrong, found) : [] }
}

describe('correctRequest', () => {
  it.each([
    ['e1', 1],
    ['e2', 2],
    ['e3', 3],
    ['e5', 3],
    ['e6', 4],
    ['e7', 5],
  ] as const)('finds nothing to mend in %s of a run that passes', (id, step) => {
    const { found, lines } = correct(passingExchanges(), id, step)
    expect(found).not.toBeNull()
    expect(differs(lines)).toBe(false)
  })

  it('unwraps the data of step 1 and keeps its types', () => {
    const { found, lines } = correct(failingExchanges(), 'e2', 2)
    expect(found?.body).toBe('{"nome":"Copo térmico 450 ml","preco":32.56,"codigo":"COP-450"}')
    const marked = lines
      .filter(({ mark }) => mark !== 'same')
      .map(({ mark, actual }) => [mark, actual?.trim()])
    expect(marked).toEqual([
      ['extra', '"data": {'],
      ['changed', '"preco": "32,56",'],
      ['extra', '}'],
    ])
  })

  it('sends the newest hash, also one that came with a refusal', () => {
    const { found } = correct(failingExchanges(), 'e5', 3)
    expect(headerValue(found?.headers ?? [], 'x-service-homologacao')).toBe('19d4be6f8a7c2035')
  })

  it('keeps the older hash where a refusal issues none', () => {
    const profile = { ...spec, hash: { ...spec.hash, refusalIssues: false } }
    const { found } = correct(failingExchanges(), 'e5', 3, profile)
    expect(headerValue(found?.headers ?? [], 'x-service-homologacao')).toBe('c02e77d19ab34f61')
  })

  it('sends all fields with one changed, and keeps the client’s own text where any will do', () => {
    const { found } = correct(failingExchanges(), 'e3', 3)
    expect(found?.body).toBe('{"nome":"Copo","preco":32.56,"codigo":"COP-450"}')
  })

  it('takes a description that was added for the change, as the rule does', () => {
    const body = '{"nome":"Copo térmico 450 ml","preco":32.56,"codigo":"COP-450","descricao":"Xis"}'
    const [, put] = failingExchanges().filter(({ request }) => request.method !== 'POST')
    if (!put) throw new Error('no step 3 in the sample')
    const sent = exchange('e3', { method: 'PUT', path: '/homologacao/produtos/1', sent: body })
    const added = { ...put, request: { ...put.request, body: sent.request.body } }
    const exchanges = failingExchanges().map((each) => (each.id === put.id ? added : each))
    expect(correct(exchanges, put.id, 3).found?.body).toBe(body)
  })

  it.each([
    [
      'the name',
      '{"nome":"Copo","codigo":"A"}',
      '{"nome":"Copo","codigo":"B"}',
      '{"nome":"Copo 2","codigo":"A"}',
    ],
    ['no blank text', '{"nome":"Prato"}', '{"nome":" "}', '{"nome":"Copo"}'],
    ['a new description', '{"codigo":1}', '{"codigo":2}', '{"codigo":1,"descricao":"Copo"}'],
    ['the only text that was changed', '{"a":"A","b":"B"}', '{"a":"A","b":"C"}', '{"a":"A","b":"C"}'],
  ])('takes %s for the description, as the rule does', (_, data, sent, body) => {
    const exchanges = passingExchanges().map((each) => {
      if (each.id === 'e1' && each.response?.body)
        return {
          ...each,
          response: { ...each.response, body: { ...each.response.body, text: `{"data":${data}}` } },
        }
      return each.id === 'e5' && each.request.body
        ? { ...each, request: { ...each.request, body: { ...each.request.body, text: sent } } }
        : each
    })
    expect(correct(exchanges, 'e5', 3).found?.body).toBe(body)
  })

  it('changes the field that the profile names to the text that it gives', () => {
    const profile = { ...bling, hash: spec.hash, change: { field: 'codigo', text: 'Xis', sends: 'Xis' } }
    const { found } = correct(failingExchanges(), 'e3', 3, profile)
    expect(found?.body).toBe('{"nome":"Copo térmico 450 ml","preco":32.56,"codigo":"Xis"}')
  })

  it.each([
    ['"A"', '"A"'],
    ['7', '7'],
    ['" "', '"I"'],
    ['null', '"I"'],
  ])('of step 4 sent with the situation %s sends %s', (sent, expected) => {
    const exchanges = passingExchanges().map((each) =>
      each.id === 'e6' && each.request.body
        ? {
            ...each,
            request: { ...each.request, body: { ...each.request.body, text: `{"situacao":${sent}}` } },
          }
        : each,
    )
    expect(correct(exchanges, 'e6', 4).found?.body).toBe(`{"situacao":${expected}}`)
  })

  it('mends the path of step 4', () => {
    const { found } = correct(failingExchanges(), 'e6', 4)
    expect(found?.url).toBe(`${baseUrl}/homologacao/produtos/16924563081/situacoes`)
    expect(found?.body).toBe('{"situacao":"I"}')
  })

  it('carries the renewed token where the refused one went out again', () => {
    const exchanges = passingExchanges().map((each) =>
      each.id === 'e5'
        ? {
            ...each,
            request: { ...each.request, headers: [['Authorization', 'Bearer [access_token#1]'] as const] },
          }
        : each,
    )
    const { found } = correct(exchanges, 'e5', 3)
    expect(headerValue(found?.headers ?? [], 'authorization')).toBe('Bearer [access_token#2]')
  })

  it('says nothing of the token where the refused one was never renewed', () => {
    const exchanges = passingExchanges()
      .filter(({ channel }) => channel !== 'token')
      .map((each) =>
        each.id === 'e5'
          ? exchange('e5', { method: 'PUT', path: '/homologacao/produtos/16924563081', token: 1, atMs: 6284 })
          : each,
      )
    const { found, lines } = correct(exchanges, 'e5', 3)
    expect(found?.unknownHeaders).toEqual(['authorization'])
    expect(lines.some(({ actual, correct: right }) => /authorization/i.test(`${actual}${right}`))).toBe(false)
  })

  it('never carries a refresh token as bearer', () => {
    const exchanges = [exchange('e1', { headers: [] })].map((each) => ({
      ...each,
      request: { ...each.request, headers: [['Authorization', 'Bearer [refresh_token#1]'] as const] },
    }))
    expect(correct(exchanges, 'e1', 1).found?.unknownHeaders).toEqual(['authorization'])
  })

  it('drops a hash from headers of other names and content types from requests without a body', () => {
    const [first] = passingExchanges() as [Exchange]
    const stray = exchange('e2', {
      method: 'DELETE',
      path: '/homologacao/produtos/1',
      atMs: 4000,
      headers: [
        ['X-Hash', '7f3a9c0be41d52e8'],
        ['Content-Type', 'application/json'],
      ],
    })
    const created = exchange('e9', { method: 'POST', status: 201, atMs: 2000, response: '{"data":{"id":1}}' })
    const { lines } = correct([first, created, stray], 'e2', 5)
    const extra = lines.filter(({ mark }) => mark === 'extra').map(({ actual }) => actual)
    expect(extra).toEqual(['X-Hash: 7f3a9c0be41d52e8', 'Content-Type: application/json'])
  })

  it('says nothing where the identifier or the data never arrived', () => {
    const lonely = [
      exchange('e1', { status: 500, response: '{}' }),
      exchange('e2', { method: 'POST', atMs: 2000 }),
      exchange('e3', { method: 'PUT', path: '/homologacao/produtos/1', atMs: 4000 }),
    ]
    expect(correct(lonely, 'e2', 2).found).toBeNull()
    expect(correct(lonely, 'e3', 3).found).toBeNull()
  })

  it('gives the time before which, or after which, it must not be sent', () => {
    const early = correct(failingExchanges(), 'e2', 2)
    expect(early.found).toMatchObject({ earliestMs: 2000, latestMs: null })
    const late = correct(failingExchanges(), 'e2', 2, { ...bling, hash: spec.hash })
    expect(late.found).toMatchObject({ earliestMs: null, latestMs: 2096 })
  })

  it('takes the data of the newest attempt', () => {
    const again = [
      ...passingExchanges(),
      exchange('e8', {
        atMs: 13_000,
        response: '{"data":{"nome":"Prato","preco":1}}',
        issues: 'ffff000011112222',
      }),
      exchange('e9', { method: 'POST', atMs: 15_000, sent: '{}' }),
    ]
    expect(correct(again, 'e9', 2).found?.body).toBe('{"nome":"Prato","preco":1}')
  })
})

describe('compareRequests', () => {
  it('takes neither the order of members, nor spaces, nor the spelling of a number or a letter for a difference', () => {
    const exchanges = passingExchanges().map((each) =>
      each.id === 'e2' && each.request.body
        ? {
            ...each,
            request: {
              ...each.request,
              body: {
                ...each.request.body,
                text: '{ "codigo":"COP-450", "preco":32.560,\n"n\\u006fme":"Copo t\\u00e9rmico 450 ml"}',
              },
            },
          }
        : each,
    )
    expect(differs(correct(exchanges, 'e2', 2).lines)).toBe(false)
  })

  it('marks what is missing, what is too much and what differs', () => {
    const exchanges = passingExchanges().map((each) =>
      each.id === 'e2' && each.request.body
        ? {
            ...each,
            request: {
              ...each.request,
              headers: [],
              body: { ...each.request.body, text: '{"nome":"Copo térmico 450 ml","preco":"32.56","id":1}' },
            },
          }
        : each,
    )
    const { lines } = correct(exchanges, 'e2', 2)
    expect(lines.find(({ actual }) => actual?.includes('"id"'))?.mark).toBe('extra')
    expect(lines.find(({ correct: right }) => right?.includes('"codigo"'))?.mark).toBe('missing')
    expect(lines.find(({ actual }) => actual?.includes('"preco"'))?.mark).toBe('changed')
    expect(lines.find(({ correct: right }) => right?.startsWith('x-service-homologacao'))?.mark).toBe(
      'missing',
    )
  })

  it('compares bodies of thousands of lines without taking seconds', () => {
    const long = JSON.stringify(Array.from({ length: 5000 }, (_, at) => at))
    const exchanges = passingExchanges().map((each) =>
      each.id === 'e2' && each.request.body
        ? { ...each, request: { ...each.request, body: { ...each.request.body, text: long } } }
        : each,
    )
    expect(correct(exchanges, 'e2', 2).lines.length).toBeGreaterThan(5000)
  })
})
