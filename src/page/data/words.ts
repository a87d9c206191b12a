import { packed } from 'virtual:words'
import type { Catalogue, Lang } from '../../words/catalogue.js'

/** The sections of the catalogues that every page needs, in every language. */
export type PageWords = Readonly<
  Record<
    Lang,
    Pick<Catalogue, 'clauses' | 'findings' | 'readings' | 'page'> & {
      /** A part of the section `ui`, like the reasons for untested requirements. The page's build chooses it. */
      readonly ui: Readonly<Record<string, string>>
    }
  >
>

/** Unpacks the catalogues. They are most of a page's size, so the page carries them compressed. */
export async function loadWords<W extends PageWords = PageWords>(): Promise<W> {
  return JSON.parse(await inflate(packed)) as W
}

/** Reverses `deflateRawSync(text).toString('base64')` in a browser. */
export async function inflate(base64: string): Promise<string> {
  const packed = atob(base64)
  const bytes = new Uint8Array(packed.length)
  for (let at = 0; at < packed.length; at++) bytes[at] = packed.charCodeAt(at)
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'))
  return new Response(stream).text()
}
