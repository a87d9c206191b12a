import { describe, expect, it } from 'vitest'
import { isTemporary } from '../patience.js'
import { type ContractTrial, tryContract } from './contract.fixture.js'

type Vary = NonNullable<ContractTrial['vary']>
type HttpResponse = Parameters<Vary>[0]

const badGateway: Partial<HttpResponse> = {
  status: 502,
  headers: [['Content-Type', 'text/html']],
  body: '<h1>502 Bad Gateway</h1>',
}
const cut: Partial<HttpResponse> = { delivery: { kind: 'reset', afterBytes: 0 } }

/** The first `times` requests of this method to this path go wrong. */
function spoilt(wanted: string, times: number, instead: Partial<HttpResponse>): Vary {
  let left = times
  return (response, { method, path }) => {
    if (left === 0 || `${method} ${path.split('?')[0]}` !== wanted) return response
    left--
    return { ...response, ...instead }
  }
}

const list = 'GET /Api/v3/contatos'
const selected = ['contatos']

function again({ findings }: Awaited<ReturnType<typeof tryContract>>['judgement']) {
  return findings.filter(({ code }) => code === 'service/answers:sent-again')
}

describe('a read that fails in a way that may pass', () => {
  it.each([
    ['a gateway that cannot reach the service', badGateway, 502],
    ['a gateway that gave up waiting', { ...badGateway, status: 504 }, 504],
    ['a connection that broke', cut, 'reset'],
  ] as const)('goes out once more, and that is told: %s', async (_name, instead, what) => {
    const { judgement, exchanges } = await tryContract({ selected, vary: spoilt(list, 1, instead) })
    expect(judgement.verdict).toBe('pass')
    expect(judgement.findings).toMatchObject([
      { code: 'service/answers:sent-again', severity: 'info', blame: 'environment', values: { what } },
    ])
    const first = exchanges.find(({ sentAgain }) => sentAgain)
    const steps = judgement.steps.filter(({ exchanges: ids }) => ids.includes(first?.id ?? ''))
    expect(steps).toMatchObject([{ verdict: 'pass', exchanges: [first?.id, expect.any(String)] }])
  })

  it('counts as ever where it fails again', async () => {
    const { judgement, log } = await tryContract({ selected, vary: spoilt(list, 2, badGateway) })
    expect(judgement.verdict).toBe('fail')
    expect(again(judgement)).toHaveLength(1)
    expect(judgement.findings.map(({ severity }) => severity)).toContain('error')
    expect(log.slice(0, 2)).toEqual(
      ['GET /contatos', 'GET /contatos'].map((line) => expect.stringContaining(line)),
    )
  })

  it('is given up once nothing passes any more', async () => {
    const dead: Vary = (response, { method }) =>
      method === 'GET' ? { ...response, ...badGateway } : response
    const { judgement, exchanges } = await tryContract({ vary: dead })
    expect(judgement.verdict).toBe('fail')
    // eight suites run side by side
    expect(exchanges.filter(({ sentAgain }) => sentAgain).length).toBeLessThanOrEqual(5 + 8)
  })

  it('is not told as passed where the run ended before the second attempt', async () => {
    const { judgement, stopped } = await tryContract({
      selected,
      budget: 1,
      vary: spoilt(list, 1, badGateway),
    })
    expect(stopped).toBeNull()
    const passed = judgement.steps.filter(({ verdict }) => verdict === 'pass')
    expect(passed).toEqual([])
    expect(again(judgement)).toHaveLength(1)
  })
})

it('never repeats a write', async () => {
  const { judgement, log } = await tryContract({
    selected,
    vary: spoilt('POST /Api/v3/contatos', 1, badGateway),
  })
  expect(again(judgement)).toEqual([])
  expect(judgement.verdict).toBe('fail')
  const { log: usual } = await tryContract({ selected })
  const posts = (lines: readonly string[]) => lines.filter((line) => line === 'POST /contatos').length
  expect(posts(log)).toBeLessThanOrEqual(posts(usual))
})

describe('what may pass', () => {
  const responded = (status: number, text = '') => ({
    response: {
      status,
      headers: [],
      body: text === '' ? null : { bytes: Buffer.from(text), sizeBytes: text.length, flaw: null },
    },
    failure: null,
  })
  const failed = (kind: 'reset' | 'timeout' | 'refused' | 'malformed' | 'aborted') => ({
    response: null,
    failure: { kind, message: '' },
  })

  it.each([
    [responded(502), true],
    [responded(503, '<html>'), true],
    [responded(504), true],
    [responded(503, '{"error":{"type":"UNAVAILABLE"}}'), false],
    [responded(500), false],
    [responded(429), false],
    [responded(200), false],
    [failed('reset'), true],
    [failed('timeout'), false],
    [failed('refused'), false],
    [failed('malformed'), false],
    [failed('aborted'), false],
  ])('%j: %s', (met, expected) => {
    expect(isTemporary(met)).toBe(expected)
  })
})
