import { readRecording } from '../../exchange/recording.js'
import { gradeRecording } from '../../report/grade-recording.js'
import { reportOf } from '../../report/report-of.js'
import { withNotes } from '../../report/with-notes.js'
import { version } from '../../settings/version.js'
import { knownService } from '../../specification/known-service.js'
import { SettingsError } from '../../words/errors.js'
import { runIdOf } from '../kept-run.js'
import type { Graded } from './matchers.js'
import {
  address,
  type CommonOptions,
  commonShape,
  inSentences,
  readOptions,
  type ShapeOf,
} from './options.js'

/** Settings of {@link judge} that the recording does not contain, or that replace those in it. */
export interface JudgeOptions extends CommonOptions {
  /** Address of the service with its version prefix. Default: the recording's own, or read from its first homologation. */
  readonly baseUrl?: string
  /** Address for renewals. Default: the recording's own, or known by its shape. */
  readonly tokenUrl?: string
}

/** The recording, judged. */
export type JudgeResult = Graded

const shape: ShapeOf<JudgeOptions> = {
  ...commonShape,
  baseUrl: address('baseUrl'),
  tokenUrl: address('tokenUrl'),
}

/**
 * Grades a journal or a HAR 1.2 file, without network and in bounded memory: each run of the five steps in it, and every
 * other route by the contract. The same exchanges give the same verdict as they did live.
 *
 * @throws if an option is invalid; RecordingError if the file is missing, neither a journal nor a HAR, or its header is damaged
 */
export async function judge(file: string, userOptions: JudgeOptions = {}): Promise<JudgeResult> {
  const { options, common: asked } = await readOptions('judge', shape, userOptions)
  if (typeof file !== 'string' || file.trim() === '')
    await inSentences(() => Promise.reject(new SettingsError('library.no-file')))
  const { baseUrl = null, tokenUrl = null, toleranceMs = null, profile } = options
  const recording = await readRecording(file, {
    known: knownService(typeof profile === 'object' ? profile : undefined),
    baseUrl,
    tokenUrl,
  })
  const own = recording.header
  const common = { ...asked, ...(own && profile === undefined && { profile: own.profile }) }
  const graded = await gradeRecording(recording, {
    name: file,
    id: runIdOf('judge', own?.startedAt ?? new Date().toISOString()),
    version,
    fallback: common,
    given: {
      baseUrl,
      tokenUrl,
      toleranceMs,
      profile: profile === undefined ? null : common.profile,
    },
  })
  const { header, judged, durationMs } = graded
  const meta = { ...header, version, repeats: judged.repeats, durationMs: Math.round(durationMs ?? 0) }
  const report = withNotes(reportOf(meta, judged, common), { ...graded, notes: recording.notes }, common)
  return { verdict: report.verdict, report }
}
