import { inflateRawSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { contract, malicious, passing } from '../../../test/browser/samples.js'
import { contentSecurityPolicy, renderPage } from './render-page.js'

const template = [
  '<!doctype html><html lang="en"><head>',
  `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'sha256-x'; connect-src 'self'">`,
  '<title>homologa</title></head><body><noscript><!--summary--></noscript>',
  '<script type="application/json" id="homologa-data"></script></body></html>',
].join('\n')

function dataIn(html: string): unknown {
  const [, encoding, text = ''] =
    /id="homologa-data"( data-encoding="deflate-raw")?>([^<]*)<\/script>/.exec(html) ?? []
  return JSON.parse(encoding ? inflateRawSync(Buffer.from(text, 'base64')).toString() : text)
}

describe('renderPage', () => {
  it.each([
    ['passing', passing()],
    ['malicious', malicious()],
    ['long', contract(2000)],
  ])('embeds %s data that reads back as it was', (_name, data) => {
    expect(dataIn(renderPage(template, data))).toEqual(JSON.parse(JSON.stringify(data)))
  })

  it('lets nothing in the data end its element, open a comment or become markup', () => {
    const html = renderPage(template, malicious())
    expect(html.match(/<script/g)).toHaveLength(1)
    expect(html.match(/<\/script/g)).toHaveLength(1)
    expect(html).not.toMatch(/<img|<!--|\u2028/)
  })

  it('names verdict and run in the title, and the language', () => {
    const html = renderPage(template, { ...passing(), lang: 'pt-BR' })
    expect(html).toContain('<title>pass · 20260804-120000-check · homologa</title>')
    expect(html).toContain('<html lang="pt-BR">')
  })

  it('forbids a report every connection, and allows a live page its own server', () => {
    expect(contentSecurityPolicy(renderPage(template, passing()))).toContain("connect-src 'none'")
    const live = { ...passing(), live: { eventsUrl: '/events', sessionsUrl: '/sessions' } }
    expect(contentSecurityPolicy(renderPage(template, live))).toContain("connect-src 'self'")
  })

  it('keeps ten thousand exchanges far below five megabytes', () => {
    expect(renderPage(template, contract(10_000)).length).toBeLessThan(1_500_000)
  })

  it('says what is wrong with a template that is not the built page', () => {
    expect(() => renderPage('<html></html>', passing())).toThrow('vite build')
    expect(() => contentSecurityPolicy('<html></html>')).toThrow('no policy')
  })
})
