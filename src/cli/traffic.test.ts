import { expect, it } from 'vitest'
import type { Watched } from '../app/display.js'
import type { Exchange } from '../exchange/exchange.js'
import { TrafficGrader } from '../judging/grade-traffic.js'
import { systemClock } from '../node/clock.js'
import type { Settings } from '../settings/settings.js'
import { spec } from '../specification/profile.js'
import { loadShapesOf } from '../specification/shapes.js'
import { loadCatalogue } from '../words/catalogue.js'
import { createScreen } from './screen.js'
import { showTraffic } from './traffic.js'

const shapes = await loadShapesOf(spec)
const baseUrl = 'http://127.0.0.1:4000/Api/v3'

async function shownOn(isTty: boolean, wanted: number) {
  let shown = ''
  const err = (text: string) => {
    shown += text
  }
  const io = {
    out: err,
    err,
    outIsTty: isTty,
    errIsTty: isTty,
    width: 100,
    env: {},
    cwd: '/nowhere',
    clock: systemClock,
    signal: new AbortController().signal,
  }
  const grader = new TrafficGrader({
    context: { profile: spec, baseUrl, tokenUrl: null, toleranceMs: 5, underTest: 'application', shapes },
    runs: wanted,
    idleMs: 60_000,
  })
  const settings = { profile: spec, colour: false } as Settings
  const traffic = showTraffic({
    io: createScreen(io),
    settings,
    lang: 'en',
    catalogue: await loadCatalogue('en'),
  })
  traffic.begin({ grader, nowMs: () => 700 } satisfies Watched, wanted)
  const see = (exchange: Exchange) => {
    grader.see(exchange)
    traffic.request(exchange)
  }
  return { grader, traffic, see, shown: () => shown }
}

function request(id: string, method: string, path: string, sentAtMs: number, status = 200): Exchange {
  return {
    id,
    source: 'examine',
    channel: 'service',
    session: 'app1',
    step: null,
    failure: null,
    gaps: [],
    request: {
      method,
      url: baseUrl + path,
      headers: [['Authorization', 'Bearer [access_token#1]']],
      body: null,
    },
    response: {
      status,
      headers: [
        ['content-type', 'application/json'],
        ['x-service-homologacao', `hash${sentAtMs}`],
      ],
      body: { text: '{"data":{"nome":"Caneca"}}', sizeBytes: 26, flaw: null },
    },
    startedAt: '2026-03-01T02:00:00.000Z',
    sentAtMs,
    respondedAtMs: sentAtMs + 10,
  } as Exchange
}
const first = request('e1', 'GET', '/homologacao/produtos', 0)
const tooSoon = request('e2', 'POST', '/homologacao/produtos', 500, 201)

it('marks a request that broke a rule in the line that it gets in a pipe', async () => {
  const { traffic, see, shown } = await shownOn(false, 1)
  see(first)
  see(tooSoon)
  traffic.end()
  expect(shown().trim().split('\n')).toEqual([
    '✓ 1 GET /homologacao/produtos: 200, took 10 ms, hash –→hash0',
    '✗ 2 POST /homologacao/produtos: 201, took 10 ms, gap 500 ms, hash –→hash500',
  ])
})

it('prints of several runs in a pipe only how each ended', async () => {
  const { traffic, see, shown } = await shownOn(false, 6)
  see(first)
  see(tooSoon)
  traffic.note('Run 1: fail')
  traffic.end()
  expect(shown()).toBe('Run 1: fail\n')
})

it('draws the steps on a terminal with a countdown, and leaves the table once', async () => {
  const { grader, traffic, see, shown } = await shownOn(true, 1)
  expect(shown()).toBe('waiting for GET /homologacao/produtos')
  see(first)
  expect(shown()).toMatch(/✓ 1 GET .*\n {2}› 2 POST .* in 1\.3 s\n/)
  see(tooSoon)
  expect(shown()).not.toMatch(/min/)
  const before = shown().length
  grader.end()
  traffic.end()
  const left = shown().slice(before)
  expect(left.match(/✗ 2 POST/g)).toHaveLength(1)
  expect(left).toMatch(/5 DELETE \/homologacao\/produtos\/\{idProduto\}\n$/)
})

it('waits for the next run on a terminal if any number is wanted', async () => {
  const { traffic, shown } = await shownOn(true, 0)
  expect(shown()).toBe('waiting for GET /homologacao/produtos')
  traffic.end()
})

it('gives each request of several applications a line with its name', async () => {
  const { traffic, see, shown } = await shownOn(false, 2)
  see(first)
  see({ ...tooSoon, session: 'app2' })
  traffic.end()
  expect(shown()).toMatch(/^app2 {2}POST \/Api\/v3\/homologacao\/produtos → 201/m)
})
