import { deflateRawSync } from 'node:zlib'
import type { PageData } from '../../report/page-data.js'
import { visible } from './visible.js'

/**
 * The page's template is built once (`dist/page.html`); a report is the template with its data in the one place that is kept for
 * it. The data is text of strangers: nothing in it can end the element that holds it.
 */

const placeholder = '<script type="application/json" id="homologa-data"></script>'
const title = '<title>homologa</title>'

/** Data above this many characters is compressed, so that ten thousand exchanges make a page of less than a megabyte. */
const PLAIN_LIMIT = 200_000

/**
 * Embeds the data into the template of the page.
 *
 * @throws {Error} where the template is not the built page.
 */
export function renderPage(template: string, data: PageData): string {
  const named = replaceOnce(template, '<html lang="en">', `<html lang="${data.lang}">`)
  const titled = replaceOnce(named, title, `<title>${escapeHtml(titleOf(data))}</title>`)
  const told = replaceOnce(titled, '<!--summary-->', escapeHtml(data.report.cause ?? ''))
  const allowed = data.live ? told : told.replace("connect-src 'self'", "connect-src 'none'")
  return replaceOnce(allowed, placeholder, dataElement(data))
}

/**
 * The Content-Security-Policy that a rendered page declares, for a server to send as a header as well. It holds the
 * hashes of the page's script and style. Add `frame-ancestors 'none'`, which only a header can express.
 *
 * @throws {Error} if the text is not the built page
 */
export function contentSecurityPolicy(html: string): string {
  const found = /<meta http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(html)?.[1]
  if (found === undefined)
    throw new Error('the page declares no policy; build it with `vite build --config vite.page.config.ts`')
  return found
}

function titleOf({ report, live }: PageData): string {
  return live ? `${report.run.command} · homologa` : `${report.verdict} · ${report.run.id} · homologa`
}

function dataElement(data: PageData): string {
  const json = JSON.stringify(data)
  if (json.length <= PLAIN_LIMIT) {
    return `<script type="application/json" id="homologa-data">${escapeJson(json)}</script>`
  }
  const packed = deflateRawSync(json, { level: 4 }).toString('base64')
  return `<script type="application/json" id="homologa-data" data-encoding="deflate-raw">${packed}</script>`
}

/** Escapes characters that HTML or JavaScript would interpret. The JSON stays equivalent. */
function escapeJson(json: string): string {
  return json.replace(/[<>&\u2028\u2029]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
  })
}

function escapeHtml(text: string): string {
  return visible(text).replace(/[<>&"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

function replaceOnce(text: string, wanted: string, replacement: string): string {
  const at = text.indexOf(wanted)
  if (at < 0)
    throw new Error(
      `the page's template lacks ${wanted}; build it with \`vite build --config vite.page.config.ts\``,
    )
  return text.slice(0, at) + replacement + text.slice(at + wanted.length)
}
