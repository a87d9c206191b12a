/** The system's code for an error, such as `ENOENT`; empty if there is none. */
export function codeOf(thrown: unknown): string {
  return textIn(thrown, 'code') ?? ''
}

/** Why something failed, for the brackets of a message: the system's code, or the error's message if it has none. */
export function whyOf(thrown: unknown): string {
  return codeOf(thrown) || messageOf(thrown)
}

/** The message of an error, or any other thrown value as text. */
export function messageOf(thrown: unknown): string {
  return textIn(thrown, 'message') ?? String(thrown)
}

function textIn(thrown: unknown, name: 'code' | 'message'): string | null {
  const text: unknown = typeof thrown === 'object' && thrown !== null ? Reflect.get(thrown, name) : null
  return typeof text === 'string' ? text : null
}
