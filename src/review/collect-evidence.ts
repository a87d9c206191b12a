import { readdir, readFile } from 'node:fs/promises'
import { basename, dirname, extname, join, resolve } from 'node:path'
import type { Masker } from '../exchange/masking.js'
import { readRecording } from '../exchange/recording.js'
import { readAtMost } from '../node/text-file.js'
import type { Registration } from '../rules/application/index.js'
import { knownService } from '../specification/known-service.js'
import type { EvidenceFile } from './evidence.js'

export interface EvidenceSources {
  /** Folder of this review. Its content was masked when it was recorded. */
  readonly reportDir: string
  readonly applicationPath: string
  /** The text of that file. */
  readonly source: string
  readonly registration: Registration
  /** Recording of the five steps, where it is not the review's own journal. */
  readonly recording: string | null
  /** Further texts by their path in the archive: the notes, the profile. */
  readonly texts: Readonly<Record<string, string>>
  readonly masker: Masker
}

/** A file of a person's evidence holds a secret that we know. */
export class SecretInEvidenceError extends Error {
  override readonly name = 'SecretInEvidenceError'

  constructor(readonly path: string) {
    super(`"${path}" holds a known secret`)
  }
}

const REPORTS =
  /^(?:report\.json|report\.html|junit\.xml|ctrf-report\.json|summary\.md|exchanges\.har|journal\.ndjson|review\.md)$/

/**
 * Everything that goes into the archive. Texts of people pass the masker; pictures and other bytes cannot, so one that holds
 * a known secret is refused.
 *
 * @throws SecretInEvidenceError
 */
export async function collectEvidence(sources: EvidenceSources): Promise<EvidenceFile[]> {
  const { masker, reportDir, source, texts } = sources
  return [
    ...(await filesIn(reportDir, '', (name) => REPORTS.test(name))),
    ...(await filesIn(join(reportDir, 'screenshots'), 'screenshots/', (name) => name.endsWith('.png'))),
    ...(await recordingFiles(sources)),
    ...(await answerFiles(sources)),
    { path: 'application.yaml', bytes: Buffer.from(masker.maskText(source)) },
    ...Object.entries(texts).map(([path, text]) => ({ path, bytes: Buffer.from(masker.maskText(text)) })),
  ]
}

async function filesIn(
  folder: string,
  prefix: string,
  wanted: (name: string) => boolean,
): Promise<EvidenceFile[]> {
  const names = (await readdir(folder).catch(() => [])).filter(wanted)
  return Promise.all(
    names.map(async (name) => ({ path: prefix + name, bytes: await readFile(join(folder, name)) })),
  )
}

/** A journal of ours is taken with its report. A HAR of another tool is read again and masked. */
async function recordingFiles({ recording, masker }: EvidenceSources): Promise<EvidenceFile[]> {
  if (recording === null) return []
  const opened = await readRecording(recording, { masker, known: knownService() })
  if (opened.kind === 'journal') {
    const wanted = (name: string) => name === 'report.json' || name === basename(recording)
    return filesIn(dirname(recording), 'homologation/', wanted)
  }
  const lines: string[] = []
  for await (const exchange of opened.exchanges) lines.push(`${JSON.stringify({ exchange })}\n`)
  return [{ path: 'homologation/exchanges.ndjson', bytes: Buffer.from(lines.join('')) }]
}

const TEXTS = /^(?:\.(?:txt|md|html?|json|csv|xml|ya?ml|log|eml))?$/i

async function answerFiles(sources: EvidenceSources): Promise<EvidenceFile[]> {
  const { registration, applicationPath, masker } = sources
  const named = registration.answers.flatMap(({ question, evidence }) =>
    evidence === null ? [] : [{ question, evidence }],
  )
  return Promise.all(
    named.map(async ({ question, evidence }) => {
      const bytes = await readAtMost(resolve(dirname(applicationPath), evidence))
      const path = `answers/${question}${extname(evidence)}`
      const isText = TEXTS.test(extname(evidence)) && !bytes.subarray(0, 4096).includes(0)
      if (isText) return { path, bytes: Buffer.from(masker.maskText(bytes.toString('utf8'))) }
      const raw = bytes.toString('latin1')
      if (masker.maskKnown(raw) !== raw) throw new SecretInEvidenceError(evidence)
      return { path, bytes }
    }),
  )
}
