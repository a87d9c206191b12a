import { plainText } from '../exchange/plain-text.js'

/**
 * Makes the text of others safe for the place where it is shown. A response may contain characters that command a terminal,
 * end an XML element or open a cell of a table; these functions escape them.
 */

/** The text on one line. */
export function oneLine(text: string): string {
  return plainText(text).replace(/\s*[\n\t]\s*/g, ' ')
}

const MOST_CHARS = 400

/** The text on one line, cut after 400 characters. */
export function brief(text: string): string {
  const line = oneLine(text)
  if (line.length <= MOST_CHARS) return line
  // the cut may have split the last character, which takes two places if it is an emoji
  const whole = [...line.slice(0, MOST_CHARS)].slice(0, -1)
  return `${whole.join('')}…`
}

const XML_NAMES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

/** Content of an XML element, without `]]>` and without characters that XML forbids. */
export function xmlText(text: string): string {
  return plainText(text).replace(/[&<>"']/g, (char) => XML_NAMES[char] ?? char)
}

/** Value of an XML attribute, line feeds kept. */
export function xmlAttribute(text: string): string {
  return xmlText(text).replace(/\n/g, '&#10;').replace(/\t/g, '&#9;')
}

/** A paragraph of Markdown, on one line. Pairs of backticks stay code; everything else that Markdown or HTML reads is escaped. */
export function markdownText(text: string): string {
  const parts = oneLine(text).split('`')
  // an odd number of backticks: one of them has no counterpart
  if (parts.length % 2 === 0) return escapeMarkdown(parts.join("'"))
  return parts.map((part, i) => (i % 2 === 0 ? escapeMarkdown(part) : markdownCode(part))).join('')
}

/** Inline code of Markdown: fenced by more backticks than the text holds. It can stand in a cell of a table. */
export function markdownCode(text: string): string {
  const line = oneLine(text).replaceAll('|', '\\|')
  if (line === '') return ''
  const longest = Math.max(0, ...(line.match(/`+/g) ?? []).map((run) => run.length))
  const fence = '`'.repeat(longest + 1)
  return longest > 0 ? `${fence} ${line} ${fence}` : `${fence}${line}${fence}`
}

function escapeMarkdown(text: string): string {
  return (
    text
      .replace(/[\\*_[\]|~#<>&]/g, (char) => (XML_NAMES[char] ? XML_NAMES[char] : `\\${char}`))
      // A word joiner after `@`, so that GitHub notifies nobody of that name.
      .replace(/@(?=\w)/g, '@\u2060')
  )
}
