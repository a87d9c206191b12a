import { realpath, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Exchange } from '../exchange/exchange.js'
import { readRecording } from '../exchange/recording.js'
import { embeddedText } from '../node/executable.js'
import { gradeRecording } from '../report/grade-recording.js'
import { HeldExchanges } from '../report/held-exchanges.js'
import type { Look } from '../report/look.js'
import { oneLine } from '../report/safe-text.js'
import { version } from '../settings/version.js'
import { knownService } from '../specification/known-service.js'
import { fill } from '../words/catalogue.js'
import { SettingsError } from '../words/errors.js'
import { createMaskerFor, type Invocation, type InvocationOf } from './invocation.js'
import { builtPage, folderFor, makeFolder, runIdOf } from './kept-run.js'
import { recordingAt } from './kept-runs.js'
import { ownRoutes } from './openapi.js'
import type { Outcome } from './outcome.js'
import { publishJudged } from './publish.js'

/** `judge`: grades a journal or a HAR without network; with `--page` it opens judge.html, which does the same in a browser. */
export async function run(invocation: InvocationOf<'judge'>): Promise<Outcome> {
  const { settings, clock, args, options, signal, printMessage, printLine } = invocation
  if (options.page) return await showPage(invocation)
  const [name] = args
  if (name === undefined) throw new SettingsError('judge.no-file')
  const path = await recordingAt(name, settings.cwd)
  // The file is read again after `latest` was pointed to the folder of this judgement, so a path through that link is resolved now.
  const file = await realpath(path).catch(() => path)
  const beganMs = clock.now()
  const routes = await ownRoutes(invocation)
  const masker = createMaskerFor(invocation)
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
  for (const { key, values } of notices) printMessage(key, values)
  for (const kind of kinds) printLine(`  ${oneLine(kind)}`)
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

/** Most characters of a HAR to keep in memory, because reading and masking it again for each report is slow. A journal is masked already. */
const MOST_HELD_CHARS = 100_000_000

/** Opens judge.html. The single executable contains the page and writes it to a file. @throws SettingsError if the page was not built */
async function showPage({ browse, person, settings }: Invocation): Promise<Outcome> {
  const text = embeddedText('judge.html')
  const folder = settings.reportDir ?? settings.reportsDir
  const file = text === null ? builtPage('judge.html') : join(folder, 'judge.html')
  if (file === null) throw new SettingsError('judge.page.missing')
  if (text !== null) {
    await makeFolder(folder)
    await writeFile(file, text)
  }
  const address = pathToFileURL(file).href
  if (person !== null) browse(address)
  // Without a person at the terminal there is no browser to open, so the address is printed in any case.
  const lines = ({ catalogue, lang }: Look) => [fill(catalogue.ui['judge.page.at'], { file: address }, lang)]
  return { ending: 'pass', data: { file, address }, lines }
}

function open(invocation: Invocation, file: string, masker = createMaskerFor(invocation)) {
  const { baseUrl, credentials, profile } = invocation.settings
  const { tokenUrl } = credentials
  return readRecording(file, { masker, known: knownService(profile), baseUrl, tokenUrl })
}

/** Reads the exchanges once more. A new masker gives the same labels in the same order. */
async function* exchangesOf(invocation: Invocation, file: string): AsyncGenerator<Exchange> {
  yield* (await open(invocation, file)).exchanges
}
