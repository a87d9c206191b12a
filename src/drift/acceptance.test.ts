import { describe, expect, it } from 'vitest'
import { FileFlaw } from '../documents/read-document.js'
import { causeFingerprint } from '../rules/fingerprint.js'
import { type Acceptable, applyAcceptances, overrideSeverities, readAcceptances } from './acceptance.js'

const finding = (over: Partial<Acceptable> = {}): Acceptable => ({
  requirement: 'drift/removed',
  code: 'drift/removed:field',
  route: 'GET /produtos/{idProduto}',
  fingerprint: '0123456789012345',
  values: { path: '$.data.marca' },
  ...over,
})

const acceptances = (...entries: string[]) =>
  readAcceptances(
    `accepted:\n${entries.map((entry) => `  - { ${entry}, reason: known }`).join('\n')}\n`,
    'accepted.yaml',
  )

const outcome = async (entry: string, today = '2026-01-15', one = finding()) => {
  const { open, accepted, expired, stale } = applyAcceptances([one], await acceptances(entry), today)
  return {
    open: open.length,
    accepted: accepted.length,
    expired: expired.map(({ matches }) => matches),
    stale: stale.length,
  }
}

const accepted = { open: 0, accepted: 1, expired: [], stale: 0 }
const stale = { open: 1, accepted: 0, expired: [], stale: 1 }

describe('an acceptance', () => {
  it.each([
    ['a fingerprint of digits alone', 'fingerprint: 0123456789012345', accepted],
    ['another fingerprint', 'fingerprint: ffff', stale],
    [
      'the fingerprint of its cause, as a report names it that saw several places',
      `fingerprint: ${causeFingerprint('drift/removed:field')}`,
      accepted,
    ],
    ['a requirement', 'requirement: drift/removed', accepted],
    ['a group of requirements', 'requirement: drift/*', accepted],
    [
      'requirement, route and path',
      "requirement: drift/removed, route: 'GET /produtos*', path: $.data.marca",
      accepted,
    ],
    ['a path with a star in the middle', "path: '$.*.marca'", accepted],
    ['a star for nothing', "path: '$.data.marca*'", accepted],
    ['two stars, in their order', "path: '$*data*ca'", accepted],
    ['two stars, against their order', "path: '$*marca*data*a'", stale],
    ['stars whose parts would overlap', "path: '$.data.marca*marca'", stale],
    ['parts that would overlap', "path: '*.data*data.marca'", stale],
    ['a beginning that is none', "path: 'data*'", stale],
    ['an end that is none', "path: '*dat'", stale],
    ['a text with blanks around', "path: ' $.data.marca '", accepted],
    ['another route', "route: 'GET /contatos'", stale],
    ['another path', 'path: $.data.nome', stale],
    ['a path as text, not as a pattern of its own', 'path: $.dataXmarca', stale],
    ['one of two that does not fit', "requirement: drift/removed, route: 'POST *'", stale],
  ])('by %s', async (_, entry, expected) => {
    expect(await outcome(`${entry}, expires: 2026-01-31`)).toEqual(expected)
  })

  it.each([
    ['on its last day', '2026-01-31', accepted],
    ['on the day after', '2026-02-01', { open: 1, accepted: 0, expired: [1], stale: 0 }],
  ])('holds, or not, %s', async (_, today, expected) => {
    expect(await outcome('requirement: drift/removed, expires: 2026-01-31', today)).toEqual(expected)
  })

  it('that expired with nothing left to accept opens nothing again', async () => {
    expect(await outcome('fingerprint: ffff, expires: 2025-01-31')).toEqual(stale)
  })

  it('of anything takes a finding without route or path', async () => {
    const bare = finding({ route: null, values: {} })
    expect(await outcome("route: '*', path: '*', expires: 2026-01-31", undefined, bare)).toEqual(accepted)
    expect(await outcome("route: 'GET*', expires: 2026-01-31", undefined, bare)).toEqual(stale)
    expect(await outcome("path: '$*', expires: 2026-01-31", undefined, bare)).toEqual(stale)
  })

  it('meant for the same finding as another is not stale', async () => {
    const both = await acceptances(
      'requirement: drift/*, expires: 2026-12-31',
      'path: $.data.marca, expires: 2026-12-31',
    )
    expect(applyAcceptances([finding()], both, '2026-01-01').stale).toEqual([])
  })
})

