import { describe, expect, it } from 'vitest'
import { createKnownValues } from './known-values.js'
import { knownSurveyOf } from './survey.js'

type Known = ReturnType<typeof createKnownValues>

const place = (value: string, kind: 'secret' | 'basic' | 'cpf' = 'secret') =>
  ({ start: 0, end: value.length, kind, value, reason: 'place' }) as const
const spans = (known: Known, text: string) =>
  known.find(knownSurveyOf(text)).map(({ start, end }) => `${start}-${end}`)

describe('a value that was found by its place', () => {
  it('is forgotten when more than so many came after it; a registered one never', () => {
    const known = createKnownValues(3)
    known.register('registered-1', 'secret', 'registered-1')
    for (let i = 1; i <= 4; i++) known.discover(place(`found-value-${i}`))
    expect([1, 2, 3, 4].map((i) => known.ownerOf(`found-value-${i}`)?.value)).toEqual([
      undefined,
      'found-value-2',
      'found-value-3',
      'found-value-4',
    ])
    expect(spans(known, 'found-value-1 found-value-2 registered-1')).toEqual(['14-27', '28-40'])
  })

  it('is kept where it was registered meanwhile', () => {
    const known = createKnownValues(1)
    known.discover(place('found-value-1'))
    known.register('found-value-1', 'secret', 'found-value-1')
    known.discover(place('found-value-1'))
    for (let i = 2; i < 5; i++) known.discover(place(`found-value-${i}`))
    expect(known.ownerOf('found-value-1')?.value).toBe('found-value-1')
  })

  it('is not forgotten for those that are registered after it', () => {
    const known = createKnownValues(1)
    known.discover(place('found-value-1'))
    for (let i = 1; i < 4; i++) known.register(`registered-${i}`, 'secret', `registered-${i}`)
    expect(known.ownerOf('found-value-1')?.value).toBe('found-value-1')
  })

  it('is forgotten in its order, however many came and went', () => {
    const known = createKnownValues(10)
    for (let i = 0; i < 2_500; i++) known.discover(place(`found-value-${i}`))
    const kept = Array.from({ length: 2_500 }, (_, i) => i).filter((i) => known.ownerOf(`found-value-${i}`))
    expect(kept).toEqual(Array.from({ length: 10 }, (_, i) => 2_490 + i))
  })

  it.each([
    ['ordinary', place('segredo')],
    ['too short', place('Zx81k')],
    ['a person', place('529.982.247-25a', 'cpf')],
    ['known by its form', { ...place('found-value-1'), reason: 'form' as const }],
  ])('is not hunted where it is %s', (_why, match) => {
    const known = createKnownValues()
    known.discover(match)
    expect([known.epoch, known.isEmpty]).toEqual([0, true])
  })

  it('teaches the password of a Basic pair', () => {
    const known = createKnownValues()
    const pair = Buffer.from('client:pass-Word-99').toString('base64')
    known.discover(place(pair, 'basic'))
    expect(known.ownerOf('pass-Word-99')).toEqual({ kind: 'client_secret', value: 'pass-Word-99' })
    known.discover(place(pair))
    expect(known.epoch).toBe(2)
  })

  it('is told once, and as digits where it is digits', () => {
    const known = createKnownValues()
    known.register('found-value-1', 'secret', 'found-value-1')
    known.register('found-value-1', 'secret', 'found-value-1')
    expect([known.epoch, known.hasDigits]).toEqual([1, false])
    known.register('123456789', 'secret', '123456789')
    expect([known.epoch, known.hasDigits]).toEqual([2, true])
  })
})

it.each<[string, string[]]>([
  ['zz99yy88', ['0-8']],
  ['zz99yy88zz99yy88', ['0-8', '8-16']],
  ['zz99yy88xx77', ['0-12']],
  ['zz99yy88%20e zz99yy88', ['0-8', '13-21']],
  ['zz99%79y88 e zz99yy88', ['13-21', '0-10']],
])('in %s known values stand at %j', (text, expected) => {
  const known = createKnownValues()
  for (const value of ['zz99yy88', 'yy88xx77']) known.register(value, 'secret', value)
  expect(spans(known, text)).toEqual(expected)
})
