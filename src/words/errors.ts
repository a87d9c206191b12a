/**
 * The errors of homologa. An error holds the key of its message in the catalogue and the message's values; {@link say} renders it in the
 * reader's language when it is shown. The class tells whose fault it is. A service or an application that breaks the specification is no
 * error but a finding.
 */
import { type Catalogue, fill, type Lang, type UiKey } from './catalogue.js'

export type { UiKey }

/** A message that is not rendered yet. A value may be such a message again, or a list of them. */
export interface MessageReference {
  readonly key: UiKey
  readonly values: ErrorValues
}

export type ErrorValues = {
  readonly [name: string]: string | number | null | MessageReference | readonly MessageReference[]
}

abstract class KeyedError extends Error implements MessageReference {
  constructor(
    readonly key: UiKey,
    readonly values: ErrorValues = {},
  ) {
    super(`${key} ${JSON.stringify(values)}`)
    this.name = new.target.name
  }
}

/** An error that the user can fix: settings, a file, an account in use. Its message says how. Exit status 2. */
export class SettingsError extends KeyedError {}

/** An internal error, which is our fault. Exit status 3. */
export class HarnessError extends KeyedError {}

/** Whether an error can be rendered. Errors of folders that must not import this one (RecordingError) have a key and values too. */
export function isMessageReference(error: unknown): error is MessageReference {
  const { key, values } = (error ?? {}) as Partial<MessageReference>
  return typeof key === 'string' && typeof values === 'object' && values !== null
}

/** Whether an error is one that the user can fix: any that can be rendered, unless it is ours. */
export function isFixable(error: unknown): error is MessageReference {
  return isMessageReference(error) && !(error instanceof HarnessError)
}

/** Renders a message in a language. */
export function say({ key, values }: MessageReference, catalogue: Catalogue, lang: Lang): string {
  const rendered = Object.entries(values).map(
    ([name, value]) => [name, renderValue(value, catalogue, lang)] as const,
  )
  return fill(catalogue.ui[key], Object.fromEntries(rendered), lang)
}

function renderValue(value: ErrorValues[string], catalogue: Catalogue, lang: Lang): string | number | null {
  if (isList(value)) return value.map((message) => say(message, catalogue, lang)).join('; ')
  if (isMessageReference(value)) return say(value, catalogue, lang)
  return typeof value === 'string' ? explainSystemCode(value, catalogue) : value
}

/** Explains a code of the system and keeps the code, so that it can be looked up: `no such file, ENOENT`. */
function explainSystemCode(value: string, { ui }: Catalogue): string {
  const sentences: Readonly<Record<string, string>> = ui
  const words = sentences[`system.${value}`]
  return words === undefined ? value : `${words}, ${value}`
}

function isList(value: ErrorValues[string]): value is readonly MessageReference[] {
  return Array.isArray(value)
}
