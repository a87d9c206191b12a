/** Strings that programs write if a variable is empty, as one alternative of a case-insensitive expression. */
export const NOTHING = String.raw`undefined|null|nil|none|nan|\[object \w+\]`

const nothing = new RegExp(`^(?:${NOTHING})?$`, 'i')

/** Whether a program that held no value would send this. */
export function isUnset(sent: unknown): boolean {
  return nothing.test(String(sent ?? ''))
}
