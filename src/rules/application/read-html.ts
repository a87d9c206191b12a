/** What a person and a browser find on a page, read without a browser. */
export interface HtmlReading {
  readonly title: string
  /** `lang` of the document; empty where it names none. */
  readonly lang: string
  readonly text: string
  readonly words: readonly string[]
  /** `content` of the viewport's meta element; null where there is none. */
  readonly viewport: string | null
  /** `content` of the referrer's meta element, else empty. */
  readonly referrer: string
  /** Addresses that the page leads to or loads from, as written. */
  readonly links: readonly string[]
  /** Whether scripts may draw what is not in the text. */
  readonly hasScripts: boolean
}

/** As much of a page as is read; beyond that lies nothing that a person would read. */
const MAX_CHARACTERS = 400_000

/** Reads a page leniently, as browsers do: what is broken is read as far as it goes. */
export function readHtml(whole: string): HtmlReading {
  const html = whole.slice(0, MAX_CHARACTERS).replace(/<!--[\s\S]*?(?:-->|$)/g, '')
  const markup = html.replace(/<(script|style|template|svg)\b[^>]*>[\s\S]*?(?:<\/\1\s*>|$)/gi, ' ')
  const text = visibleText(markup)
  return {
    title: tidy(decoded(/<title\b[^>]*>([\s\S]*?)<\/title/i.exec(html)?.[1] ?? '')),
    lang: attributeOf(/<html\b[^>]*>/i.exec(html)?.[0] ?? '', 'lang'),
    text,
    words: wordsOf(text),
    viewport: metaContent(html, 'viewport'),
    referrer: metaContent(html, 'referrer') ?? '',
    links: linksOf(html),
    hasScripts: /<script\b/i.test(html),
  }
}

export function wordsOf(text: string): string[] {
  return text.match(/\p{L}[\p{L}\p{N}'’-]*/gu) ?? []
}

function visibleText(markup: string): string {
  const body = markup
    .replace(/<head\b[\s\S]*?<\/head\s*>/i, ' ')
    .replace(/<title\b[\s\S]*?<\/title\s*>/gi, ' ')
  const shown = body
    .replace(/<noscript\b[^>]*>[\s\S]*?<\/noscript\s*>/gi, ' ')
    .replace(
      /<(\w+)\b[^>]*\s(?:hidden(?=[\s>/=])|style\s*=\s*["'][^"']*display\s*:\s*none)[^>]*>[\s\S]*?<\/\1\s*>/gi,
      ' ',
    )
  return tidy(decoded(shown.replace(/<\/?[a-z!][^>]*>/gi, ' ')))
}

function tidy(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
}

/** The entities that matter for reading; accented letters by name count as letters. */
function decoded(text: string): string {
  return text.replace(/&(?:#x([0-9a-f]+)|#(\d+)|([a-z]+));/gi, (whole, hex, decimal, name: string) => {
    if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? letterOf(name) ?? whole
    const point = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
    return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : whole
  })
}

const ACCENTS: Readonly<Record<string, string>> = {
  acute: '\u0301',
  grave: '\u0300',
  circ: '\u0302',
  tilde: '\u0303',
  uml: '\u0308',
  cedil: '\u0327',
}

function letterOf(name: string): string | null {
  const found = /^([a-z])(acute|grave|circ|tilde|uml|cedil)$/i.exec(name)
  return found ? `${found[1]}${ACCENTS[found[2] ?? '']}`.normalize('NFC') : null
}

/** Value of an attribute in a tag's text, or an empty text. */
export function attributeOf(tag: string, name: string): string {
  const found = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'i').exec(tag)
  return decoded(found?.[1] ?? found?.[2] ?? found?.[3] ?? '').trim()
}

function metaContent(html: string, name: string): string | null {
  for (const [tag] of html.matchAll(/<meta\b[^>]*>/gi)) {
    if (attributeOf(tag, 'name').toLowerCase() === name) return attributeOf(tag, 'content')
  }
  return null
}

function linksOf(html: string): string[] {
  return [...html.matchAll(/<[a-z][\w-]*\b[^>]*>/gi)].flatMap(([tag]) =>
    ['href', 'src', 'action', 'formaction', 'content', 'data'].flatMap((name) => {
      const value = attributeOf(tag, name)
      return value === '' ? [] : [value]
    }),
  )
}

const COMMON_WORDS = {
  pt: 'de a o que e do da em um para não com uma os no se na por mais as dos como mas ao ele das à seu sua ou quando já também só pelo pela até isso foi você sua seus está conta aplicativo autorização acesso',
  en: 'the of and to in is that for it as was with be by on not he his but at are this have from or had an they which you were her all she there would their we has been your account application access please',
  es: 'de la que el en y a los del se las por un para con no una su al lo como más pero sus le ya o este sí porque esta entre cuando muy sin sobre también me hasta hay donde quien desde todo nos usted cuenta aplicación acceso',
} as const

const MIN_TELLING_WORDS = 4

/** The language that the words speak, or null where there are too few to tell. */
export function languageOf(words: readonly string[]): keyof typeof COMMON_WORDS | null {
  const scores = (Object.keys(COMMON_WORDS) as (keyof typeof COMMON_WORDS)[]).map((lang) => {
    const common = new Set(COMMON_WORDS[lang].split(' '))
    return { lang, score: words.filter((word) => common.has(word.toLowerCase())).length }
  })
  const [best, second] = scores.sort((a, b) => b.score - a.score)
  if (!best || best.score < MIN_TELLING_WORDS || best.score === second?.score) return null
  return best.lang
}

const TRACES = [
  /\n?\s*at (?:async )?[\w$.<>[\] ]+ ?\(?(?:file:\/\/|node:|\/|[A-Z]:\\)[^\s)]+:\d+(?::\d+)?\)?/,
  /Traceback \(most recent call last\)/,
  /File "[^"]+", line \d+, in /,
  /\bat [\w$.]+\([\w$]+\.(?:java|kt|scala|cs):?\d*\)/,
  /(?:Fatal error|Warning|Notice|Parse error): .{1,300} in .{1,200} on line \d+/s,
  /Stack trace:|Whitelabel Error Page|\bORA-\d{5}\b|SQLSTATE\[|UnhandledPromiseRejection|node_modules\//,
  /\b(?:Type|Reference|Syntax|Range)Error: /,
  /(?:Exception|Error) in thread |Caused by: [\w.]+Exception|^\s*[\w.]+Exception: /m,
  /#\d+ [^\s]+\.php\(\d+\)|\.rb:\d+:in [`']|goroutine \d+ \[running\]/,
]

/** Whether the text shows a program's insides. */
export function showsTrace(text: string): boolean {
  return TRACES.some((trace) => trace.test(text))
}

/** Whether a person is shown data instead of words. */
export function isRawJson(text: string): boolean {
  const trimmed = text.trim()
  if (/^[[{]/.test(trimmed) && /["'\]}]/.test(trimmed)) return /^\{\s*["'}]|^\[\s*[[{"'\]\d]/.test(trimmed)
  return /\{\s*"(?:error|code|message|status|data|access_token|statusCode)"\s*:/.test(trimmed)
}
