/**
 * The errors of the tool: a key of the catalogue with its values, rendered in the reader's language where it is
 * shown. The class says whose fault it is. A service or application that breaks the specification is a finding, never
 * an error.
 */
import { type Catalogue, fill, type Lang } from './catalogue.js'

export type UiKey = keyof Catalogue['ui']

/** A sentence that is not rendered yet. A value may itself be such a sentence, or several. */
export interface Unsaid {
  readonly key: UiKey
  readonly values: ErrorValues
}

export type ErrorValues = { readonly [name: string]: string | number | null | Unsaid | readonly Unsaid[] }

abstract class KeyedError extends Error implements Unsaid {
  constructor(
    readonly key: UiKey,
    readonly values: ErrorValues = {},
  ) {
    super(`${key} ${JSON.stringify(values)}`)
    this.name = new.target.name
  }
}

/** The user's to mend: settings, a file, an account in use. The sentence says what to do next. Exit status 2. */
export class SettingsError extends KeyedError {}

/** Ours. Exit status 3. */
export class HarnessError extends KeyedError {}

/** True for an error that can be shown as a sentence. An error from a folder without words may name a key as well. */
export function isUnsaid(error: unknown): error is Unsaid {
  const { key, values } = (error ?? {}) as Partial<Unsaid>
  return typeof key === 'string' && typeof values === 'object' && values !== null
}

/** Whether the user can mend it. */
export function isMendable(error: unknown): error is Unsaid {
  return isUnsaid(error) && !(error instanceof HarnessError)
}

/** The sentence in a language. */
export function say({ key, values }: Unsaid, catalogue: Catalogue, lang: Lang): string {
  const said = Object.entries(values).map(([name, value]) => [name, valueIn(value, catalogue, lang)] as const)
  return fill(catalogue.ui[key], Object.fromEntries(said), lang)
}

function valueIn(value: ErrorValues[string], catalogue: Catalogue, lang: Lang): string | number | null {
  if (isList(value)) return value.map((one) => say(one, catalogue, lang)).join('; ')
  if (isUnsaid(value)) return say(value, catalogue, lang)
  return typeof value === 'string' ? explainSystemCode(value, catalogue) : value
}

/** Explains a system code such as `ENOENT`, and keeps its name so that it can be looked up. */
function explainSystemCode(value: string, { ui }: Catalogue): string {
  const sentences: Readonly<Record<string, string>> = ui
  const words = sentences[`system.${value}`]
  return words === undefined ? value : `${words}, ${value}`
}

function isList(value: ErrorValues[string]): value is readonly Unsaid[] {
  return Array.isArray(value)
}
