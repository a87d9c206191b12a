import type { Exchange } from '../../exchange/exchange.js'
import type { Chunks } from '../../exchange/read-journal.js'
import { readRecordingFrom } from '../../exchange/read-recording.js'
import { pageRunsOf, type ReportMeta } from '../../report/build-report.js'
import { gradeRecording } from '../../report/grade-recording.js'
import { HeldExchanges } from '../../report/held-exchanges.js'
import { pageDataOf } from '../../report/page-data-of.js'
import { reportOf } from '../../report/report-of.js'
import { withNotes } from '../../report/with-notes.js'
import { milliseconds, url } from '../../settings/kinds.js'
import { parseProfile } from '../../settings/parse-profile.js'
import { version } from '../../settings/version.js'
import { knownService } from '../../specification/known-service.js'
import { type Profile, profiles } from '../../specification/profile.js'
import { type Lang, langs } from '../../words/catalogue.js'
import type { JudgedOnPage, JudgeOrder, ProfileChoice, Terms } from './protocol.js'

/** The command's default. */
const TOLERANCE_MS = 5
const CHUNK_BYTES = 1 << 18

/**
 * Judges what somebody dropped on the page, as `homologa judge` judges a file. Needs nothing but what every browser has.
 *
 * @throws RecordingError, SettingsError what the user can mend, as a key of the catalogue
 */
export async function judgeBlob(order: JudgeOrder, onShare: (share: number) => void): Promise<JudgedOnPage> {
  const { recording: blob, name, words, askedAt } = order
  const profile = await profileOf(order.profile)
  const said = readTerms(order.terms)
  const open = (hear: (share: number) => void) =>
    readRecordingFrom(blobChunks(blob, name, hear), {
      ...(said.baseUrl === null ? {} : { baseUrl: said.baseUrl }),
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
      given: { profile, ...said },
      fallback: { profile: profiles.spec, toleranceMs: TOLERANCE_MS },
    },
  )
  const { header, judged, excerpt, notices, kinds } = graded
  const meta: ReportMeta = {
    ...header,
    version,
    repeats: judged.repeats,
    durationMs: Math.round(graded.durationMs ?? 0),
  }
  const inLang = (lang: Lang) => ({ catalogue: words[lang], lang })
  const reports = inEach((lang) =>
    withNotes(reportOf(meta, judged, inLang(lang)), { ...graded, notes: recording.notes }, inLang(lang)),
  )
  const { traffic } = judged
  const runs = reports.en.runs && inEach((lang) => pageRunsOf(meta, traffic?.runs ?? [], inLang(lang)))
  const again = async function* (): AsyncGenerator<Exchange, void> {
    yield* (await open(() => undefined)).exchanges
  }
  const data = await pageDataOf({
    report: reports.en,
    judgement: judged.judgement,
    header,
    repeatCommand: null,
    exchanges: () => excerpt ?? held.all ?? again(),
  })
  return {
    name,
    data,
    reports,
    ...(runs && { runs }),
    profile: header.profile,
    seen: judged.seen,
    notices,
    kinds,
  }
}

/** Reads the values with the same parser as the command's flags. */
function readTerms({ baseUrl, toleranceMs }: Terms): { baseUrl: string | null; toleranceMs: number | null } {
  return {
    baseUrl: baseUrl.trim() === '' ? null : url.read(baseUrl.trim(), '--base-url'),
    toleranceMs: toleranceMs.trim() === '' ? null : milliseconds.read(toleranceMs.trim(), '--tolerance-ms'),
  }
}

/** Most characters that are cached so that a recording need not be read twice. */
const MOST_HELD_CHARS = 100_000_000

function inEach<T>(make: (lang: Lang) => T): Readonly<Record<Lang, T>> {
  return Object.fromEntries(langs.map((lang) => [lang, make(lang)])) as Record<Lang, T>
}

async function profileOf(choice: ProfileChoice): Promise<Profile | null> {
  if (choice === null) return null
  return typeof choice === 'string' ? profiles[choice] : await parseProfile(choice.text, choice.name)
}

function blobChunks(blob: Blob, name: string, hear: (share: number) => void): Chunks {
  return {
    name,
    async *read() {
      for (let at = 0; at < blob.size; at += CHUNK_BYTES) {
        yield new Uint8Array(await blob.slice(at, at + CHUNK_BYTES).arrayBuffer())
        hear(Math.min(1, (at + CHUNK_BYTES) / blob.size))
      }
    },
  }
}
