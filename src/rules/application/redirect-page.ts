import type { VariantOf } from '../../words/catalogue.js'
import type { Values } from '../finding.js'
import { type ApplicationNote, applicationRule } from './application-rule.js'
import type { LinkFacts, PageCall, PageFacts } from './facts.js'
import {
  containsStackTrace,
  type HtmlReading,
  isRawJson,
  isRecognizableLanguage,
  languageOf,
  readHtml,
  wordsOf,
} from './read-html.js'

/** After a successful authorization, a person reads that it succeeded, and the application exchanges the code for tokens. §Authentication 5 */
export const redirectSuccess = applicationRule('application/redirect-success', (facts, note) => {
  const page = facts.pages.find(({ call }) => call === 'success')
  if (!page) return
  examinePage(page, facts.registration.language, note)
  if (page.skipped !== null) return
  const { codeExchanged, exchange, refusal } = page
  const values = { call: callNames[page.call] }
  if (refusal !== null)
    return note.breach('exchange-refused', { values: { ...values, status: refusal }, exchange })
  const cookies = page.withheld.join(', ')
  // a browser withholds these cookies, so the application does not recognise its user and cannot exchange the code
  if (codeExchanged === false && cookies !== '' && !canScriptsReadCode(page))
    return note.breach('strict-cookie', { values: { ...values, cookies }, exchange })
  if (page.isCodeSpentAgain) note.breach('code-twice', { values, exchange })
  // if the page itself failed, it explains why the code was not exchanged
  if (page.status === null || page.status >= 400 || page.tooManyRedirects) return
  // after a second use of the code, the page may rightly show that this use was refused
  const failure = page.isCodeSpentAgain ? null : findFailureWords(page)
  if (failure !== null) {
    const severity = failure.isInHeading ? 'error' : 'warning'
    note.breach('reads-of-failure', { values: { ...values, words: failure.words }, exchange, severity })
  }
  if (codeExchanged !== false) return
  if (canScriptsReadCode(page)) return note.open('exchange-unseen', values)
  note.breach('not-exchanged', { values, exchange })
})

/** After each kind of failure, a person reads what happened, and a wrong `state` does not lead to an exchange of the code. §Authentication 5 */
export const redirectError = applicationRule('application/redirect-error', (facts, note) => {
  // pages are compared with the page of success only if that one was a success itself
  const success = facts.pages.find(
    ({ call, codeExchanged, refusal, skipped, status }) =>
      call === 'success' && skipped === null && status === 200 && codeExchanged !== false && refusal === null,
  )
  for (const page of facts.pages.filter(({ call }) => call !== 'success')) {
    const values = { call: callNames[page.call] }
    const options = { values, exchange: page.exchange, subject: page.call }
    examinePage(page, facts.registration.language, note)
    if (page.skipped !== null) continue
    if (page.call === 'wrong-state') {
      if (page.codeExchanged === null) note.open('state-unseen')
      if (page.codeExchanged === true) {
        // the page of success after that is not a second fault
        note.breach('state-accepted', options)
        continue
      }
      if (page.isStateConstant) note.breach('state-constant', { ...options, severity: 'warning' })
    }
    // after a code that was used before, the page of success is right: the user is already connected
    if (page.call === 'code-reused') continue
    const likeness = findLikeness(page, success, facts.links.homepage)
    if (likeness === null) continue
    // scripts may draw something else in a browser
    if (mayBeDrawnByScripts(page)) note.open('page-drawn-by-scripts', values)
    else note.breach(likeness.suffix, { ...options, values: { ...values, ...likeness.values } })
  }
})

/** Finds the page for which a reader may mistake the page of a failure, and so not notice the failure. */
function findLikeness(page: PageFacts, success: PageFacts | undefined, homepage: LinkFacts) {
  if (success && hasSameWords(success, page)) return { suffix: 'same-as-success', values: {} } as const
  const words = success ? findSharedSuccessWords(success, page) : null
  if (words !== null) return { suffix: 'heading-of-success', values: { words } } as const
  const isHomepage = homepage.status === 200 && hasSameWords(page, { html: homepage.html, drawn: null })
  return isHomepage ? ({ suffix: 'same-as-homepage', values: { url: homepage.url } } as const) : null
}

type PageVariant = VariantOf<'application/redirect-success'> & VariantOf<'application/redirect-error'>
type PageNote = ApplicationNote<PageVariant>

/** How findings write a call, the same in every language. */
const callNames: Readonly<Record<PageCall, string>> = {
  success: '?code=…&state=…',
  'access-denied': '?error=access_denied&error_description=…&state=…',
  inactivated: '?error=app_inativo&error_description=…&state=…',
  'wrong-state': '?code=…&state=≠',
  'code-reused': '?code=(2×)&state=…',
}

