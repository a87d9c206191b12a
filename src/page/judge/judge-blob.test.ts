import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { judge } from '../../app/library/judge.js'
import type { RunHeader } from '../../exchange/journal.js'
import { spec } from '../../specification/profile.js'
import { loadCatalogue } from '../../words/catalogue.js'
import { judgeBlob } from './judge-blob.js'
import { noFacts } from './protocol.js'

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

function journalOf(...notes: readonly object[]): string {
  const lines = [{ journal: 1, run: header }, ...notes.map((note) => ({ note }))]
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('')
}

async function judged(text: string) {
  return await judgeBlob(
    {
      recording: new Blob([text]),
      name: 'journal.ndjson',
      profile: null,
      facts: noFacts,
      askedAt: '2026-05-04T03:02:01.000Z',
      words: { en: await loadCatalogue('en'), 'pt-BR': await loadCatalogue('pt-BR') },
    },
    () => undefined,
  )
}

async function causesOf(...notes: readonly object[]) {
  const { reports, data } = await judged(journalOf(...notes))
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

it('tells of a contract run what its notes tell, as the library does: where it ended early, and what it left', async () => {
  const text = journalOf(
    { kind: 'contract-plan', steps: [], notPlanned: [] },
    { kind: 'stopped', code: 'interrupted' },
    {
      kind: 'contract-left',
      mark: 'm',
      left: [{ route: 'DELETE /contatos/{idContato}', id: '7', reason: 'not-deleted', status: 500 }],
    },
  )
  const { reports } = await judged(text)
  const dir = mkdtempSync(join(tmpdir(), 'homologa-judge-blob-'))
  onTestFinished(() => rmSync(dir, { recursive: true }))
  writeFileSync(join(dir, 'journal.ndjson'), text)
  const { report } = await judge(join(dir, 'journal.ndjson'))
  for (const one of [reports.en, report]) {
    expect(one.stops).toEqual([{ reason: 'The run was interrupted.' }])
    expect(one.left).toMatchObject([{ route: 'DELETE /contatos/{idContato}', id: '7' }])
  }
})
