import { expect, it } from 'vitest'
import { LongNumber } from '../exchange/json.js'
import type { FindCause } from './earlier.js'
import { contextOf, exchangesOf, step, trace } from './exchanges.fixture.js'
import { roundMs, rule, showValue } from './rule.js'
import type { PlacedExchange, Trace } from './trace.js'

it('shows a value as JSON, cut to a line', () => {
  expect([
    showValue(undefined),
    showValue('a'),
    showValue({ a: [1] }),
    showValue(new LongNumber('12345678901234567890')),
  ]).toEqual([...['—', '"a"', '{"a":[1]}', '12345678901234567890']])
  expect(showValue('abc', 5)).toBe('"abc"')
  expect(showValue('abcd', 5)).toBe('"abc…')
  expect(showValue('x'.repeat(500))).toHaveLength(120)
})

it('shows milliseconds to the microsecond', () => {
  expect([roundMs(1999.99949), roundMs(1999.9996), roundMs(2000)]).toEqual([1999.999, 2000, 2000])
})

const run = trace(exchangesOf([step(1), step(2), { ...step(3), source: 'run' }]), contextOf())
const [first, , own] = run.all as [PlacedExchange, PlacedExchange, PlacedExchange]
const follows: FindCause = () => null

it('tells of a breach with the step and the route of its exchange, blamed on the application', () => {
  const { examine } = rule('homologation/order', (_run, note) =>
    note.breach('repeated', first, { values: { before: 1 } }),
  )
  expect(examine(run)).toEqual({
    tested: true,
    breaches: [
      {
        requirement: 'homologation/order',
        code: 'homologation/order:repeated',
        at: first,
        step: 1,
        values: { step: 1, before: 1 },
        blame: 'application',
        severity: 'error',
        route: 'GET /homologacao/produtos',
        isOutcome: false,
        mergesRepeats: false,
        mayFail: null,
        findCause: null,
        findFallbackCause: null,
      },
    ],
  })
})

it('tells of a breach as its rule has it', () => {
  const { examine } = rule(
    'homologation/order',
    (_run, note) => {
      note.breach('repeated', null)
      note.breach('swapped', first, { step: null, blame: 'service', severity: 'info' })
      note.breach('restarted', first, { step: 2, route: 'GET /x' })
      note.breach('left-out', own)
      note.breach('interleaved', own, { blame: 'service' })
    },
    { outcomes: ['swapped'], mayFailLaterRequests: ['restarted'], causes: { repeated: follows } },
  )
  const told = examine(run).breaches.map((one) => [one.step, one.route, one.blame, one.severity])
  expect(told).toEqual([
    [null, null, 'application', 'error'],
    [null, null, 'service', 'info'],
    [2, 'GET /x', 'application', 'error'],
    [3, 'PUT /homologacao/produtos/{idProduto}', 'harness', 'error'],
    [3, 'PUT /homologacao/produtos/{idProduto}', 'service', 'error'],
  ])
  const traits = examine(run).breaches.map((one) => [one.isOutcome, one.mayFail !== null, one.findCause])
  expect(traits).toEqual([
    [false, false, follows],
    [true, false, null],
    [false, true, null],
    [false, false, null],
    [false, false, null],
  ])
})

it('was tested where it says so, and where it tells', () => {
  const tested = (examine: Parameters<typeof rule<'homologation/order'>>[1]) =>
    rule('homologation/order', examine).examine(run)
  expect(tested(() => undefined)).toEqual({ tested: false, breaches: [] })
  expect(tested((_run, note) => note.tested())).toEqual({ tested: true, breaches: [] })
})

it('was untested for a reason, and where a recording hides it for that', () => {
  const { whyUntested } = rule('homologation/order', () => undefined)
  expect([whyUntested(run), whyUntested({ ...run, hidesContent: true } as Trace)]).toEqual([
    'not-exercised',
    'not-in-recording',
  ])
})
