import { readdir, readFile } from 'node:fs/promises'
import { basename, dirname, extname, join, resolve } from 'node:path'
import { journalOf } from '../exchange/journal.js'
import type { Masker } from '../exchange/masking.js'
import { readRecording } from '../exchange/recording.js'
import { writeWhole } from '../exchange/write-whole.js'
import { readAtMost } from '../node/text-file.js'
import type { Registration } from '../rules/application/index.js'
import { version } from '../settings/version.js'
import { knownService } from '../specification/known-service.js'
import { questions } from '../specification/registration.js'
import { type Catalogue, fill, type Lang, langs, loadCatalogue } from '../words/catalogue.js'
import { type EvidenceFile, packEvidence, sha256 } from './evidence.js'
import type { ReviewOutcome } from './review.js'

/** The application under review, and the folder of the review. */
export interface ReviewedApplication {
  /** Folder of this review. Its content is masked. */
  readonly dir: string
  /** Path of `application.yaml`. */
  readonly path: string
  /** The text of that file. */
  readonly source: string
  readonly registration: Registration
  readonly masker: Masker
}

export interface EvidenceSources extends ReviewedApplication {
  /** Recording of the five steps; null if it is the review's own journal. */
  readonly recording: string | null
  /** Additional texts by their path in the archive: `{ 'profile.json': '…' }`. */
  readonly texts: Readonly<Record<string, string>>
}

/** The archive, or the file because of which none was made: it contains a secret that cannot be masked. */
export type Packed = { readonly path: string; readonly sha256: string } | { readonly secretIn: string }

/** Writes `evidence.zip`, which contains everything that a reviewer may want to see, or says which file prevents it. */
export async function packReview(
  reviewed: ReviewedApplication,
  outcome: ReviewOutcome,
  createdAt: string,
): Promise<Packed> {
  const { dir, masker, registration } = reviewed
  const { header, run, verdict } = outcome
  const texts = await writeTexts(outcome, registration, createdAt)
  const isOwnJournal = run?.path === journalOf(dir)
  const recording = run === null || isOwnJournal ? null : run.path
  try {
    const packed = packEvidence(await collectEvidence({ ...reviewed, recording, texts }), {
      tool: header.tool,
      profile: header.profile.name,
      application: masker.maskText(registration.name),
      verdict,
      createdAt,
    })
    const path = join(dir, 'evidence.zip')
    await writeWhole(path, packed)
    return { path, sha256: sha256(packed) }
  } catch (error) {
    if (!(error instanceof SecretInEvidenceError)) throw error
    return { secretIn: error.path }
  }
}

class SecretInEvidenceError extends Error {
  override readonly name = 'SecretInEvidenceError'

  constructor(readonly path: string) {
    super(`"${path}" contains a known secret`)
  }
}

/** Files of a review that go into the archive. */
const REPORTS =
  /^(?:report\.json|report\.html|junit\.xml|ctrf-report\.json|summary\.md|exchanges\.har|journal\.ndjson|review\.md)$/

/**
 * Returns all files of the archive. Texts from people are masked.
 *
 * @throws SecretInEvidenceError if a picture or another file that cannot be masked contains a known secret
 */
export async function collectEvidence(sources: EvidenceSources): Promise<EvidenceFile[]> {
  const { dir, masker, source, texts } = sources
  return [
    ...(await filesIn(dir, '', (name) => REPORTS.test(name))),
    ...(await filesIn(join(dir, 'screenshots'), 'screenshots/', (name) => name.endsWith('.png'))),
    ...(await recordingFiles(sources)),
    ...(await answerFiles(sources)),
    { path: 'application.yaml', bytes: Buffer.from(masker.maskText(source)) },
    ...Object.entries(texts).map(([path, text]) => ({ path, bytes: Buffer.from(masker.maskText(text)) })),
  ]
}

async function filesIn(
  folder: string,
  prefix: string,
  isWanted: (name: string) => boolean,
): Promise<EvidenceFile[]> {
  const names = (await readdir(folder).catch(() => [])).filter(isWanted)
  return Promise.all(
    names.map(async (name) => ({ path: prefix + name, bytes: await readFile(join(folder, name)) })),
  )
}

