import { describe, expect, it } from 'vitest'
import { linkTo, readDeepLink } from './deep-link.js'

describe('linkTo', () => {
  it.each([
    [{ finding: 'a b&c=d#"' }],
    [{ exchange: 'e3' }],
    [{ session: 's1', exchange: 'e3' }],
    [{ route: 'GET /produtos/{idProduto}' }],
  ])('reads back %o', (link) => {
    expect(readDeepLink(linkTo(link))).toEqual({
      finding: null,
      exchange: null,
      session: null,
      route: null,
      ...link,
    })
  })

  it('reads nothing from an address without a link', () => {
    expect(Object.values(readDeepLink(''))).toEqual([null, null, null, null])
  })
})
