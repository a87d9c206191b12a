import { type DefaultTreeAdapterTypes, parse } from 'parse5'
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
  readonly hasPassword: boolean
}

/** Large, because styles, scripts and pictures may come before the first word of a page. */
const MAX_CHARACTERS = 2_000_000
/** As much of its text as is searched for traces; beyond that lies nothing that a person would read. */
const MAX_SEARCHED = 400_000

export type HtmlElement = DefaultTreeAdapterTypes.Element
type HtmlText = DefaultTreeAdapterTypes.TextNode
type HtmlNode = DefaultTreeAdapterTypes.Node

/** One node of a page, and whether a browser that runs scripts never shows it. */
interface Met {
  readonly node: HtmlNode
  readonly isHidden: boolean
  /** False where the node begins, true where an element ends. */
  readonly isEnd: boolean
}

/** Parses a page as browsers do; scripts count as running, so `noscript` is text that nobody sees. */
export function parseHtml(html: string): HtmlNode {
  return parse(html.slice(0, MAX_CHARACTERS))
}

/** Walks through a page in its order, without recursion, because a page may be nested as deep as it likes. */
export function* nodesIn(root: HtmlNode): Generator<Met, void> {
  const open = [{ node: root, isHidden: false, next: 0 }]
  for (let at = open.at(-1); at; at = open.at(-1)) {
    const { node, isHidden } = at
    if (at.next === 0) yield { node, isHidden, isEnd: false }
    const child = 'childNodes' in node ? node.childNodes[at.next++] : undefined
    if (child) open.push({ node: child, isHidden: isHidden || isHiddenElement(child), next: 0 })
    else {
      open.pop()
      if (isElement(node)) yield { node, isHidden, isEnd: true }
    }
  }
}

export function elementsIn(root: HtmlNode): HtmlElement[] {
  return [...nodesIn(root)].flatMap(({ node, isEnd }) => (isElement(node) && !isEnd ? [node] : []))
}

export function isElement(node: HtmlNode): node is HtmlElement {
  return 'tagName' in node
}

export function isText(node: HtmlNode): node is HtmlText {
  return node.nodeName === '#text'
}

export function readHtml(html: string): HtmlReading {
  const elements: HtmlElement[] = []
  const texts: string[] = []
  const headings = new Map<string, string>()
  let [title, refresh, heading] = ['', '', '']
  for (const { node, isHidden, isEnd } of nodesIn(parseHtml(html))) {
    if (isElement(node)) {
      texts.push(' ')
      const { tagName } = node
      if (isEnd) heading = heading === tagName ? '' : heading
      else {
        elements.push(node)
        const isMeta = tagName === 'meta' && !isHidden
        if (isMeta && attributeOf(node, 'http-equiv').toLowerCase() === 'refresh')
          refresh ||= addressOfRefresh(attributeOf(node, 'content'))
        if (HEADINGS.has(tagName) && !headings.has(tagName)) heading = tagName
      }
    } else if (isText(node) && !isHidden) {
      const parent = node.parentNode?.nodeName ?? ''
      if (parent === 'title') title ||= tidy(node.value)
      if (UNREAD.has(parent)) continue
      texts.push(node.value)
      if (heading !== '') headings.set(heading, (headings.get(heading) ?? '') + node.value)
    }
  }
  const text = tidy(texts.join(''))
  const meta = (name: string) =>
    elements.find((one) => one.tagName === 'meta' && attributeOf(one, 'name').toLowerCase() === name)
  const root = elements.find(({ tagName }) => tagName === 'html')
  return {
    title,
    heading: tidy(headings.get('h1') ?? headings.get('h2') ?? ''),
    lang: attributeOf(root, 'lang'),
    text,
    words: wordsOf(text),
    viewport: attributeOf(meta('viewport'), 'content'),
    referrer: attributeOf(meta('referrer'), 'content'),
    refresh,
    links: elements.flatMap(addressesOf),
    hasScripts: elements.some(({ tagName }) => SHOW_MORE.has(tagName)),
    hasPassword: elements.some(
      (one) => one.tagName === 'input' && attributeOf(one, 'type').toLowerCase() === 'password',
    ),
  }
}

const HEADINGS = new Set(['h1', 'h2'])
const SHOW_MORE = new Set(['script', 'frame', 'iframe'])
const NEVER_SHOWN = new Set(['svg', 'noscript', 'template'])
/** Elements whose text is no part of what a page says. */
const UNREAD = new Set(['script', 'style', 'title', 'textarea'])

function isHiddenElement(node: HtmlNode): boolean {
  if (!isElement(node)) return false
  if (NEVER_SHOWN.has(node.tagName) || node.attrs.some(({ name }) => name === 'hidden')) return true
  return /display\s?:\s?none/i.test(attributeOf(node, 'style'))
}

/** Value of an element's attribute; an empty text if it has none. */
export function attributeOf(element: HtmlElement | undefined, name: string): string {
  return element?.attrs.find((one) => one.name === name)?.value.trim() ?? ''
}

export function wordsOf(text: string): string[] {
  return text.match(/\p{L}[\p{L}\p{N}'’-]*/gu) ?? []
}

function tidy(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

/** Returns the address to which a refresh, of a page or of its header, leads at once; empty if it does not. */
export function addressOfRefresh(content: string): string {
  return /^0+(?:\.\d*)?\s*[;,]\s*(?:url\s*=\s*)?["']?([^"']+)/i.exec(content)?.[1] ?? ''
}

const ADDRESSES = ['href', 'src', 'action', 'formaction', 'content', 'data', 'srcset']

/** Values of an element's attributes that may be addresses. */
export function addressesOf(element: HtmlElement): string[] {
  return ADDRESSES.map((name) => attributeOf(element, name)).filter((value) => value !== '')
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
