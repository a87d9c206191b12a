import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { ApplicationFacts, Registration } from '../rules/application/index.js'

const MOST_EVIDENCE_BYTES = 10_000_000

/** Collects the files that the answers name and reports their state. */
export async function gatherEvidence(
  { answers }: Registration,
  folder: string,
): Promise<ApplicationFacts['evidence']> {
  const named = answers.flatMap(({ evidence }) => (evidence === null ? [] : [evidence]))
  const found = await Promise.all(
    named.map(async (name) => {
      const file = await stat(resolve(folder, name)).catch(() => null)
      if (!file?.isFile()) return [name, 'missing'] as const
      if (file.size === 0) return [name, 'empty'] as const
      return [name, file.size > MOST_EVIDENCE_BYTES ? 'too-large' : 'readable'] as const
    }),
  )
  return Object.fromEntries(found)
}
