import { realpath, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Exchange } from '../exchange/exchange.js'
import { type Recording, readRecording } from '../exchange/recording.js'
import { embeddedText } from '../node/executable.js'
import { gradeRecording } from '../report/grade-recording.js'
import { HeldExchanges } from '../report/held-exchanges.js'
import type { Look } from '../report/look.js'
import { oneLine } from '../report/safe-text.js'
import { version } from '../settings/version.js'
import { knownService } from '../specification/known-service.js'
import { fill } from '../words/catalogue.js'
import { SettingsError } from '../words/errors.js'
import { type Invocation, maskerFor } from './invocation.js'
import { recordingAt } from './kept-report.js'
import { builtPage, folderFor, makeFolder, runIdOf } from './kept-run.js'
import { ownRoutes } from './openapi.js'
import type { Options } from './options.js'
import type { Outcome } from './outcome.js'
import { publishJudged } from './publish.js'

/** Grades a journal or a HAR again, without network, in the memory of a few runs; or shows the page that does. */
export async function run(invocation: Invocation<Options<'judge'>>): Promise<Outcome> {
  const { settings, clock, args, options, signal, tell, say } = invocation
  if (options.page) return await showPage(invocation)
  const [name] = args
  if (name === undefined) throw new SettingsError('judge.no-file')
  const given = await recordingAt(name, settings.cwd)
  // `latest` will name the folder of this judgement, and the recording is read again after that.
  const file = await realpath(given).catch(() => given)
  const beganMs = clock.now()
  const routes = await ownRoutes(invocation)
  const masker = maskerFor(invocation)
  const recording = await open(invocation, file, masker)
  const held = new HeldExchanges(recording.kind === 'har' ? MOST_HELD_CHARS : 0)
  const passing = { ...recording, exchanges: held.passing(recording.exchanges) }
  const graded = await gradeRecording(passing, {
    name: masker.maskText(name),
    id: runIdOf('judge', clock.wall().toISOString()),
    version,
    signal,
    fallback: settings,
    given: {
      routes,
      baseUrl: settings.baseUrl,
      tokenUrl: settings.credentials.tokenUrl,
      profile: settings.given.has('profile') ? settings.profile : null,
      override: settings.override,
      toleranceMs: settings.given.has('toleranceMs') ? settings.toleranceMs : null,
    },
  })
  if (signal.aborted) return { ending: 'interrupted' }
  const { header, judged, excerpt, notices, kinds, durationMs } = graded
  for (const { key, values } of notices) tell(key, values)
  for (const kind of kinds) say(`  ${oneLine(kind)}`)
  const dir = folderFor(settings, header.id)
  await makeFolder(dir)
  return await publishJudged(invocation, {
    dir,
    header,
    judged,
    notices,
    kinds,
    notes: recording.notes,
    repeats: judged.repeats,
    exchanges: () => excerpt ?? held.all ?? exchangesOf(invocation, file),
    durationMs: durationMs ?? clock.now() - beganMs,
    journalPath: null,
    isNew: true,
    recording: masker.maskText(relative(await realpath(settings.cwd), file)),
  })
}

/**
 * Most characters of a HAR that are held. It is read whole anyway, and to mask each entry again for every report takes longer than all
 * else. A journal is read again line by line.
 */
const MOST_HELD_CHARS = 100_000_000

/** The page as a file. The single executable writes the one that it carries. */
async function judgePage(reportsDir: string): Promise<string | null> {
  const text = embeddedText('judge.html')
  if (text === null) return builtPage('judge.html')
  await makeFolder(reportsDir)
  const file = join(reportsDir, 'judge.html')
  await writeFile(file, text)
  return file
}

/** @throws SettingsError where the page is not built */
async function showPage({ browse, person, settings }: Invocation): Promise<Outcome> {
  const file = await judgePage(settings.reportDir ?? settings.reportsDir)
  if (file === null) throw new SettingsError('judge.page.missing')
  const address = pathToFileURL(file).href
  if (person !== null) browse(address)
  const lines = ({ catalogue, lang }: Look) => [fill(catalogue.ui['judge.page.at'], { file: address }, lang)]
  return { ending: 'pass', response: { data: { file, address }, lines } }
}

function open(invocation: Invocation, file: string, masker = maskerFor(invocation)): Promise<Recording> {
  const { baseUrl, credentials, profile } = invocation.settings
  return readRecording(file, {
    masker,
    known: knownService(profile),
    ...(baseUrl === null ? {} : { baseUrl }),
    ...(credentials.tokenUrl === null ? {} : { tokenUrl: credentials.tokenUrl }),
  })
}

async function* exchangesOf(invocation: Invocation, file: string): AsyncGenerator<Exchange> {
  yield* (await open(invocation, file)).exchanges
}
