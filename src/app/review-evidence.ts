import { join, relative, resolve } from 'node:path'
import { journalOf } from '../exchange/journal.js'
import type { Masker } from '../exchange/masking.js'
import { writeWhole } from '../exchange/write-whole.js'
import { readAtMost } from '../node/text-file.js'
import { codeOf, whyOf } from '../node/thrown.js'
import { brief } from '../report/safe-text.js'
import type { ReviewOutcome } from '../review/review.js'
import type { Registration } from '../rules/application/index.js'
import { fill } from '../words/catalogue.js'
import { SettingsError } from '../words/errors.js'
import type { Invocation } from './invocation.js'
import type { Outcome } from './outcome.js'

/** Sources of a review's evidence. */
export interface EvidenceSources {
  readonly dir: string
  /** Path of the registration. */
  readonly path: string
  /** The text of that file. */
  readonly source: string
  readonly registration: Registration
  readonly masker: Masker
}

/** The archive, or the file that still shows a secret, for which nothing was packed. */
export type Packed = { readonly path: string; readonly sha256: string } | { readonly secretIn: string }

/** Packs and seals what a reviewer may want to see. */
export async function packReview(
  { clock, settings }: Invocation,
  { dir, path: applicationPath, source, registration, masker }: EvidenceSources,
  outcome: ReviewOutcome,
): Promise<Packed> {
  const [{ collectEvidence, SecretInEvidenceError, textsOf }, { packEvidence, sha256 }] = await Promise.all([
    import('../review/collect-evidence.js'),
    import('../review/evidence.js'),
  ])
  const createdAt = clock.wall().toISOString()
  const { header, run } = outcome
  const texts = await textsOf(outcome, registration, createdAt)
  const recording = run === null || run.path === journalOf(dir) ? null : run.path
  try {
    const sources = { reportDir: dir, applicationPath, source, registration, recording, texts, masker }
    const packed = packEvidence(await collectEvidence(sources), {
      tool: header.tool,
      profile: header.profile.name,
      application: masker.maskText(registration.name),
      verdict: outcome.verdict,
      createdAt,
    })
    const archive = join(dir, 'evidence.zip')
    await writeWhole(archive, packed)
    return { path: relative(settings.cwd, archive), sha256: sha256(packed) }
  } catch (error) {
    if (!(error instanceof SecretInEvidenceError)) throw error
    return { secretIn: error.path }
  }
}

const MOST_FLAWS = 50
const tooLarge = { flaws: [{ flaw: 'too-large', path: null }], manifest: null } as const

/** Compares an archive with its seal and manifest, and passes if it is whole. @throws SettingsError where it cannot be read */
export async function verify({ settings }: Invocation, file: string): Promise<Outcome> {
  const { MOST_BYTES, verifyEvidence } = await import('../review/evidence.js')
  const bytes = await readAtMost(resolve(settings.cwd, file), MOST_BYTES).catch((error: unknown) => {
    if (codeOf(error) === 'EFBIG') return null
    throw new SettingsError('review.file-unreadable', { path: file, why: whyOf(error) })
  })
  const { flaws, manifest } = bytes === null ? tooLarge : verifyEvidence(bytes)
  const isWhole = flaws.length === 0 && manifest !== null
  return {
    ending: isWhole ? 'pass' : 'fail',
    response: {
      data: { whole: flaws.length === 0, flaws, manifest },
      lines({ catalogue: { ui }, lang }) {
        if (!isWhole)
          return [
            fill(ui['review.verified.not'], { path: file }, lang),
            ...flaws
              .slice(0, MOST_FLAWS)
              .map(
                ({ flaw, path }) =>
                  `  - ${fill(ui[`review.flaw.${flaw}`], { path: brief(path ?? '') }, lang)}`,
              ),
            ...(flaws.length > MOST_FLAWS ? [fill(ui['review.flaw.more'], { all: flaws.length }, lang)] : []),
            ui['review.flaw.next'],
          ]
        const { application, createdAt, files, tool } = manifest
        const values = {
          path: file,
          files: files.length,
          application: brief(application),
          createdAt: brief(createdAt),
          tool: brief(`${tool.name} ${tool.version}`),
        }
        return [fill(ui['review.verified'], values, lang)]
      },
    },
  }
}
