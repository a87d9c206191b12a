import { describe, expect, it } from 'vitest'
import { finding } from '../../../test/browser/samples.js'
import { exchangesBreaking, groupFindings, severityByExchange } from './group-findings.js'

const cause = finding({ requirement: 'homologation/spacing', fingerprint: 'a' })
const direct = finding({ requirement: 'homologation/complete', fingerprint: 'b', consequenceOf: 'a' })
const indirect = finding({ requirement: 'homologation/order', fingerprint: 'c', consequenceOf: 'b' })
const warning = finding({ requirement: 'request/content-type', fingerprint: 'd', severity: 'warning' })

function shape(findings: Parameters<typeof groupFindings>[0]) {
  return groupFindings(findings).map((group) => [
    group.finding.fingerprint,
    ...group.consequences.map((each) => each.fingerprint),
  ])
}

describe('groupFindings', () => {
  it('folds all consequences under their first cause, errors first', () => {
    expect(shape([warning, cause, direct, indirect])).toEqual([['a', 'b', 'c'], ['d']])
  })

  it('shows a consequence by itself where its cause is not in the report', () => {
    expect(shape([direct])).toEqual([['b']])
  })

  it('loses nothing and ends where causes run in a circle', () => {
    const first = { ...cause, consequenceOf: 'b' }
    expect(shape([first, direct]).flat().sort()).toEqual(['a', 'b'])
  })

  it('makes one of more than three warnings that say the same of different fields, and leaves errors alone', () => {
    const of = (severity: 'warning' | 'error', count: number) =>
      Array.from({ length: count }, (_, i) => ({ ...warning, severity, fingerprint: `${severity}${i}` }))
    const [whole] = groupFindings(of('warning', 14))
    expect(groupFindings(of('warning', 14))).toHaveLength(1)
    expect(whole?.alike.map(({ fingerprint }) => fingerprint)).toEqual(
      of('warning', 14)
        .slice(1)
        .map(({ fingerprint }) => fingerprint),
    )
    expect(groupFindings(of('warning', 3))).toHaveLength(3)
    expect(groupFindings(of('warning', 4))).toHaveLength(1)
    expect(groupFindings(of('error', 14))).toHaveLength(14)
  })

  it('keeps several findings of one fingerprint', () => {
    expect(shape([cause, { ...cause }]).flat()).toEqual(['a', 'a'])
  })
})

it('exchangesBreaking names every exchange that shows the mistake', () => {
  const places = [{ route: null, step: null, exchange: 'e3' }]
  const findings = [
    { ...cause, exchange: 'e2', places },
    { ...warning, exchange: 'e4' },
  ]
  expect([...exchangesBreaking('homologation/spacing', findings)]).toEqual(['e2', 'e3'])
})

describe('severityByExchange', () => {
  it('keeps the gravest, and reaches further places', () => {
    const found = severityByExchange([
      { ...warning, exchange: 'e1' },
      { ...cause, exchange: 'e1', places: [{ route: null, step: null, exchange: 'e2' }] },
    ])
    expect([...found]).toEqual([
      ['e1', 'error'],
      ['e2', 'error'],
    ])
  })
})
