import { deflateRawSync } from 'node:zlib'
import type { PageData } from '../../report/page-data.js'
import { makeVisible } from './make-visible.js'

/** Data with more characters is compressed, so that ten thousand exchanges make a page of less than a megabyte. */
const MOST_PLAIN_CHARS = 200_000

const BUILD_ADVICE = 'build it with `vite build --config vite.page.config.ts`'

/**
 * Renders a report as one HTML file: the built template `dist/page.html` with the data in place of an empty element. Other
 * programs wrote parts of the data, so it is escaped and cannot end that element.
 *
 * @throws {Error} if the template is not the built page
 */
export function renderPage(template: string, data: PageData): string {
  const named = replaceOnce(template, '<html lang="en">', `<html lang="${data.lang}">`)
  const titled = replaceOnce(named, '<title>homologa</title>', `<title>${escapeHtml(titleOf(data))}</title>`)
  const summarised = replaceOnce(titled, '<!--summary-->', escapeHtml(data.report.cause ?? ''))
  // only a live page connects to its server
  const restricted = data.live
    ? summarised
    : replaceOnce(summarised, "connect-src 'self'", "connect-src 'none'")
  return replaceOnce(restricted, dataElement(''), filledElement(data))
}

/**
 * The Content-Security-Policy that a rendered page declares, so that a server can also send it as a header. It contains the
 * hashes of the page's script and style. Add `frame-ancestors 'none'`, which only a header can express.
 *
 * @throws {Error} if the text is not the built page
 */
export function contentSecurityPolicy(html: string): string {
  const found = /<meta http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(html)?.[1]
  if (found === undefined) throw new Error(`the page declares no policy; ${BUILD_ADVICE}`)
  return found
}

function titleOf({ report, live }: PageData): string {
  return live ? `${report.run.command} · homologa` : `${report.verdict} · ${report.run.id} · homologa`
}

/** The element that holds the data. The template has it without text. */
function dataElement(text: string, attributes = ''): string {
  return `<script type="application/json" id="homologa-data"${attributes}>${text}</script>`
}

function filledElement(data: PageData): string {
  const json = JSON.stringify(data)
  if (json.length <= MOST_PLAIN_CHARS) return dataElement(escapeJson(json))
  const packed = deflateRawSync(json, { level: 4 }).toString('base64') // faster than the default level 6
  return dataElement(packed, ' data-encoding="deflate-raw"')
}

/** Escapes characters that HTML or JavaScript would interpret. The JSON stays equivalent. */
function escapeJson(json: string): string {
  return json.replace(/[<>&\u2028\u2029]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
  })
}

function escapeHtml(text: string): string {
  return makeVisible(text).replace(/[<>&"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

function replaceOnce(text: string, wanted: string, replacement: string): string {
  const at = text.indexOf(wanted)
  if (at < 0) throw new Error(`the page's template lacks ${wanted}; ${BUILD_ADVICE}`)
  return text.slice(0, at) + replacement + text.slice(at + wanted.length)
}
