import { describe, expect, it } from 'vitest'
import { bling, spec } from '../../specification/profile.js'
import type { Passing } from '../passing.fixture.js'
import { breachesBy, isTestedBy, toldBy } from '../told.fixture.js'
import { unavailable, v2Key, v2Route } from './versioning.js'

const ask = (what: string, more: Partial<Passing> = {}): Passing => ({
  ask: what,
  status: 404,
  response: {},
  step: null,
  source: 'proxy',
  ...more,
})
const severities = (one: Passing, profile = spec) =>
  breachesBy(unavailable, [one], { profile }).map(
    ({ code, severity }) => `${code.slice('versioning/unavailable:'.length)} ${severity ?? 'must'}`,
  )

describe('a path that version 3 does not have', () => {
  it.each<[string, Passing, string[]]>([
    ['is unknown', ask('GET /nada'), ['unknown-path warning']],
    ['is unknown below others', ask('GET /nada/homologacao'), ['unknown-path warning']],
    ['is unknown though it begins like the procedure', ask('GET /homologacaox'), ['unknown-path warning']],
    ['is the procedure’s', ask('GET /homologacao'), []],
    ['is the procedure’s, below', ask('GET /homologacao/x'), []],
    ['is version 2’s', ask('GET /produto/7/json'), []],
    ['is no request', ask('OPTIONS /nada'), []],
    ['lies beside the service', ask('GET https://outro.invalid/nada', { channel: 'elsewhere' }), []],
    ['exists all the same', ask('GET /nada', { status: 200, response: { data: [] } }), ['unknown-path info']],
    ['is not spoken of', ask('GET /nada', { status: 401 }), ['unknown-path info']],
    [
      'is not answered',
      ask('GET /nada', { failure: { kind: 'reset', message: 'x' } }),
      ['unknown-path info'],
    ],
    ['lies below one that is merely named', ask('GET /vendedores/x/y'), ['unknown-path warning']],
    [
      'is asked for by our own run',
      ask('GET /nada', { step: 'contract/x', source: 'run' }),
      ['unknown-path warning'],
    ],
    ['is unavailable', ask('GET /ct-e'), ['asked must']],
  ])('%s', (_what, one, expected) => expect(severities(one)).toEqual(expected))

  it('may be known to the profile, and asked for by our own run', () => {
    const proposals = 'GET /propostas-comerciais'
    expect(severities(ask(proposals), spec)).toEqual(['asked must'])
    expect(severities(ask(proposals), bling)).toEqual(['asked info'])
    const own = { step: 'contract/x', source: 'run' } as const
    expect(severities(ask(proposals, own), bling)).toEqual([])
    expect(severities(ask(proposals, own), spec)).toEqual(['asked must'])
  })
})

describe('a path of version 2', () => {
  it.each<[string, Passing, string[]]>([
    ['has a successor', ask('GET /produto/7/json'), ['e1 successor']],
    ['is asked what it allows', ask('OPTIONS /produto/7/json'), []],
    [
      'lies where version 2 lay',
      ask('GET https://outro.invalid/Api/v2/produto/7', { channel: 'elsewhere' }),
      ['e1 successor'],
    ],
    ['lies below another', ask('GET https://outro.invalid/x/Api/v2/produto/7', { channel: 'elsewhere' }), []],
    ['is the token address', ask('POST https://outro.invalid/Api/v2/produto', { channel: 'token' }), []],
    ['is one of version 3', ask('GET /produtos/7', { status: 200, response: { data: { id: 7 } } }), []],
    [
      'is another spelling',
      ask('GET /forma-pagamentos', { status: 200, response: { data: [] } }),
      ['e1 other-spelling'],
    ],
  ])('%s', (_what, one, expected) => expect(toldBy(v2Route, [one])).toEqual(expected))
})

describe('a key of version 2 in a body', () => {
  const form = ['Content-Type', 'application/x-www-form-urlencoded'] as const
  const asked = (header: readonly [string, string], body = 'nome=a&apikey=x') =>
    toldBy(v2Key, [ask('POST /contatos', { body, headers: [header] })])

  it('is told where the body is a form', () => {
    expect(asked(form)).toEqual(['e1 sent'])
    expect(asked(['content-type', 'Application/X-WWW-Form-Urlencoded; charset=utf-8'])).toEqual(['e1 sent'])
    expect(asked(form, 'nome=apikey')).toEqual([])
    expect(asked(['Content-Type', 'text/plain'])).toEqual([])
    expect(asked(['Accept', 'application/x-www-form-urlencoded'])).toEqual([])
  })
})

describe('a key of version 2', () => {
  it.each<[string, Passing, boolean]>([
    ['goes to the service', ask('GET /contatos?apikey=x'), true],
    [
      'goes to the token address',
      ask('POST https://api.exemplo.invalid/oauth/token?apikey=x', { channel: 'token' }),
      false,
    ],
    ['goes elsewhere', ask('GET https://outro.invalid/x?apikey=x', { channel: 'elsewhere' }), false],
  ])('%s', (_what, one, isTold) => {
    expect(toldBy(v2Key, [one])).toEqual(isTold ? ['e1 sent'] : [])
    expect(isTestedBy(v2Key, [one])).toBe(isTold)
  })
})