const MIN_WORDS = 3

/** A page must arrive, be HTML with words in the user's language, and show neither internals nor the code. */
function examinePage(page: PageFacts, language: string, note: PageNote): void {
  const { call, skipped, status } = page
  // `application/redirect-link` reports that there is no link
  if (skipped !== null && skipped !== 'no-link') note.open(`page-${skipped}`, { call: callNames[call] })
  if (skipped !== null) return
  note.tested()
  const report: Report = (suffix, values = {}, severity) =>
    note.breach(suffix, {
      values: { call: callNames[call], ...values },
      exchange: page.exchange,
      subject: call,
      ...(severity && { severity }),
    })
  if (page.tooManyRedirects) report('redirects')
  else if (page.leftHttps) report('left-https')
  else if (status === null || page.failure !== null) report('no-answer', { failure: page.failure })
  else examineContent({ ...page, status }, language, note, report)
}

type Report = (suffix: PageVariant, values?: Values, severity?: 'warning') => void

type ReceivedPage = PageFacts & { readonly status: number }

function examineContent(page: ReceivedPage, language: string, note: PageNote, report: Report): void {
  const { status } = page
  const reading = readPage(page)
  const hasTrace = containsStackTrace(page.html) || containsStackTrace(reading.text)
  // after a failed authorization the page may have a status such as 400, because no clause names the status; 404 is no page
  const isErrorPage = page.call !== 'success' && status >= 400 && status < 500 && status !== 404
  const isShown = status === 200 || isErrorPage
  if (!isShown) report('status', { status })
  if (hasTrace) report('stack-trace')
  examineLeaks(page, reading, report)
  if (!isShown || hasTrace) return
  if (isRawJson(reading.text) || /json/i.test(page.contentType)) return report('raw-json')
  if (!/html/i.test(page.contentType)) return report('not-html', { contentType: page.contentType || null })
  if (reading.title === '') report('no-title')
  if (reading.words.length < MIN_WORDS) {
    if (mayBeDrawnByScripts(page)) note.open('page-drawn-by-scripts', { call: callNames[page.call] })
    else report('no-words')
  }
  examineLanguage(reading, language, report)
  const overflowPx = page.drawn?.overflowPx ?? 0
  if (!/width\s*=/i.test(reading.viewport)) report('no-viewport')
  else if (overflowPx > 1) report('too-wide', { overflowPx })
}

type ShownPage = Pick<PageFacts, 'html' | 'drawn'>

/** Reads the HTML of a page. If a browser drew the page, its title, heading, language and text count instead. */
function readPage({ html, drawn }: ShownPage): HtmlReading {
  const reading = readHtml(html)
  if (drawn === null) return reading
  const { heading, lang, text, title } = drawn
  const words = wordsOf(text)
  return { ...reading, title: title || reading.title, heading, lang: lang || reading.lang, text, words }
}

function examineLanguage({ lang, words }: HtmlReading, language: string, report: Report): void {
  const wanted = primaryLanguage(language)
  const declared = primaryLanguage(lang)
  if (lang === '') report('lang-missing', { language }, 'warning')
  else if (declared !== wanted) report('lang-other', { lang, language })
  const canTell = [wanted, declared].every((code) => code === '' || isRecognizableLanguage(code))
  const spoken = canTell ? languageOf(words) : null
  if (spoken !== null && spoken !== wanted) report('language', { spoken, language })
}

/** Referrer policies with which a browser sends the whole address to other sites. */
const UNSAFE_POLICY = /unsafe-url|no-referrer-when-downgrade/i

