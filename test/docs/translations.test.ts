import { describe, expect, it } from 'vitest'
import { type Document, documents } from './documents.js'

const translated = /(tutorials|how-to)\/|(own-suites|readings|safety|what-a-verdict-promises)\.md$/
const english = documents.filter(
  ({ path }) => /^docs\/(?!pt-BR|contributing)/.test(path) && translated.test(path),
)
const twinOf = ({ path }: Document) =>
  documents.find((one) => one.path === path.replace('docs/', 'docs/pt-BR/'))

/** What a page is made of: its headings' ranks, its blocks' languages and how many commands each holds, its rows. */
function skeletonOf({ text }: Document): readonly string[] {
  return [...text.matchAll(/^(#+) |^```(\w*)\n([\s\S]*?)^```$|^\|/gm)].map(
    ([whole, heading, language, block]) =>
      block === undefined
        ? (heading ?? whole)
        : `${language} ${language === 'sh' ? block.trim().split('\n').length : ''}`,
  )
}

describe('a page for users', () => {
  it.each(english.map((page) => [page.path, page] as const))('exists in both languages: %s', (path, page) => {
    const twin = twinOf(page)
    expect(twin && skeletonOf(twin)).toEqual(skeletonOf(page))
    expect(page.text).toContain(`pt-BR/${path.replace('docs/', '')})`)
    expect(twin?.text).toContain(`../${path.replace('docs/', '')})`)
  })

  it('is not left over in Portuguese alone', () => {
    const own = documents.filter(({ path }) => path.startsWith('docs/pt-BR/') && translated.test(path))
    expect(own).toHaveLength(english.length)
  })
})
