import { packed } from 'virtual:words'
import type { Catalogue, Lang } from '../../words/catalogue.js'
import { inflate } from './inflate.js'

/** What the page needs of the catalogues, in both languages. */
export type PageWords = Readonly<Record<Lang, Pick<Catalogue, 'findings' | 'readings' | 'page'>>>

/** Unpacks the catalogues: they are most of the page's size, so they travel compressed. */
export async function loadWords(): Promise<PageWords> {
  return JSON.parse(await inflate(packed)) as PageWords
}