describe('the file', () => {
  it.each(['', 'accepted:\n', 'accepted: []\n', '# nothing yet\n'])('may be empty: %j', async (text) => {
    expect(await readAcceptances(text, 'a')).toEqual([])
  })

  it('keeps the line of each entry', async () => {
    const read = await acceptances('path: a, expires: 2026-01-31', 'path: b, expires: 2026-01-31')
    expect(read.map(({ line, reason }) => [line, reason])).toEqual([
      [2, 'known'],
      [3, 'known'],
    ])
  })

  it.each([
    ['no list', 'accepted: 3\n', 'acceptances-shape', 1],
    ['something else', '- a\n', 'acceptances-shape', 1],
    ['a list under another name', 'acepted:\n  - path: a\n', 'acceptances-shape', 1],
    ['no reason', 'accepted:\n  - path: a\n    expires: 2026-01-31\n', 'acceptance-reason', 2],
    ['no expiry', 'accepted:\n  - path: a\n    reason: b\n', 'acceptance-expiry', 2],
    [
      'an expiry for ever',
      'accepted:\n  - path: a\n    reason: b\n    expires: never\n',
      'acceptance-expiry',
      4,
    ],
    [
      'a day that is none',
      'accepted:\n  - path: a\n    reason: b\n    expires: 2026-02-30\n',
      'acceptance-expiry',
      4,
    ],
    ['no target', 'accepted:\n  - reason: b\n    expires: 2026-01-31\n', 'acceptance-target', 2],
    [
      'a misspelt key',
      'accepted:\n  - pfad: a\n    reason: b\n    expires: 2026-01-31\n',
      'acceptance-key',
      2,
    ],
    ['an entry that is none', 'accepted:\n  - 3\n', 'acceptances-shape', 2],
    ['an entry that is a list', 'accepted:\n  - [a]\n', 'acceptances-shape', 2],
    ['no list, by name', 'accepted: { a: 1 }\n', 'acceptances-shape', 1],
    [
      'an empty reason',
      'accepted:\n  - path: a\n    reason: " "\n    expires: 2026-01-31\n',
      'acceptance-reason',
      2,
    ],
    [
      'an empty target',
      'accepted:\n  - path: " "\n    reason: b\n    expires: 2026-01-31\n',
      'acceptance-target',
      2,
    ],
    [
      'a day and more',
      'accepted:\n  - path: a\n    reason: b\n    expires: 2026-01-31x\n',
      'acceptance-expiry',
      4,
    ],
    [
      'more and a day',
      'accepted:\n  - path: a\n    reason: b\n    expires: x2026-01-31\n',
      'acceptance-expiry',
      4,
    ],
    ['broken YAML', 'accepted:\n  - [\n', 'syntax', 2],
  ])('is refused with its line: %s', async (_, text, code, line) => {
    const error = await readAcceptances(text, 'accepted.yaml').catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(FileFlaw)
    expect(error).toMatchObject({ code, file: 'accepted.yaml', position: { line } })
  })
})

it('tells what an expiry was, or that there was none, and which key is strange', async () => {
  const values = async (text: string) =>
    ((await readAcceptances(text, 'a').catch((error: unknown) => error)) as FileFlaw).values
  expect(await values('accepted:\n  - path: a\n    reason: b\n    expires: never\n')).toMatchObject({
    text: 'never',
  })
  expect(await values('accepted:\n  - path: a\n    reason: b\n')).toMatchObject({ text: '\u2014' })
  expect(await values('accepted:\n  - pfad: a\n')).toMatchObject({ key: 'pfad' })
  const [read] = await readAcceptances(
    'accepted:\n  - path: " a "\n    reason: " b "\n    expires: " 2026-01-31 "\n',
    'a',
  )
  expect(read).toEqual({
    fingerprint: null,
    requirement: null,
    route: null,
    path: 'a',
    reason: 'b',
    expires: '2026-01-31',
    file: 'a',
    line: 2,
  })
})

describe('severities of the user', () => {
  const findings = [
    { code: 'drift/type:widened', severity: 'info' as const },
    { code: 'drift/type:changed', severity: 'error' as const },
  ]

  it('go by requirement, by exact code first, and can drop a finding', () => {
    const graded = (severities: Parameters<typeof overrideSeverities>[1]) =>
      overrideSeverities(findings, severities).map(({ severity }) => severity)
    expect(graded({})).toEqual(['info', 'error'])
    expect(graded({ 'drift/type': 'warning' })).toEqual(['warning', 'warning'])
    expect(graded({ 'drift/type': 'warning', 'drift/type:widened': 'off' })).toEqual(['warning'])
  })
})
