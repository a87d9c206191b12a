import { packed } from 'virtual:words'
import type { Catalogue, Lang } from '../../words/catalogue.js'
import { inflate } from './inflate.js'

/** The sections of the catalogues that every page needs, in every language. */
export type PageWords = Readonly<
  Record<
    Lang,
    Pick<Catalogue, 'clauses' | 'findings' | 'readings' | 'page'> & {
      /** At least the assumptions of profiles and the reasons for untested requirements. */
      readonly ui: Readonly<Record<string, string>>
    }
  >
>

/** Unpacks the catalogues: they are most of a page's size, so they travel compressed. Which sections came along the build decides. */
export async function loadWords<W extends PageWords = PageWords>(): Promise<W> {
  return JSON.parse(await inflate(packed)) as W
}