/** Our journal and its report, which are masked already; or the exchanges of another tool's HAR, which reading masks. */
async function recordingFiles({ recording, masker }: EvidenceSources): Promise<EvidenceFile[]> {
  if (recording === null) return []
  const { kind, exchanges } = await readRecording(recording, { masker, known: knownService() })
  if (kind === 'journal') {
    const isWanted = (name: string) => name === 'report.json' || name === basename(recording)
    return filesIn(dirname(recording), 'homologation/', isWanted)
  }
  const lines: string[] = []
  for await (const exchange of exchanges) lines.push(`${JSON.stringify({ exchange })}\n`)
  return [{ path: 'homologation/exchanges.ndjson', bytes: Buffer.from(lines.join('')) }]
}

/** Extensions of text files. A file without an extension may be text, too. */
const TEXT_EXTENSIONS = /^(?:\.(?:txt|md|html?|json|csv|xml|ya?ml|log|eml))?$/i

/** The files that the answers name as their evidence, under the name of the question: `answers/consent.pdf`. */
async function answerFiles(sources: EvidenceSources): Promise<EvidenceFile[]> {
  const { registration, path: applicationPath, masker } = sources
  const answersWithFile = registration.answers.flatMap(({ question, evidence }) =>
    evidence === null ? [] : [{ question, evidence }],
  )
  return Promise.all(
    answersWithFile.map(async ({ question, evidence }) => {
      const bytes = await readAtMost(resolve(dirname(applicationPath), evidence))
      const path = `answers/${question}${extname(evidence)}`
      // text files have no zero bytes, whatever their extension says
      const hasZeroByte = bytes.subarray(0, 4096).includes(0)
      const isText = TEXT_EXTENSIONS.test(extname(evidence)) && !hasZeroByte
      if (isText) return { path, bytes: Buffer.from(masker.maskText(bytes.toString('utf8'))) }
      const asText = bytes.toString('latin1') // in this encoding, any bytes are text
      if (masker.maskKnown(asText) !== asText) throw new SecretInEvidenceError(evidence)
      return { path, bytes }
    }),
  )
}

/** Writes the additional texts of the archive: the covering note in every language, and the profile. */
async function writeTexts(
  outcome: ReviewOutcome,
  registration: Registration,
  createdAt: string,
): Promise<Record<string, string>> {
  const notes = await Promise.all(
    langs.map(async (lang) => {
      const note = writeNote(outcome, registration, createdAt, { lang, ...(await loadCatalogue(lang)) })
      return [`note.${lang}.md`, note] as const
    }),
  )
  const profile = `${JSON.stringify(outcome.header.profile, null, 2)}\n`
  return { ...Object.fromEntries(notes), 'profile.json': profile }
}

/**
 * Writes the letter to the reviewer in Markdown: the files of the archive, the reason for each scope, and the questions that a
 * person answered with yes.
 */
function writeNote(
  { header, screenshots }: ReviewOutcome,
  registration: Registration,
  createdAt: string,
  { lang, ui }: { readonly lang: Lang; readonly ui: Catalogue['ui'] },
): string {
  const { name, category, purpose } = registration
  const say = (key: keyof Catalogue['ui'], values: Readonly<Record<string, string | null>> = {}) =>
    fill(ui[key], { name, category, purpose, ...values }, lang)
  const contents = [
    'note.contents.review',
    'note.contents.reports',
    'note.contents.journal',
    'note.contents.run',
    screenshots.length > 0 ? 'note.contents.screenshots' : 'note.contents.no-screenshots',
    'note.contents.answers',
    'note.contents.manifest',
  ] as const
  const target = header.embedded
    ? ui['note.target.embedded']
    : say('note.target.real', { baseUrl: header.baseUrl })
  const answers = questions.flatMap(({ id }) => {
    const answer = registration.answers.find(({ question }) => question === id)
    if (answer?.answer !== 'yes') return []
    return [`- ${say('note.answer', { question: ui[`question.${id}`], date: answer.date ?? '' })}`]
  })
  return [
    `# ${say('note.title')}`,
    say('note.greeting'),
    say('note.intro', { date: createdAt.slice(0, 10), version, profile: header.profile.name }),
    `## ${say('note.contents')}`,
    contents.map((key) => `- ${say(key)}`).join('\n'),
    `## ${say('note.scopes')}`,
    registration.scopes.map(({ scope, why }) => `- **${scope}**: ${why}`).join('\n'),
    `## ${say('note.answers')}`,
    answers.join('\n'),
    say('note.promise', { target }),
    '',
  ].join('\n\n')
}
