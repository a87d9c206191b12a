import { type DefaultTreeAdapterTypes, parse } from 'parse5'
import { keysOf } from '../../specification/plain-object.js'

/** The parts of a page that its reader and a browser see, found without a browser. */
export interface HtmlReading {
  readonly title: string
  /** The text of the first `h1` that has one, else of the first `h2`; otherwise empty. */
  readonly heading: string
  /** `lang` of the document; empty if it has none. */
  readonly lang: string
  readonly text: string
  readonly words: readonly string[]
  /** `content` of the viewport's meta element; empty if the page has no such element. */
  readonly viewport: string
  /** `content` of the referrer's meta element; empty if the page has no such element. */
  readonly referrer: string
  /** The address to which the page redirects its reader at once, as written; empty if it does not. */
  readonly refresh: string
  /** Values of all attributes that can hold an address (`href`, `src`, `content`), as written and unchecked. */
  readonly links: readonly string[]
  /** Whether scripts or frames may show what is not in the text. */
  readonly hasScripts: boolean
  readonly hasPassword: boolean
}

/** Large, because styles, scripts and pictures may come before the first word of a page. */
const MAX_CHARACTERS = 2_000_000
/** Characters in which stack traces are searched, so that no page takes long. */
const MAX_SEARCHED = 400_000

export type HtmlElement = DefaultTreeAdapterTypes.Element
type HtmlText = DefaultTreeAdapterTypes.TextNode
type HtmlNode = DefaultTreeAdapterTypes.Node

interface VisitedNode {
  readonly node: HtmlNode
  /** Whether markup hides the node: `noscript`, `hidden`, `display: none`. Style sheets are not read. */
  readonly isHidden: boolean
  /** An element is visited twice: at its beginning (false), and after its children (true). */
  readonly isEnd: boolean
}

/** Parses a page as a browser does that runs scripts, so `noscript` contains text that nobody sees. */
export function parseHtml(html: string): HtmlNode {
  return parse(html.slice(0, MAX_CHARACTERS))
}

