import { describe, expect, it } from 'vitest'
import { loadCatalogue } from '../words/catalogue.js'
import type { StopReason } from './run-event.js'
import { stopSentence } from './stop-sentence.js'

const reasons: [StopReason, string][] = [
  [
    { code: 'renewal-failed', flaw: 'refused', evidence: { status: 400, error: 'invalid_grant' } },
    'The access token was refused, and could not be renewed: the token address responded with status 400 (invalid_grant).',
  ],
  [
    { code: 'renewal-failed', flaw: 'no-answer', evidence: { status: null, failure: 'timeout' } },
    'The access token was refused, and could not be renewed: the token address gave no complete response: it was not complete within the time allowed.',
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
    'homologation/3 could not be sent: no response before it held idProduto, or none of letters, digits, - and _ alone.',
  ],
  [
    { code: 'no-answer', step: 'homologation/1', failure: 'refused' },
    'homologation/1 got no complete response: nobody listens at the address.',
  ],
  [
    { code: 'hold-too-long', step: 'homologation/1', holdMs: 61_000 },
    'homologation/1 hit the limit and asks to wait 61 s; at most 60 s are waited.',
  ],
  [
    { code: 'refused-twice', step: 'homologation/2', status: 401 },
    'homologation/2 refused the renewed token as well (status 401).',
  ],
  [
    { code: 'not-permitted', step: 'own/1', because: 'budget' },
    'own/1 was kept back. The budget of requests was spent.',
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
