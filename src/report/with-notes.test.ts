import { describe, expect, it } from 'vitest'
import type { Note } from '../exchange/journal.js'
import { stopNote } from '../run/stop-sentence.js'
import { loadCatalogue } from '../words/catalogue.js'
import type { Report } from './report.js'
import { tokenlessSentence, withMissingCause, withNotes, withStops } from './with-notes.js'

const step = { id: 's', title: 's', route: 'GET /a', gapMs: null, durationMs: null, exchanges: [] }
const taken: Report['steps'][number] = { ...step, verdict: 'pass' }
const unreached: Report['steps'][number] = {
  ...step,
  verdict: 'not-reached',
  reason: 'The budget was spent.',
}

describe('an end without a run', () => {
  const client = { kind: 'client', command: 'a', status: 1, signal: null, lines: ['stop', ''] }
  const first = 'GET /Api/v3/produtos → 200'
  const [one, two] = [1, 2].map((seen): Note => ({ kind: 'ended', seen, first })) as [Note, Note]
  const onlyOne = `1 request came, and it was not step 1: ${first}.`
  const several = `2 requests came, and none was step 1; the first to the API was ${first}.`
  const begin =
    'Step 1 is GET /Api/v3/homologacao/produtos. Spell it exactly so, with /homologacao/produtos in lower case.'
  const findings = [
    { message: 'No token.', requirement: 'auth/bearer', hint: 'Send it.' },
    { message: 'It is strange.', requirement: 'homologation/right-routes', values: { path: '/produtos' } },
    { message: 'So is this.', requirement: 'homologation/right-routes', values: { path: '/produto' } },
  ]
  const run = { target: { baseUrl: 'http://127.0.0.1:1/Api/v3/' } }
  it.each<[string, Note[], string | null, { cause: string | null; fix?: string }]>([
    ['one request', [one], null, { cause: onlyOne, fix: begin }],
    ['several', [two], 'C.', { cause: `${several} C.`, fix: begin }],
    ['none', [{ kind: 'ended', seen: 0, first: null }], null, { cause: null }],
    ['an old journal', [{ kind: 'ended' }], null, { cause: null }],
    ['a command that failed', [client, one], null, { cause: onlyOne, fix: begin }],
    ['a command that sent nothing', [client], null, { cause: 'Your command exited with 1: stop' }],
    [
      'its last word',
      [{ ...client, lines: ['Stop!'] }],
      'C.',
      { cause: 'Your command exited with 1: Stop! C.' },
    ],
    ['a cause about the first request', [one], 'It is strange.', { cause: onlyOne, fix: begin }],
    ['a cause about another', [two], 'So is this.', { cause: `${several} So is this.`, fix: begin }],
    ['a token of nobody', [one], 'No token.', { cause: 'No token.', fix: 'Send it.' }],
  ])('says what came and how to begin: %s', async (_, notes, cause, expected) => {
    const words = { catalogue: await loadCatalogue('en'), lang: 'en' as const }
    const report = { run, verdict: 'incomplete', cause, findings, steps: [unreached] }
    const noted = withNotes(report as unknown as Report, { notes }, words)
    expect({ cause: noted.cause, ...(noted.fix && { fix: noted.fix }) }).toEqual(expected)
    const begun = { ...report, steps: [{ ...unreached, exchanges: ['e1'] }] }
    expect(withNotes(begun as unknown as Report, { notes }, words)).toMatchObject({ cause })
  })
  it('has a base address without a path', async () => {
    const words = { catalogue: await loadCatalogue('en'), lang: 'en' as const }
    const report = { run: { target: { baseUrl: 'http://a/' } }, verdict: 'incomplete', findings, steps: [] }
    const { fix } = withNotes(report as unknown as Report, { notes: [one] }, words)
    expect(fix).toMatch(/^Step 1 is GET \/homologacao\/produtos\. /)
  })
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
