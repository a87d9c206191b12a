import { canonical } from '../node.js'

const wording = new Set(['summary', 'description', 'example', 'examples', 'externalDocs', 'title', 'links'])

/** Whether a keyword holds words for readers, which change nothing for a client. */
export function isWording(key: string): boolean {
  return wording.has(key) || key.startsWith('x-')
}

/** Both values as they are shown. */
export function textPair(before: unknown, after: unknown): { before: string | null; after: string | null } {
  return { before: shortText(before), after: shortText(after) }
}

function shortText(value: unknown): string | null {
  if (value === undefined) return null
  const text = typeof value === 'string' ? value : canonical(value)
  return text.length > 120 ? `${text.slice(0, 119)}…` : text
}
