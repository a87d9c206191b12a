import type { Exchange } from '../../exchange/exchange.js'
import type { Chunks } from '../../exchange/read-journal.js'
import { readRecordingFrom } from '../../exchange/read-recording.js'
import { pageRunsOf, type ReportMeta } from '../../report/build-report.js'
import { gradeRecording } from '../../report/grade-recording.js'
import { HeldExchanges } from '../../report/held-exchanges.js'
import { collectPageData } from '../../report/page-data-of.js'
import { reportOf } from '../../report/report-of.js'
import { withNotes } from '../../report/with-notes.js'
import { milliseconds, url } from '../../settings/kinds.js'
import { parseProfile } from '../../settings/parse-profile.js'
import { version } from '../../settings/version.js'
import { knownService } from '../../specification/known-service.js'
import { type Profile, profiles } from '../../specification/profile.js'
import { type Lang, langs } from '../../words/catalogue.js'
import type { JudgedOnPage, JudgeRequest, ProfileChoice, RecordingFacts } from './protocol.js'

/** The default of `homologa judge`. */
const TOLERANCE_MS = 5
/** The recording is read in pieces of this size. */
const CHUNK_BYTES = 262_144
/** If the exchanges have more characters, they are not kept in memory but read again for the report. */
const MOST_HELD_CHARS = 100_000_000

/**
 * Judges a recording that was dropped on the page, as `homologa judge` judges a file. It runs in every browser.
 *
 * @param onShare is called with the share of the recording that was read, 0 to 1
 * @throws {RecordingError | SettingsError} if the recording or a fact is wrong; the user can fix it
 */
export async function judgeBlob(
  request: JudgeRequest,
  onShare: (share: number) => void,
): Promise<JudgedOnPage> {
  const { recording: blob, name, words, askedAt } = request
  const profile = await loadProfile(request.profile)
  const facts = readFacts(request.facts)
  const open = (onRead: (share: number) => void) =>
    readRecordingFrom(blobChunks(blob, name, onRead), {
      ...(facts.baseUrl === null ? {} : { baseUrl: facts.baseUrl }),
      known: knownService(profile ?? undefined),
    })
  const recording = await open(onShare)
  const held = new HeldExchanges(MOST_HELD_CHARS)
  const graded = await gradeRecording(
    { ...recording, exchanges: held.passing(recording.exchanges) },
    {
      name,
      version,
      id: `${askedAt.slice(0, 19).replaceAll(':', '-')}-judge`,
      given: { profile, ...facts },
      fallback: { profile: profiles.spec, toleranceMs: TOLERANCE_MS },
    },
  )
  const { header, judged, excerpt, notices, kinds } = graded
  const { judgement, seen, traffic } = judged
  const meta: ReportMeta = {
    ...header,
    version,
    repeats: judged.repeats,
    durationMs: Math.round(graded.durationMs ?? 0),
  }
  const wordsIn = (lang: Lang) => ({ catalogue: words[lang], lang })
  const { notes } = recording
  const reports = inEach((lang) =>
    withNotes(reportOf(meta, judged, wordsIn(lang)), { ...graded, notes }, wordsIn(lang)),
  )
  // the report lists the runs, in every language, only if there are several
  const runs = reports.en.runs && inEach((lang) => pageRunsOf(meta, traffic?.runs ?? [], wordsIn(lang)))
  const readAgain = async function* (): AsyncGenerator<Exchange, void> {
    yield* (await open(() => undefined)).exchanges
  }
  const data = await collectPageData({
    report: reports.en,
    judgement,
    header,
    repeatCommand: null,
    // of a very long recording only the excerpt is shown; `held.all` is null if the exchanges were too large to be kept
    exchanges: () => excerpt ?? held.all ?? readAgain(),
  })
  return { name, data, reports, ...(runs && { runs }), profile: header.profile, seen, notices, kinds }
}

/** Parses the facts like the flags of the command. An empty one becomes null. */
function readFacts({ baseUrl, toleranceMs }: RecordingFacts) {
  return {
    baseUrl: baseUrl.trim() === '' ? null : url.read(baseUrl.trim(), '--base-url'),
    toleranceMs: toleranceMs.trim() === '' ? null : milliseconds.read(toleranceMs.trim(), '--tolerance-ms'),
  }
}

function inEach<T>(make: (lang: Lang) => T): Readonly<Record<Lang, T>> {
  return Object.fromEntries(langs.map((lang) => [lang, make(lang)])) as Record<Lang, T>
}

async function loadProfile(choice: ProfileChoice): Promise<Profile | null> {
  if (choice === null) return null
  return typeof choice === 'string' ? profiles[choice] : await parseProfile(choice.text, choice.name)
}

function blobChunks(blob: Blob, name: string, onRead: (share: number) => void): Chunks {
  return {
    name,
    async *read() {
      for (let start = 0; start < blob.size; start += CHUNK_BYTES) {
        yield new Uint8Array(await blob.slice(start, start + CHUNK_BYTES).arrayBuffer())
        onRead(Math.min(1, (start + CHUNK_BYTES) / blob.size))
      }
    },
  }
}
