import { createBase, type Placed } from '../exchange/address.js'

let last: { readonly baseUrl: string; readonly read: (text: string) => Placed } | null = null

/** An address as seen from the base of a context. Streams have one base: its reader is kept, and with it the last address. */
export function readBelow(text: string, { baseUrl }: { readonly baseUrl: string }): Placed {
  if (last?.baseUrl !== baseUrl) last = { baseUrl, read: createBase(baseUrl) }
  return last.read(text)
}
