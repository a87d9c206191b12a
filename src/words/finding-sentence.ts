import { fill } from './fill.js'
import type { Lang } from './lang.js'
import type { Catalogue } from './language.js'
import type { Sentences } from './sentences.js'

/** What a finding is known by, wherever it was found. */
interface Coded {
  readonly code: string
  readonly values: Parameters<typeof fill>[1]
}

/** One of a finding's sentences; null where its code has none, as in a report of a newer journal. */
export function findingSentence(
  { code, values }: Coded,
  part: keyof Sentences,
  catalogue: Catalogue,
  lang: Lang,
): string | null {
  const findings: Readonly<Record<string, Sentences>> = catalogue.findings
  const sentences = findings[code]
  return sentences ? fill(sentences[part], values, lang) : null
}
