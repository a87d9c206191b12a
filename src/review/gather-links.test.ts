import { expect, it } from 'vitest'
import { registration } from '../rules/application/facts.fixture.js'
import { gatherLinks, gatherLogo } from './gather-attributes.js'
import type { Visit, Visitor } from './link-visitor.js'
import { visitOf } from './visit.fixture.js'

const visitor = (respond: (url: string) => Partial<Visit>): Visitor => ({
  visit: async (url) => visitOf({ finalUrl: url, ...respond(url) }),
  submit: () => Promise.reject(new Error('a link is no button')),
})

it.each([
  ['two hosts', 'https://app.example/manual', ['offline', 'offline']],
  ['one host', 'https://www.example/manual', [null, null]],
])(
  'takes names of %s without an address for a machine without network, where there are two',
  async (_many, manualLink, skipped) => {
    const links = { redirectLink: '', videoLink: '', homepageLink: 'https://www.example/', manualLink }
    const unresolved = visitor(() => ({ status: null, failure: 'unresolved' }))
    const { homepage, manual } = await gatherLinks(registration(links), () => unresolved)
    expect([homepage.skipped, manual.skipped]).toEqual(skipped)
  },
)

it('reads no logo out of an answer that is none', async () => {
  const missing = visitor(() => ({ status: 404 }))
  expect(await gatherLogo('https://app.example/logo.png', '.', missing)).toEqual({
    kind: 'unreadable',
    reason: 'status 404',
  })
})
