/** What commands a terminal or turns the direction of reading: harmless in JSON when written as escapes, and read back the same. */
const COMMANDING = /[\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/
const EVERY_COMMANDING = new RegExp(COMMANDING.source, 'g')

/** A value as one line of JSON that may be shown anywhere. */
export function jsonLine(value: unknown): string {
  return harmless(JSON.stringify(value))
}

/** JSON that says the same and may be shown anywhere. */
export function harmless(json: string): string {
  return COMMANDING.test(json) ? json.replace(EVERY_COMMANDING, escaped) : json
}

function escaped(char: string): string {
  return `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`
}
