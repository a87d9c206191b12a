/** The four sentences of a finding, and the families of findings that differ by their subject alone. */
export interface Sentences {
  readonly message: string
  readonly expected: string
  readonly actual: string
  readonly hint: string
}

export type TextSuffix = 'missing' | 'placeholder' | 'short' | 'long' | 'answered-no'
export type LinkSuffix =
  | 'missing'
  | 'no-address'
  | 'not-https'
  | 'this-machine'
  | 'redirects'
  | 'left-https'
  | 'no-answer'
  | 'status'
  | 'answered-no'
export type PageSuffix =
  | 'redirects'
  | 'left-https'
  | 'no-answer'
  | 'status'
  | 'stack-trace'
  | 'raw-json'
  | 'not-html'
  | 'no-title'
  | 'no-words'
  | 'lang-missing'
  | 'lang-other'
  | 'language'
  | 'no-viewport'
  | 'too-wide'
  | 'leak-link'
  | 'leak-form'
  | 'leak-text'
  | 'leak-script'
  | 'leak-source'
  | 'leak-redirect'
  | 'leak-storage'
  | 'referrer'
  | 'referrer-open'
  | 'answered-no'

export type Findings<I extends string, S extends string> = { readonly [C in `${I}:${S}`]: Sentences }

export function prefixed<I extends string, S extends string>(
  id: I,
  findings: Readonly<Record<S, Sentences>>,
): Findings<I, S> {
  const entries = Object.entries(findings).map(([suffix, sentences]) => [`${id}:${suffix}`, sentences])
  return Object.fromEntries(entries) as Findings<I, S>
}
