import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { judge } from '../../src/app/library/judge.js'
import { main } from '../../src/cli/main.js'
import { readRecording } from '../../src/exchange/recording.js'
import { writeHar } from '../../src/exchange/write-har.js'
import { judgeRecording } from '../../src/judging/judge-recording.js'
import { factsOf, type Judged } from '../../src/judging/judged.js'
import { systemClock } from '../../src/node/clock.js'
import type { Report } from '../../src/report/report.js'
import { reportOf } from '../../src/report/report-of.js'
import { withNotes } from '../../src/report/with-notes.js'
import { spec } from '../../src/specification/profile.js'
import { loadCatalogue } from '../../src/words/catalogue.js'
import { keepRecording } from './keep-recording.js'
import { type LiveRecording, recordings } from './recordings.js'

/** One recording, judged in every way that the tool offers: no pair may differ. */

let dir = ''
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'homologa-verdicts-'))
})
afterAll(() => rmSync(dir, { recursive: true, force: true }))

const catalogue = await loadCatalogue('en')

async function judgedFile(path: string): Promise<Judged> {
  const recording = await readRecording(path)
  const facts = factsOf(recording, {}, { profile: spec, toleranceMs: 5 })
  return await judgeRecording({ ...recording, facts })
}

function essence({ judgement: { verdict, cause, findings, coverage }, traffic }: Judged) {
  return {
    verdict,
    cause,
    findings,
    coverage,
    runs: traffic?.runs.map(({ number, session, judgement }) => ({ number, session, judgement })) ?? null,
    recovery: traffic?.recovery ?? null,
  }
}

function told({ verdict, cause, findings, runs, coverage, stops, left }: Report) {
  return { verdict, cause, findings, runs, coverage, stops, left }
}

async function command(words: readonly string[]): Promise<{ status: number; report: unknown }> {
  const to = mkdtempSync(join(dir, 'out-'))
  const ignore = () => undefined
  const status = await main([...words, '--report-dir', to], {
    out: ignore,
    err: ignore,
    outIsTty: false,
    errIsTty: false,
    width: 100,
    env: {},
    cwd: dir,
    clock: systemClock,
    signal: new AbortController().signal,
  })
  return { status, report: told(JSON.parse(readFileSync(join(to, 'report.json'), 'utf8')) as Report) }
}

const statuses = { pass: 0, fail: 1, incomplete: 4 } as const

/**
 * Every tenth goes through the commands, which write and draw as well; what is particular to watching, to a proxy and to contracts all
 * of it, but broken clients behind a proxy and the faults of a contract, which differ in their exchanges alone.
 */
const particular =
  /death|runs|traffic|^(?!the client).* behind a proxy|contract run(?! at the fault)|list|deaths|given up|began/
const throughCommands = new Set(
  recordings.filter(([name], i) => i % 10 === 0 || particular.test(name)).map(([name]) => name),
)

describe.each(recordings)('the recording of %s', (name, make) => {
  it('is judged alike: live, from its journal, from its HAR, by library and commands', async () => {
    const recording = await make()
    const folder = mkdtempSync(join(dir, 'run-'))
    await keepRecording(recording, folder)
    const [journal, har] = [join(folder, 'journal.ndjson'), join(folder, 'exchanges.har')]
    const live = essence(recording.live)
    expect(essence(await judgedFile(journal))).toEqual(live)
    expect(essence(await judgedFile(har))).toEqual(live)
    const { header } = recording
    const meta = { ...header, version: '', durationMs: 0, repeats: 0 }
    const words = { catalogue, lang: 'en' as const }
    const ended = withNotes(reportOf(meta, recording.live, words), recording, words)
    const report = JSON.parse(JSON.stringify(told(ended)))
    expect(told((await judge(journal)).report)).toEqual(report)
    if (!throughCommands.has(name)) return
    const expected = { status: statuses[report.verdict as Report['verdict']], report }
    expect(await command(['judge', journal])).toEqual(expected)
    expect(await command(['judge', har])).toEqual(expected)
    expect(await command(['report', journal])).toEqual(expected)
  })
})

describe('a HAR of anybody', () => {
  it.each(recordings.filter((_, i) => i % 10 === 0))(
    'as it could hold %s is judged alike by library and command',
    async (_, make) => {
      const recording = await make()
      if (recording.exchanges.every(({ response }) => response === null)) return
      const path = await foreignHar(recording)
      const report = told((await judge(path)).report)
      expect((await command(['judge', path])).report).toEqual(JSON.parse(JSON.stringify(report)))
    },
  )
})

/** Without our own fields, as another tool would have kept it. */
async function foreignHar({ exchanges, header }: LiveRecording): Promise<string> {
  const path = join(mkdtempSync(join(dir, 'foreign-')), 'foreign.har')
  await writeHar(
    path,
    exchanges.filter(({ response }) => response !== null),
    header,
  )
  const har = JSON.parse(readFileSync(path, 'utf8'))
  delete har.log._homologa
  for (const entry of har.log.entries) delete entry._homologa
  writeFileSync(path, JSON.stringify(har))
  return path
}

/** The requirements that are broken on their own. */
function rootsOf({ findings }: Judged['judgement']): string[] {
  const roots = findings.filter(
    ({ severity, consequenceOf }) => severity === 'error' && consequenceOf === null,
  )
  return [...new Set(roots.map(({ requirement }) => requirement))].sort()
}

/** What a proxy saw of the five steps, another tool would have seen as well; bytes beyond a message it would not keep. */
const behindProxy = recordings.filter(([name]) => /behind a proxy$/.test(name) && !/^ordinary/.test(name))

describe('what a proxy saw', () => {
  it.each(behindProxy)('of %s is judged alike from a HAR of anybody', async (_, make) => {
    const live = await make()
    const { profile, baseUrl } = live.header
    const recording = await readRecording(await foreignHar(live))
    const facts = factsOf(recording, { profile, baseUrl }, { profile, toleranceMs: 5 })
    const { judgement } = await judgeRecording({ ...recording, facts })
    expect(judgement.verdict).toBe(live.live.judgement.verdict)
    expect(judgement.verdict).not.toBe('incomplete')
    expect(rootsOf(judgement)).toEqual(rootsOf(live.live.judgement))
  })

  it('is some twenty recordings', () => expect(behindProxy.length).toBeGreaterThan(20))
})

it('covers more than a hundred recordings, of every source and with every verdict', async () => {
  expect(recordings.length).toBeGreaterThan(100)
  const verdicts = new Set<string>()
  const sources = new Set<string>()
  // of contract runs the shortest will do
  const few = recordings.filter(([name], i) => (i % 8 === 0 ? !/fault/.test(name) : / nothing$/.test(name)))
  for (const [, make] of few) {
    const { live, header } = await make()
    verdicts.add(live.judgement.verdict)
    sources.add(`${header.source} ${header.command}`)
  }
  expect([...verdicts].sort()).toEqual(['fail', 'incomplete', 'pass'])
  expect([...sources].sort()).toEqual(['examine examine', 'proxy proxy', 'run check', 'run contract'])
})
