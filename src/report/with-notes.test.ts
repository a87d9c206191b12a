import { describe, expect, it } from 'vitest'
import type { Note } from '../exchange/journal.js'
import { stopNote } from '../run/stop-sentence.js'
import { loadCatalogue } from '../words/catalogue.js'
import type { Report } from './report.js'
import { tokenlessSentence, withMissingCause, withNotes, withStops } from './with-notes.js'

describe('a run that never began', () => {
  const client: Note = { kind: 'client', command: 'app', status: 1, signal: null, lines: ['200'] }
  const target = { baseUrl: 'http://127.0.0.1:1/Api/v3', embedded: true }
  const report = { verdict: 'incomplete', cause: null, steps: [], findings: [], run: { target } }
  const finding = {
    requirement: 'auth/bearer',
    message: 'Its token is of no session.',
    hint: 'Read the token.',
  }
  const noted = async (seen: number, first: string | null, change: object = {}) =>
    withNotes(
      { ...report, ...change } as unknown as Report,
      { notes: [client, { kind: 'ended', seen, first }] },
      { catalogue: await loadCatalogue('en'), lang: 'en' },
    )

  it.each([
    [1, '1 request came, and it was not step 1: GET /Api/v3/produtos → 200.'],
    [3, '3 requests came, and none was step 1; the first to the API was GET /Api/v3/produtos → 200.'],
  ])('with %i requests says so, and how to begin, without what the client printed', async (seen, cause) => {
    expect(await noted(seen, 'GET /Api/v3/produtos → 200')).toMatchObject({
      cause,
      fix: 'Step 1 is GET /Api/v3/homologacao/produtos. Spell it exactly so, with /homologacao/produtos in lower case.',
    })
  })

  it('because of its token keeps that cause, with its fix', async () => {
    const change = { findings: [finding], cause: finding.message }
    const told = await noted(1, 'GET /Api/v3/homologacao/produtos → 401', change)
    expect(told).toMatchObject({ cause: finding.message, fix: finding.hint })
  })

  it('without a request begins with how the command ended', async () => {
    const { cause, fix } = await noted(0, null)
    expect({ cause, fix }).toEqual({ cause: 'Your command exited with 1: 200', fix: undefined })
  })
})

const step = { id: 's', title: 's', route: 'GET /a', gapMs: null, durationMs: null, exchanges: [] }
const taken: Report['steps'][number] = { ...step, verdict: 'pass' }
const unreached: Report['steps'][number] = {
  ...step,
  verdict: 'not-reached',
  reason: 'The budget was spent.',
}

it.each<[string, Note[], string | null, string | null]>([
  ['the requests of an old journal, which counts none', [{ kind: 'ended' }], null, null],
  [
    'the last word of a command that failed',
    [{ kind: 'client', command: 'a', status: 1, signal: null, lines: ['Stop!', ''] }],
    'C.',
    'Your command exited with 1: Stop! C.',
  ],
])('an end without a run does not add to %s', async (_, notes, cause, expected) => {
  const words = { catalogue: await loadCatalogue('en'), lang: 'en' as const }
  const report = { run: { command: 'examine' }, verdict: 'incomplete', cause, steps: [unreached] }
  expect(withNotes(report as unknown as Report, { notes }, words).cause).toBe(expected)
})

describe('why a run had no token', () => {
  const told = async (...notes: Note[]) =>
    tokenlessSentence(notes, { catalogue: await loadCatalogue('en'), lang: 'en' })
  const mask = (text: string) => text.replace('secret', '***')

  it('is told again from its note, without what a token command wrote and with no secret', async () => {
    const evidence = { exit: '3', stderr: 'secret' }
    const failed = stopNote({ code: 'no-token', flaw: 'command-failed', evidence }, mask)
    expect(JSON.stringify(failed)).not.toContain('secret')
    expect(await told(failed, { kind: 'ended', repeats: 0 })).toBe(
      'There is no access token to send, and none could be got: the token command ended with 3.',
    )
    const refused = { status: 400, error: 'secret_grant' }
    expect(await told(stopNote({ code: 'renewal-failed', flaw: 'refused', evidence: refused }, mask))).toBe(
      'The access token was refused, and could not be renewed: the token address responded with status 400 (***_grant).',
    )
  })

  it.each<[string, Note[]]>([
    ['where it ended otherwise', [{ kind: 'stopped', code: 'refused-twice' }]],
    ['where it did not stop', [{ kind: 'ended', repeats: 0 }]],
    ['by a journal that tells no more than that', [{ kind: 'stopped', code: 'no-token' }]],
    [
      'by a journal of a newer version',
      [{ kind: 'stopped', code: 'no-token', flaw: 'unheard-of', evidence: {} }],
    ],
  ])('is not told %s', async (_, notes) => {
    expect(await told(...notes)).toBe(null)
  })

  it('is the cause of a report without a verdict that names none', async () => {
    const notes = [stopNote({ code: 'no-token', flaw: 'command-silent', evidence: {} }, mask)]
    const catalogue = await loadCatalogue('en')
    const causeOf = (verdict: Report['verdict'], cause: string | null) =>
      withMissingCause({ verdict, cause, steps: [] }, notes, { catalogue, lang: 'en' }).cause
    expect(causeOf('incomplete', null)).toContain('the token command printed nothing')
    expect(causeOf('incomplete', 'another')).toBe('another')
    expect([causeOf('fail', null), causeOf('pass', null)]).toEqual([null, null])
  })

  it.each<[string, Note[], Report['steps'], string | null]>([
    ['the interruption', [{ kind: 'stopped', code: 'interrupted' }], [], 'The run was interrupted.'],
    [
      'what kept back the first step that was not reached',
      [],
      [taken, unreached],
      's: The budget was spent.',
    ],
    ['nothing, where no step was reached', [], [unreached], null],
    ['nothing, where every step was', [], [taken], null],
  ])('and of one that began, the cause is %s', async (_, notes, steps, expected) => {
    const report = { verdict: 'incomplete' as const, cause: null, steps }
    expect(withMissingCause(report, notes, { catalogue: await loadCatalogue('en'), lang: 'en' }).cause).toBe(
      expected,
    )
  })

  it('is told of a contract run whatever its verdict, reason by reason', async () => {
    const run = { command: 'contract' } as Report['run']
    const notes: Note[] = [
      { kind: 'stopped', code: 'renewal-failed', flaw: 'no-answer', evidence: {} },
      { kind: 'stopped', code: 'refused-twice' },
      { kind: 'stopped', code: 'interrupted' },
    ]
    const words = { catalogue: await loadCatalogue('en'), lang: 'en' as const }
    const { stops } = withStops({ run, verdict: 'fail' } as Report, notes, words)
    expect(stops).toEqual([
      { reason: expect.stringContaining('could not be renewed') },
      { reason: 'It ended early.' },
      { reason: 'The run was interrupted.' },
    ])
    expect(withStops({ run } as Report, [], words)).toEqual({ run })
    expect(withStops({ run: { command: 'check' } } as Report, notes, words)).not.toHaveProperty('stops')
  })

  it('is the whole note of all other ends', () => {
    expect(stopNote({ code: 'refused-twice', step: 'homologation/2', status: 401 }, mask)).toEqual({
      kind: 'stopped',
      code: 'refused-twice',
    })
  })
})
