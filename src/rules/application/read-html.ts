import { keysOf } from '../../specification/plain-object.js'

/** The content that a person and a browser find on a page, read without a browser. */
export interface HtmlReading {
  readonly title: string
  /** The text of the first `h1`, or of the first `h2` if the page has no `h1`; otherwise empty. */
  readonly heading: string
  /** `lang` of the document; empty where it names none. */
  readonly lang: string
  readonly text: string
  readonly words: readonly string[]
  /** `content` of the viewport's meta element; empty if the page has no such element. */
  readonly viewport: string
  /** `content` of the referrer's meta element; empty if the page has no such element. */
  readonly referrer: string
  /** The address to which the page redirects its reader at once, as written; empty if it does not. */
  readonly refresh: string
  /** Addresses that the page leads to or loads from, as written. */
  readonly links: readonly string[]
  /** Whether scripts or frames may show what is not in the text. */
  readonly hasScripts: boolean
  /** Whether it asks for a password. */
  readonly hasPassword: boolean
}

/**
 * The part of a page that is read. It is large because styles, scripts and pictures in the page may come before its
 * first word.
 */
const MAX_CHARACTERS = 2_000_000
/** As much of its text as is searched for traces; beyond that lies nothing that a person would read. */
const MAX_SEARCHED = 400_000

/** A piece of a page. Of elements that browsers do not read as markup (scripts, styles, the title), `content` is the inside. */
export type HtmlToken =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'open' | 'close'; readonly name: string; readonly tag: string }
  | { readonly kind: 'raw'; readonly name: string; readonly tag: string; readonly content: string }

const RAW = new Set(['script', 'style', 'title', 'textarea'])

/** Takes a page apart in one pass, leniently: what is broken is read as far as it goes. */
export function* tokensOf(whole: string): Generator<HtmlToken, void> {
  const html = whole.slice(0, MAX_CHARACTERS)
  const lower = html.toLowerCase()
  for (let at = 0; ; ) {
    const start = html.indexOf('<', at)
    const end = start < 0 ? -1 : html.indexOf('>', start)
    if (end < 0) {
      if (start < 0 || !/[a-z/!]/i.test(html[start + 1] ?? '')) yield { kind: 'text', text: html.slice(at) }
      else yield { kind: 'text', text: html.slice(at, start) }
      return
    }
    if (start > at) yield { kind: 'text', text: html.slice(at, start) }
    if (html.startsWith('<!--', start)) {
      const close = html.indexOf('-->', start + 4)
      at = close < 0 ? html.length : close + 3
      continue
    }
    const tag = html.slice(start, end + 1)
    const name = /^<\/?([a-z][\w-]*)/i.exec(tag)?.[1]?.toLowerCase()
    if (name === undefined) {
      const isText = !/^<[!?/]/.test(tag)
      if (isText) yield { kind: 'text', text: '<' }
      at = isText ? start + 1 : end + 1
      continue
    }
    at = end + 1
    if (tag.startsWith('</')) yield { kind: 'close', name, tag }
    else if (RAW.has(name)) {
      const close = lower.indexOf(`</${name}`, at)
      const until = close < 0 ? html.length : close
      yield { kind: 'raw', name, tag, content: html.slice(at, until) }
      at = until
    } else yield { kind: 'open', name, tag }
  }
}

/** Reads a page as browsers do. */
export function readHtml(html: string): HtmlReading {
  const tags: string[] = []
  const texts: string[] = []
  const hidden = createHiding()
  const headings = createHeadings()
  let [title, lang, refresh, hasScripts] = ['', '', '', false]
  for (const token of tokensOf(html)) {
    if (token.kind === 'text') {
      if (!hidden.isOn) texts.push(token.text)
      if (!hidden.isOn) headings.hear(token.text)
      continue
    }
    hidden.see(token)
    headings.see(token)
    texts.push(' ')
    if (token.kind !== 'close') tags.push(token.tag)
    if (token.kind === 'raw' && token.name === 'title' && !hidden.isOn) title ||= tidy(decoded(token.content))
    if (token.name === 'html' && token.kind === 'open') lang = attributeOf(token.tag, 'lang')
    if (token.name === 'meta' && !hidden.isOn) refresh ||= refreshOf(token)
    hasScripts ||= SHOW_MORE.has(token.name)
  }
  const text = tidy(decoded(texts.join('')))
  return {
    title,
    heading: headings.first,
    lang,
    text,
    words: wordsOf(text),
    viewport: metaContent(tags, 'viewport'),
    referrer: metaContent(tags, 'referrer'),
    refresh,
    links: tags.flatMap(addressesOf),
    hasScripts,
    hasPassword: tags.some(
      (tag) => /^<input\b/i.test(tag) && attributeOf(tag, 'type').toLowerCase() === 'password',
    ),
  }
}

const SHOW_MORE = new Set(['script', 'frame', 'iframe'])

type Tag = Exclude<HtmlToken, { kind: 'text' }>

const HEADINGS = new Set(['h1', 'h2'])

/** Gathers the text of the first heading of each of the two highest ranks. */
function createHeadings() {
  const texts = new Map<string, string>()
  let inside: string | null = null
  return {
    see({ kind, name }: Tag): void {
      if (!HEADINGS.has(name)) return
      inside = kind === 'open' && !texts.has(name) ? name : null
    },
    hear(text: string): void {
      if (inside !== null) texts.set(inside, (texts.get(inside) ?? '') + text)
    },
    get first(): string {
      return tidy(decoded(texts.get('h1') ?? texts.get('h2') ?? ''))
    },
  }
}