/** Visits the nodes of a page in their order. It does not use recursion, because a page may be nested deeply. */
export function* nodesIn(root: HtmlNode): Generator<VisitedNode, void> {
  // the next visit is the last of these
  const waiting: VisitedNode[] = [{ node: root, isHidden: false, isEnd: false }]
  for (let visit = waiting.pop(); visit; visit = waiting.pop()) {
    yield visit
    const { node, isHidden, isEnd } = visit
    if (isEnd || !('childNodes' in node)) continue
    if (isElement(node)) waiting.push({ node, isHidden, isEnd: true })
    for (const child of node.childNodes.toReversed())
      waiting.push({ node: child, isHidden: isHidden || isHiddenElement(child), isEnd: false })
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
  /** By `h1` and `h2`, the text of the first one that has any. */
  const headings = new Map<string, string>()
  let openHeading = ''
  let title = ''
  for (const { node, isHidden, isEnd } of nodesIn(parseHtml(html))) {
    if (isElement(node)) {
      // words of two elements are two words
      texts.push(' ')
      const { tagName } = node
      if (!isEnd) elements.push(node)
      if (!isEnd && /^h[12]$/.test(tagName) && !headings.has(tagName)) openHeading = tagName
      if (isEnd && tagName === openHeading) openHeading = ''
    } else if (isText(node) && !isHidden) {
      const parent = node.parentNode?.nodeName ?? ''
      if (parent === 'title') title ||= collapseSpace(node.value)
      if (WITHOUT_READABLE_TEXT.has(parent)) continue
      texts.push(node.value)
      if (openHeading !== '') headings.set(openHeading, (headings.get(openHeading) ?? '') + node.value)
    }
  }
  const text = collapseSpace(texts.join(''))
  const metas = elements.filter(({ tagName }) => tagName === 'meta')
  const metaNamed = (name: string) => metas.find((meta) => attributeOf(meta, 'name').toLowerCase() === name)
  const refreshes = metas.filter((meta) => attributeOf(meta, 'http-equiv').toLowerCase() === 'refresh')
  return {
    title,
    heading: collapseSpace(headings.get('h1') ?? headings.get('h2') ?? ''),
    // the parser adds the element `html` if the page has none, so it is always the first
    lang: attributeOf(elements[0], 'lang'),
    text,
    words: wordsOf(text),
    viewport: attributeOf(metaNamed('viewport'), 'content'),
    referrer: attributeOf(metaNamed('referrer'), 'content'),
    refresh: refreshes.map((meta) => addressOfRefresh(attributeOf(meta, 'content'))).find(Boolean) ?? '',
    links: elements.flatMap(addressesOf),
    hasScripts: elements.some(({ tagName }) => MAY_SHOW_MORE.has(tagName)),
    hasPassword: elements.some(
      (element) => element.tagName === 'input' && attributeOf(element, 'type').toLowerCase() === 'password',
    ),
  }
}

const MAY_SHOW_MORE = new Set(['script', 'frame', 'iframe'])
const NEVER_SHOWN = new Set(['svg', 'noscript', 'template'])
const WITHOUT_READABLE_TEXT = new Set(['script', 'style', 'title', 'textarea'])

function isHiddenElement(node: HtmlNode): boolean {
  if (!isElement(node)) return false
  if (NEVER_SHOWN.has(node.tagName) || node.attrs.some(({ name }) => name === 'hidden')) return true
  return /display\s?:\s?none/i.test(attributeOf(node, 'style'))
}

/** The value of an element's attribute; an empty text if there is none. */
export function attributeOf(element: HtmlElement | undefined, name: string): string {
  return element?.attrs.find((attribute) => attribute.name === name)?.value.trim() ?? ''
}

export function wordsOf(text: string): string[] {
  return text.match(/\p{L}[\p{L}\p{N}'’-]*/gu) ?? []
}

function collapseSpace(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

/** The address in a refresh without a delay, of a meta element or a header: `0; url=/entrar`; else an empty text. */
export function addressOfRefresh(content: string): string {
  return /^0+(?:\.\d*)?\s*[;,]\s*(?:url\s*=\s*)?["']?([^"']+)/i.exec(content)?.[1] ?? ''
}

const ADDRESS_ATTRIBUTES = ['href', 'src', 'action', 'formaction', 'content', 'data', 'srcset']

/** Values of an element's attributes that may be addresses. */
export function addressesOf(element: HtmlElement): string[] {
  return ADDRESS_ATTRIBUTES.map((name) => attributeOf(element, name)).filter((value) => value !== '')
}

const COMMON_WORDS = {
  pt: 'de a o que e do da em um para não com uma os no se na por mais as dos como mas ao ele das à seu sua ou quando já também só pelo pela até isso foi você sua seus está conta aplicativo autorização acesso',
  en: 'the of and to in is that for it as was with be by on not he his but at are this have from or had an they which you were her all she there would their we has been your account application access please',
  es: 'de la que el en y a los del se las por un para con no una su al lo como más pero sus le ya o este sí porque esta entre cuando muy sin sobre también me hasta hay donde quien desde todo nos usted cuenta aplicación acceso',
} as const

const MIN_COMMON_WORDS = 4

/** Whether `languageOf` knows this language. It mistakes an unknown one for a similar one: Galician for Portuguese. */
export function isRecognizableLanguage(language: string): boolean {
  return Object.hasOwn(COMMON_WORDS, language)
}

/** The language with the most common words among these; null if there are too few, or if two languages have equally many. */
export function languageOf(words: readonly string[]): keyof typeof COMMON_WORDS | null {
  const scores = keysOf(COMMON_WORDS).map((lang) => {
    const common = new Set(COMMON_WORDS[lang].split(' '))
    return { lang, score: words.filter((word) => common.has(word.toLowerCase())).length }
  })
  const [best, second] = scores.sort((a, b) => b.score - a.score)
  if (!best || best.score < MIN_COMMON_WORDS || best.score === second?.score) return null
  return best.lang
}

/** Stack traces and error pages of Node, Python, Java, .NET, PHP, Spring, Oracle, Ruby and Go. Repetitions are bounded, so that no page takes long. */
const STACK_TRACES = [
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

export function containsStackTrace(text: string): boolean {
  const searched = text.slice(0, MAX_SEARCHED)
  return STACK_TRACES.some((pattern) => pattern.test(searched))
}

/** Whether the text is JSON, or contains an object such as `{"error": …}`. `{nome}` and `[Entrar]` are words for a person. */
export function isRawJson(text: string): boolean {
  return JSON_START.test(text) || JSON_OBJECT.test(text)
}

/** Matches a text that begins as JSON: `{"`, `["`, or `[1` and `[{` if a quote or bracket follows. `[1 de 3` may be a text. */
const JSON_START = /^\s*(?:\{\s*["'}]|\[\s*["'\]]|\[\s*[[{\d].*["'\]}])/s
const JSON_OBJECT = /\{\s*"(?:error|code|message|status|data|access_token|statusCode)"\s*:/
