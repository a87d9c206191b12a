import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { readRecording } from '../../src/exchange/recording.js'
import { judgeRecording } from '../../src/judging/judge-recording.js'
import { factsOf, type Judged } from '../../src/judging/judged.js'
import { knownService } from '../../src/specification/known-service.js'
import { bling } from '../../src/specification/profile.js'
import { harWith } from './asked.js'
import { keepRecording } from './keep-recording.js'
import { publicReports } from './public-reports.js'
import { watched } from './recordings.js'

const dir = mkdtempSync(join(tmpdir(), 'homologa-reports-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))

async function judgedFile(path: string): Promise<Judged> {
  const recording = await readRecording(path, { known: knownService() })
  const facts = factsOf(recording, {}, { profile: bling, toleranceMs: 5 })
  return await judgeRecording({ ...recording, facts })
}

/** The verdict, its cause, and what else is told: errors that stand on their own, and notices of the service's address. */
function essence({ judgement: { verdict, cause, findings } }: Judged) {
  const beside = findings.filter(
    ({ severity, consequenceOf, code, requirement }) =>
      code !== cause?.code &&
      ((severity === 'error' && consequenceOf === null) || requirement === 'versioning/host'),
  )
  return { verdict, cause: cause && [cause.code, cause.blame], beside: beside.map(({ code }) => code) }
}

/** The same traffic as it passed through a proxy. */
async function live(har: string) {
  const recording = await readRecording(har, { known: knownService() })
  const exchanges = []
  for await (const one of recording.exchanges) exchanges.push({ ...one, source: 'proxy' as const, gaps: [] })
  const facts = { profile: bling, baseUrl: 'https://api.bling.com.br/Api/v3', tokenUrl: null }
  return watched(facts, exchanges, { source: 'proxy', plan: { runs: null } })
}

it.each(Object.entries(publicReports))(
  'a recording of %s is judged rightly, and alike live, as a HAR and as a journal',
  async (_, { asked, verdict, cause, beside = [], isForeignOnly }) => {
    const right = { verdict, cause, beside }
    const folder = mkdtempSync(join(dir, 'run-'))
    const har = join(folder, 'foreign.har')
    writeFileSync(har, JSON.stringify(harWith(asked)))
    const passed = await live(har)
    await keepRecording(passed, folder)
    expect(essence(await judgedFile(har))).toEqual(right)
    if (isForeignOnly) return
    expect(essence(passed.live)).toEqual(right)
    expect(essence(await judgedFile(join(folder, 'journal.ndjson')))).toEqual(right)
    expect(essence(await judgedFile(join(folder, 'exchanges.har')))).toEqual(right)
  },
)
