import type { RequirementId } from '../specification/requirements.js'
import type en from './en.json'
import { fill } from './fill.js'
import type { Lang } from './lang.js'

export { fill } from './fill.js'
export { type Lang, langs } from './lang.js'

/**
 * All texts of one language, by section and key: `catalogue.ui['settings.file']`. Texts with values are ICU messages (`{count, plural, …}`),
 * which {@link fill} renders.
 */
export type Catalogue = typeof en

/** The code of a finding: its requirement and the kind of breach (`homologation/order:swapped`). */
export type FindingCode = keyof Catalogue['findings']
/** The part of a finding's code after its requirement: `swapped` of `homologation/order:swapped`. */
export type VariantOf<Id extends RequirementId> =
  Extract<FindingCode, `${Id}:${string}`> extends `${Id}:${infer Variant}` ? Variant : never
export type HelpKey = keyof Catalogue['help']
export type UiKey = keyof Catalogue['ui']

/** What a review still needs before its verdict: `unanswered` for a question of the checklist, `no-run`. */
export type OpenCode =
  Extract<UiKey, `review.open.${string}`> extends `review.open.${infer Code}` ? Code : never

/** The four sentences of a finding. */
export interface Sentences {
  readonly message: string
  readonly expected: string
  readonly actual: string
  readonly hint: string
}

/** The texts that `homologa explain` shows for a requirement. */
export interface RequirementText {
  /** The requirement in one line. */
  readonly text: string
  /** Two or three sentences. */
  readonly means: string
  readonly why: string
  /** Mistakes that usually break it. */
  readonly breaks: string
  readonly fix: string
}

export type RequirementTexts = Readonly<Record<RequirementId, RequirementText>>

/** The compiler reports a catalogue whose keys differ from the English one. */
const catalogues: Readonly<Record<Lang, () => Promise<{ readonly default: Catalogue }>>> = {
  en: () => import('./en.json', { with: { type: 'json' } }),
  'pt-BR': () => import('./pt-BR.json', { with: { type: 'json' } }),
}

export async function loadCatalogue(lang: Lang): Promise<Catalogue> {
  return (await catalogues[lang]()).default
}

/** Loads the texts of all requirements. If the catalogue has no `text`, that of the specification is used. */
export async function loadRequirementTexts(lang: Lang): Promise<RequirementTexts> {
  const { requirements } = await import('../specification/requirements.js')
  const words: Readonly<Record<string, object>> = (await loadCatalogue(lang)).requirements
  return Object.fromEntries(
    requirements.map(({ id, text }) => [id, { text, ...words[id] }]),
  ) as RequirementTexts
}

/** Renders a sentence of a finding; null if the catalogue has no such code, as for a report of a newer version. */
export function findingSentence(
  { code, values }: { readonly code: string; readonly values: Parameters<typeof fill>[1] },
  part: keyof Sentences,
  catalogue: Catalogue,
  lang: Lang,
): string | null {
  const findings: Readonly<Record<string, Sentences>> = catalogue.findings
  const sentences = findings[code]
  return sentences ? fill(sentences[part], values, lang) : null
}

/** Translates the headings in a clause: `Authentication 1, Limits` becomes `Autenticação 1, Limites`. */
export function clauseText(clause: string, headings: Readonly<Record<string, string>>): string {
  return clause
    .split(', ')
    .map((part) => {
      const [, heading = part, number = ''] = /^(.*?)( [\d-]+)?$/.exec(part) ?? []
      return `${headings[heading] ?? heading}${number}`
    })
    .join(', ')
}
