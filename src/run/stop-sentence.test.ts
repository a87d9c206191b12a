import { describe, expect, it } from 'vitest'
import type { Note } from '../exchange/journal.js'
import { loadCatalogue } from '../words/catalogue.js'
import type { StopReason } from './run-event.js'
import { stopNote, stopSentence, tokenlessSentence, withStop } from './stop-sentence.js'

const reasons: [StopReason, string][] = [
  [
    { code: 'renewal-failed', flaw: 'refused', evidence: { status: 400, error: 'invalid_grant' } },
    'The access token was refused, and could not be renewed: the token address answered with status 400 (invalid_grant).',
  ],
  [
    { code: 'renewal-failed', flaw: 'no-answer', evidence: { status: null, failure: 'timeout' } },
    'The access token was refused, and could not be renewed: the token address gave no complete answer: it was not complete within the time allowed.',
  ],
  [
    { code: 'no-token', flaw: 'command-failed', evidence: { exit: '3', stderr: 'no keychain\n' } },
    'There is no access token to send, and none could be got: the token command ended with 3: no keychain.',
  ],
  [
    { code: 'no-token', flaw: 'command-failed', evidence: { exit: '3', stderr: ' \n' } },
    'There is no access token to send, and none could be got: the token command ended with 3.',
  ],
  [
    { code: 'no-token', flaw: 'command-silent', evidence: { exit: '0', stderr: 'not logged in\n' } },
    'There is no access token to send, and none could be got: the token command printed nothing: not logged in.',
  ],
  [
    { code: 'missing-capture', step: 'homologation/3', captures: ['idProduto'] },
    'homologation/3 could not be sent: no answer before it held idProduto.',
  ],
  [
    { code: 'no-answer', step: 'homologation/1', failure: 'refused' },
    'homologation/1 got no complete answer: nobody listens at the address.',
  ],
  [
    { code: 'hold-too-long', step: 'homologation/1', holdMs: 61_000 },
    'homologation/1 hit the limit and asks to wait 61 s; at most 60 s are waited.',
  ],
  [
    { code: 'refused-twice', step: 'homologation/2', status: 401 },
    'homologation/2 refused the renewed token as well (status 401).',
  ],
  [{ code: 'interrupted' }, 'The run was interrupted.'],
]

describe('why a run ended early', () => {
  it.each(reasons)('is told for %o', async (reason, sentence) => {
    expect(stopSentence(reason, await loadCatalogue('en'), 'en')).toBe(sentence)
  })

  it.each(reasons)('is told in Portuguese for %o, with nothing left to fill in', async (reason, sentence) => {
    const told = stopSentence(reason, await loadCatalogue('pt-BR'), 'pt-BR')
    expect(told).not.toMatch(/[{}]/)
    expect(told).not.toBe(sentence)
  })
})

describe('why a run had no token', () => {
  const told = async (...notes: Note[]) => tokenlessSentence(notes, await loadCatalogue('en'), 'en')
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
      'The access token was refused, and could not be renewed: the token address answered with status 400 (***_grant).',
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
    const causeOf = (verdict: string, cause: string | null) =>
      withStop({ verdict, cause }, notes, catalogue, 'en').cause
    expect(causeOf('incomplete', null)).toContain('the token command printed nothing')
    expect(causeOf('incomplete', 'another')).toBe('another')
    expect([causeOf('fail', null), causeOf('pass', null)]).toEqual([null, null])
  })

  it('is the whole note of all other ends', () => {
    expect(stopNote({ code: 'refused-twice', step: 'homologation/2', status: 401 }, mask)).toEqual({
      ...{ kind: 'stopped', code: 'refused-twice' },
    })
  })
})
