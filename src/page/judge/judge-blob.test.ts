import { expect, it } from 'vitest'
import type { RunHeader } from '../../exchange/journal.js'
import { spec } from '../../specification/profile.js'
import { loadCatalogue } from '../../words/catalogue.js'
import { judgeBlob } from './judge-blob.js'
import { noTerms } from './protocol.js'

const header: RunHeader = {
  id: 'r1',
  command: 'check',
  startedAt: '2026-01-01T00:00:00.000Z',
  tool: { name: 'homologa', version: '0.1.0' },
  profile: spec,
  baseUrl: 'https://a.invalid/Api/v3',
  tokenUrl: null,
  embedded: false,
  toleranceMs: 5,
  seed: null,
  source: 'run',
}

const stopped = { kind: 'stopped', code: 'no-token', flaw: 'command-failed', evidence: { exit: '3' } }

async function causesOf(...notes: readonly object[]) {
  const lines = [{ journal: 1, run: header }, ...notes.map((note) => ({ note }))]
  const { reports, data } = await judgeBlob(
    {
      recording: new Blob(lines.map((line) => `${JSON.stringify(line)}\n`)),
      ...{ name: 'journal.ndjson', profile: null, terms: noTerms, askedAt: '2026-05-04T03:02:01.000Z' },
      words: { en: await loadCatalogue('en'), 'pt-BR': await loadCatalogue('pt-BR') },
    },
    () => undefined,
  )
  return [reports.en.cause, reports['pt-BR'].cause, data.report.cause]
}

it('names the cause of a run that had no token, in every language', async () => {
  const [english, portuguese, shown] = await causesOf(stopped, { kind: 'ended', repeats: 0 })
  expect(english).toContain('the token command ended with 3')
  expect(portuguese).toContain('3')
  expect(portuguese).not.toBe(english)
  expect(shown).toBe(english)
})

it('names none where a run without a token ended otherwise', async () => {
  expect(await causesOf({ kind: 'ended', repeats: 0 })).toEqual([null, null, null])
})