const NEVER_SHOWN = new Set(['svg', 'noscript', 'template'])
const EMPTY = new Set([
  'input',
  'img',
  'br',
  'hr',
  'meta',
  'link',
  'source',
  'wbr',
  'area',
  'base',
  'col',
  'embed',
  'track',
])

/** Tracks the outermost hidden element until it closes. */
function createHiding() {
  let name: string | null = null
  let depth = 0
  return {
    get isOn() {
      return name !== null
    },
    see(token: Tag) {
      if (EMPTY.has(token.name)) return
      if (name === null && token.kind === 'open' && isHidden(token.name, token.tag)) name = token.name
      if (token.name !== name) return
      depth += token.kind === 'open' ? 1 : -1
      if (depth <= 0) name = null
    },
  }
}

function isHidden(name: string, tag: string): boolean {
  if (NEVER_SHOWN.has(name)) return true
  return /\shidden(?=[\s>/=])/i.test(tag) || /display\s?:\s?none/i.test(attributeOf(tag, 'style'))
}

export function wordsOf(text: string): string[] {
  return text.match(/\p{L}[\p{L}\p{N}'’-]*/gu) ?? []
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

function metaContent(tags: readonly string[], name: string): string {
  const meta = tags.find((tag) => /^<meta\b/i.test(tag) && attributeOf(tag, 'name').toLowerCase() === name)
  return attributeOf(meta ?? '', 'content')
}

function refreshOf({ tag }: Tag): string {
  if (attributeOf(tag, 'http-equiv').toLowerCase() !== 'refresh') return ''
  return addressOfRefresh(attributeOf(tag, 'content'))
}

/** Returns the address to which a refresh, of a page or of its header, leads at once; empty if it does not. */
export function addressOfRefresh(content: string): string {
  return /^0+(?:\.\d*)?\s*[;,]\s*(?:url\s*=\s*)?["']?([^"']+)/i.exec(content)?.[1] ?? ''
}

const ADDRESSES = ['href', 'src', 'action', 'formaction', 'content', 'data', 'srcset']

/** Values of a tag's attributes that may be addresses. */
export function addressesOf(tag: string): string[] {
  return ADDRESSES.map((name) => attributeOf(tag, name)).filter((value) => value !== '')
}

const COMMON_WORDS = {
  pt: 'de a o que e do da em um para não com uma os no se na por mais as dos como mas ao ele das à seu sua ou quando já também só pelo pela até isso foi você sua seus está conta aplicativo autorização acesso',
  en: 'the of and to in is that for it as was with be by on not he his but at are this have from or had an they which you were her all she there would their we has been your account application access please',
  es: 'de la que el en y a los del se las por un para con no una su al lo como más pero sus le ya o este sí porque esta entre cuando muy sin sobre también me hasta hay donde quien desde todo nos usted cuenta aplicación acceso',
} as const

const MIN_TELLING_WORDS = 4

/** Whether `languageOf` can recognize this language. Any other language would be mistaken for a similar one. */
export function isToldApart(language: string): boolean {
  return Object.hasOwn(COMMON_WORDS, language)
}

/** The language that the words speak, or null where there are too few to tell. */
export function languageOf(words: readonly string[]): keyof typeof COMMON_WORDS | null {
  const scores = keysOf(COMMON_WORDS).map((lang) => {
    const common = new Set(COMMON_WORDS[lang].split(' '))
    return { lang, score: words.filter((word) => common.has(word.toLowerCase())).length }
  })
  const [best, second] = scores.sort((a, b) => b.score - a.score)
  if (!best || best.score < MIN_TELLING_WORDS || best.score === second?.score) return null
  return best.lang
}

/** Bounded, so that a page made to last does not. */
const TRACES = [
  /\bat (?:async )?[\w$.<>[\] ]{1,120} ?\(?(?:file:\/\/|node:|\/|[A-Z]:\\)[^\s)]{1,300}:\d+(?::\d+)?\)?/,
  /Traceback \(most recent call last\)/,
  /File "[^"\n]{1,300}", line \d+, in /,
  /\bat [\w$.]{1,200}\([\w$]{1,100}\.(?:java|kt|scala|cs):?\d*\)/,
  /(?:Fatal error|Warning|Notice|Parse error): .{1,400} on line \d+/,
  /Stack trace:|Whitelabel Error Page|\bORA-\d{5}\b|SQLSTATE\[|UnhandledPromiseRejection|node_modules\//,
  /\b(?:Type|Reference|Syntax|Range)Error: /,
  /(?:Exception|Error) in thread |Caused by: [\w.]{1,200}Exception|\b[\w.]{1,200}\.[A-Z]\w{1,80}Exception\b/,
  /\.php(?: on line |:)\d|#\d+ [^\s]{1,300}\.php\(\d+\)|\.rb:\d+:in [`']|goroutine \d+ \[running\]/,
]

/** Whether the text shows a program's insides. */
export function showsTrace(text: string): boolean {
  const read = text.slice(0, MAX_SEARCHED)
  return TRACES.some((trace) => trace.test(read))
}

/** Whether a person is shown data instead of words. */
export function isRawJson(text: string): boolean {
  const trimmed = text.trim()
  if (/^[[{]/.test(trimmed) && /["'\]}]/.test(trimmed)) return /^\{\s*["'}]|^\[\s*[[{"'\]\d]/.test(trimmed)
  return /\{\s*"(?:error|code|message|status|data|access_token|statusCode)"\s*:/.test(trimmed)
}
