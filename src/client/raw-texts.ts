import type { Dispatcher } from 'undici'

/** Names and values by turns, as undici read them. Latin-1 keeps every byte, so that a value goes on as it came. */
export function rawTexts(raw: Dispatcher.DispatchController['rawHeaders']): string[] {
  if (!Array.isArray(raw)) return []
  return raw.map((one) => (typeof one === 'string' ? one : one.toString('latin1')))
}