/** Reports the code or a token on the page. A code in the address also leaks as the referrer to every linked site. */
function examineLeaks(page: PageFacts, { links, referrer }: HtmlReading, report: Report): void {
  // a code in the browser's storage is milder, because nobody sees it
  for (const place of page.leaks) report(`leak-${place}`, {}, place === 'storage' ? 'warning' : undefined)
  const linksToOtherSite = links.some((link) => /^(?:https?:)?\/\//i.test(link))
  if (!page.codeInAddress || !linksToOtherSite) return
  const policy = page.referrerPolicy || referrer
  if (UNSAFE_POLICY.test(policy)) report('referrer', { policy })
  else if (policy === '') report('referrer-open', {}, 'warning')
}

/** `pt` for `pt-BR`. */
function primaryLanguage(language: string): string {
  return language.toLowerCase().split('-')[0] ?? ''
}

/** Whether scripts of the page can read the code from its address, and may exchange it without being observed. */
function canScriptsReadCode({ codeInAddress, html }: PageFacts): boolean {
  return codeInAddress && readHtml(html).hasScripts
}

/** Whether scripts or frames may show more than the HTML, and no browser drew the page. */
function mayBeDrawnByScripts({ drawn, html }: PageFacts): boolean {
  return drawn === null && readHtml(html).hasScripts
}

/** Whether two pages show the same words. Numbers do not count. */
function hasSameWords(a: ShownPage, b: ShownPage): boolean {
  const wordsOfA = readPage(a).words.join(' ').toLowerCase()
  return wordsOfA !== '' && wordsOfA === readPage(b).words.join(' ').toLowerCase()
}

/** The title or heading that reports a success, if another page has the same one; else null. */
function findSharedSuccessWords(success: PageFacts, other: PageFacts): string | null {
  const [a, b] = [readPage(success), readPage(other)]
  for (const part of ['title', 'heading'] as const) {
    if (a[part].toLowerCase() === b[part].toLowerCase() && reportsSuccess(a[part])) return a[part]
  }
  return null
}

/** The words with which a page of success reports a failure; null if there are none, or if the heading or title reports a success. */
function findFailureWords(page: PageFacts): { readonly words: string; readonly isInHeading: boolean } | null {
  const { heading, text, title } = readPage(page)
  const head = [heading, title].find((words) => reportsFailure(words) || reportsSuccess(words))
  if (head !== undefined) return reportsFailure(head) ? { words: head, isInHeading: true } : null
  return reportsFailure(text) ? { words: text.match(FAILURE)?.[0] ?? '', isInHeading: false } : null
}

/** Whether a text reports a failure and, apart from that, no success. `Não foi autorizado` is a failure. */
function reportsFailure(text: string): boolean {
  return FAILURE.test(text) && !SUCCESS.test(text.replace(new RegExp(FAILURE, 'giu'), ' '))
}

/** Whether a text reports a success and denies nothing. */
function reportsSuccess(text: string): boolean {
  return SUCCESS.test(text) && !DENIAL.test(text)
}

/** Matches words such as `sucesso`, `conectada` or `authorized`. */
const SUCCESS =
  /(?<!\p{L})(?:sucesso|conectad[ao]s?|conclu[ií]d[ao]s?|autorizad[ao]s?|vinculad[ao]s?|success\p{L}*|connected|completed?|authori[sz]ed|linked)(?!\p{L})/iu
/** Matches a text that begins with `Erro` or `Falha` and reports one: `Erro`, `Erro ao conectar`, but not `Erro Zero`. */
const ERROR_START =
  /(?<=^[^\p{L}]*)(?:erro|falha|error)(?:[^\p{L}]+(?:inesperad[ao]|intern[ao]|desconhecid[ao]|ao|n[ao]|de|em|durante|while|connecting)(?!\p{L})|(?=[^\p{L}]*$))/u
const FAILURE_PHRASES = [
  /n[ãa]o (?:(?:foi|p[ôo]de ser|est[áa]) )?(?:poss[ií]vel|(?:conclu[ií]|conecta|autoriza|vincula|realiza|completa)d[ao])/,
  /n[ãa]o (?:conseguimos|deu certo)|falhou|deu errado/,
  /(?:conex[ãa]o|autoriza[çc][ãa]o|acesso) (?:negad|recusad|cancelad)[ao]/,
  /no (?:se pudo|fue posible)/,
  /(?:(?:(?:could|was|were|is) )?not|(?:couldn|wasn)[’']t) (?:be )?(?:connected|completed|authori[sz]ed|linked)/,
  /could not|couldn[’']t|(?:connection|authori[sz]ation) failed|access denied|went wrong/,
]
/** Matches phrases such as `Erro inesperado`, `não foi possível`, `could not`, but not `se não foi …` or `if it was not …`. */
const FAILURE = new RegExp(
  `${ERROR_START.source}|(?<!\\p{L}|(?<!\\p{L})(?:se|if) )(?:${FAILURE_PHRASES.map(({ source }) => source).join('|')})(?!\\p{L})`,
  'iu',
)
/** Matches words that turn a success into its opposite: `não`, `sem`, `falha`, `not`, `disconnected`. */
const DENIAL =
  /(?<!\p{L})(?:n[ãa]o|sem|nenhum\p{L}*|err\p{L}*|falh\p{L}*|desconect\p{L}*|recus\p{L}*|negad\p{L}*|cancel\p{L}*|not|no|fail\p{L}*|denied|dis\p{L}+|un\p{L}+)(?!\p{L})/iu
