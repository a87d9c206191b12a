/** What programs write where a variable holds nothing, as one alternative of an expression without regard to case. */
export const NOTHING = String.raw`undefined|null|nil|none|nan|\[object \w+\]`

const nothing = new RegExp(`^(?:${NOTHING})?$`, 'i')

/** Whether a program that held no value would send this. */
export function isUnset(sent: unknown): boolean {
  return nothing.test(String(sent ?? ''))
}
