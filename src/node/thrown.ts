/** The system's name of what went wrong, such as `ENOENT`; empty where there is none. */
export function codeOf(thrown: unknown): string {
  return textIn(thrown, 'code') ?? ''
}

/** Why something failed, in brackets of a sentence: the system's name, or what the error says where it has none. */
export function whyOf(thrown: unknown): string {
  return codeOf(thrown) || messageOf(thrown)
}

/** What an error says; of anything else that was thrown, its text. */
export function messageOf(thrown: unknown): string {
  return textIn(thrown, 'message') ?? String(thrown)
}

function textIn(thrown: unknown, name: 'code' | 'message'): string | null {
  const text: unknown = typeof thrown === 'object' && thrown !== null ? Reflect.get(thrown, name) : null
  return typeof text === 'string' ? text : null
}
