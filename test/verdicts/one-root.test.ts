import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { readRecording } from '../../src/exchange/recording.js'
import { judgeRecording } from '../../src/judging/judge-recording.js'
import { factsOf, type Judged } from '../../src/judging/judged.js'
import { type Course, recordCourse } from '../broken/client.js'
import { oneMistakes, twoMistakes } from '../broken/one-root.js'
import { keepRecording } from './keep-recording.js'
import { type LiveRecording, watched } from './recordings.js'

/** Clients of one and of two mistakes, judged while they call and from each file that is left of it. */

const dir = mkdtempSync(join(tmpdir(), 'homologa-one-root-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))

async function judgedFile(path: string, { profile, baseUrl, tokenUrl }: LiveRecording['header']) {
  const recording = await readRecording(path)
  const facts = factsOf(recording, { profile, baseUrl, tokenUrl }, { profile, toleranceMs: 5 })
  return await judgeRecording({ ...recording, facts })
}

/** Takes our own fields away, so that the HAR is one of any other tool. */
function makeForeign(path: string): string {
  const har = JSON.parse(readFileSync(path, 'utf8'))
  delete har.log._homologa
  for (const entry of har.log.entries) delete entry._homologa
  const foreign = path.replace('.har', '.foreign.har')
  writeFileSync(foreign, JSON.stringify(har))
  return foreign
}

function rootsOf({ judgement }: Judged): string[] {
  return judgement.findings
    .filter(({ consequenceOf, severity }) => consequenceOf === null && severity !== 'info')
    .map(({ code }) => code)
}

const essence = (judged: Judged) => {
  const { verdict, cause, findings } = judged.judgement
  return { verdict, cause, findings, runs: judged.traffic?.runs.length }
}

async function judgedEverywhere(exchangesOf: Course) {
  const recorded = recordCourse(exchangesOf)
  const live = await watched(recorded, recorded.exchanges)
  const folder = mkdtempSync(join(dir, 'run-'))
  await keepRecording(live, folder)
  const har = join(folder, 'exchanges.har')
  return {
    live: live.live,
    journal: await judgedFile(join(folder, 'journal.ndjson'), live.header),
    har: await judgedFile(har, live.header),
    foreign: await judgedFile(makeForeign(har), live.header),
  }
}

/** By day every mistake under one profile and every sixth of the rest, by night all. */
const oneIn = <T>(nth: number, all: readonly T[]) =>
  process.env.HOMOLOGA_VARIANTS === undefined ? all.filter((_, i) => i % nth === 0) : all

const single = oneMistakes.map(([what, root, exchangesOf]) => [what, [root], exchangesOf] as const)
const mistakes = {
  spec: [...single, ...oneIn(6, twoMistakes)],
  bling: [...oneIn(6, single), ...oneIn(6, twoMistakes)],
}

describe.each(['spec', 'bling'] as const)(
  'mistakes are the same roots live, in the journal, in our HAR and in the HAR of another tool, under %s:',
  (profile) => {
    it.each(mistakes[profile])('%s', async (_what, roots, exchangesOf) => {
      const { live, journal, har, foreign } = await judgedEverywhere({ profile, ...exchangesOf })
      expect(new Set(rootsOf(live))).toEqual(new Set(roots))
      expect(essence(journal)).toEqual(essence(live))
      expect(essence(har)).toEqual(essence(live))
      expect(new Set(rootsOf(foreign))).toEqual(new Set(roots))
      expect(foreign.judgement.cause?.code).toBe(live.judgement.cause?.code)
    })
  },
)
