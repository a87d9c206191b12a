import type { VariantOf } from '../../words/catalogue.js'
import { type ApplicationNote, applicationRule } from './application-rule.js'
import type { LinkFacts, PageCall, PageFacts } from './facts.js'
import {
  type HtmlReading,
  isRawJson,
  isToldApart,
  languageOf,
  readHtml,
  showsTrace,
  wordsOf,
} from './read-html.js'

/** After success a person reads so, and the code was exchanged for tokens. §Authentication 5 */
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
  if (codeExchanged === false && cookies !== '' && !leavesItToScripts(page))
    return note.breach('strict-cookie', { values: { ...values, cookies }, exchange })
  if (page.isCodeSpentAgain) note.breach('code-twice', { values, exchange })
  // what broke before its page did not come to the exchange
  if (page.status === null || page.status >= 400 || page.tooManyRedirects) return
  // the second try's refusal is what a page may show then
  const failure = page.isCodeSpentAgain ? null : readsOfFailure(page)
  if (failure !== null) {
    const severity = failure.isHead ? 'error' : 'warning'
    note.breach('reads-of-failure', { values: { ...values, words: failure.words }, exchange, severity })
  }
  if (codeExchanged !== false) return
  if (leavesItToScripts(page)) return note.open('exchange-unseen', values)
  note.breach('not-exchanged', { values, exchange })
})

/** After each kind of failure a person reads what happened; a strange `state` gives nothing away. §Authentication 5 */
export const redirectError = applicationRule('application/redirect-error', (facts, note) => {
  // what success itself failed with says nothing of success
  const success = facts.pages.find(
    ({ call, codeExchanged, refusal, skipped, status }) =>
      call === 'success' && skipped === null && status === 200 && codeExchanged !== false && refusal === null,
  )
  for (const page of facts.pages.filter(({ call }) => call !== 'success')) {
    const values = { call: callNames[page.call] }
    const more = { values, exchange: page.exchange, subject: page.call }
    examinePage(page, facts.registration.language, note)
    if (page.skipped !== null) continue
    if (page.call === 'wrong-state' && page.codeExchanged === null) note.open('state-unseen')
    if (page.call === 'wrong-state' && page.codeExchanged === true) {
      // showing a success after that is not a second fault
      note.breach('state-accepted', more)
      continue
    }
    if (page.call === 'wrong-state' && page.isStateConstant)
      note.breach('state-constant', { ...more, severity: 'warning' })
    if (page.call === 'code-reused') continue
    const likeness = likenessOf(page, success, facts.links.homepage)
    if (likeness === null) continue
    // what a browser would have drawn may well be something else
    if (mayBeDrawn(page)) note.open('page-drawn-by-scripts', values)
    else note.breach(likeness.suffix, { ...more, values: { ...values, ...likeness.values } })
  }
})

/** Returns the page that a reader mistakes a failure page for; that reader never learns of the failure. */
function likenessOf(page: PageFacts, success: PageFacts | undefined, homepage: LinkFacts) {
  if (success && saysTheSame(success, page)) return { suffix: 'same-as-success', values: {} } as const
  const words = success ? bornOfSuccess(success, page) : null
  if (words !== null) return { suffix: 'heading-of-success', values: { words } } as const
  const isHomepage = homepage.status === 200 && saysTheSame(page, { html: homepage.html, drawn: null })
  return isHomepage ? ({ suffix: 'same-as-homepage', values: { url: homepage.url } } as const) : null
}

type PageVariant = VariantOf<'application/redirect-success'> & VariantOf<'application/redirect-error'>
type PageNote = ApplicationNote<PageVariant>

/** How a call is written in findings, the same in every language. */
const callNames: Readonly<Record<PageCall, string>> = {
  success: '?code=…&state=…',
  'access-denied': '?error=access_denied&error_description=…&state=…',
  inactivated: '?error=app_inativo&error_description=…&state=…',
  'wrong-state': '?code=…&state=≠',
  'code-reused': '?code=(2×)&state=…',
}

const MIN_WORDS = 3

/** A page fit for a person: an answer, HTML, words in the user's language, no insides, nothing left lying about. */
function examinePage(page: PageFacts, language: string, note: PageNote): void {
  const { call, skipped } = page
  if (skipped !== null && skipped !== 'no-link') note.open(`page-${skipped}`, { call: callNames[call] })
  if (skipped !== null) return
  note.tested()
  const tell = teller(page, note)
  if (page.tooManyRedirects) tell('redirects')
  else if (page.leftHttps) tell('left-https')
  else if (page.status === null || page.failure !== null) tell('no-answer', { failure: page.failure })
  else examineAnswer(page, language, note, tell)
}

function examineAnswer(page: PageFacts, language: string, note: PageNote, tell: Tell): void {
  const reading = readingOf(page)
  const hasTrace = showsTrace(page.html) || showsTrace(reading.text)
  // a browser shows the page of a refusal like any other, and no clause names its status
  const status = page.status ?? 0
  const isRefusal = page.call !== 'success' && status >= 400 && status < 500 && status !== 404
  const isShown = status === 200 || isRefusal
  if (!isShown) tell('status', { status: page.status })
  if (hasTrace) tell('stack-trace')
  examineLeaks(page, reading, tell)
  // what else such a page lacks goes with it
  if (!isShown || hasTrace) return
  if (isRawJson(reading.text) || /json/i.test(page.contentType)) tell('raw-json')
  else if (!/html/i.test(page.contentType)) tell('not-html', { contentType: page.contentType || null })
  else {
    const isDrawn = reading.words.length < MIN_WORDS && mayBeDrawn(page)
    if (isDrawn) note.open('page-drawn-by-scripts', { call: callNames[page.call] })
    examineWords(reading, language, isDrawn, tell)
    const overflowPx = page.drawn?.overflowPx ?? 0
    if (!/width\s*=/i.test(reading.viewport)) tell('no-viewport')
    else if (overflowPx > 1) tell('too-wide', { overflowPx })
  }
}

type Tell = (
  suffix: PageVariant,
  values?: Readonly<Record<string, string | number | null>>,
  isMild?: 'mild',
) => void

function teller(page: PageFacts, note: PageNote): Tell {
  return (suffix, values = {}, isMild) =>
    note.breach(suffix, {
      values: { call: callNames[page.call], ...values },
      exchange: page.exchange,
      subject: page.call,
      ...(isMild && { severity: 'warning' }),
    })
}

type Shown = Pick<PageFacts, 'html' | 'drawn'>

/** The page as its text has it, and where a browser drew it, as that one shows it. */
function readingOf({ html, drawn }: Shown): HtmlReading {
  const reading = readHtml(html)
  if (drawn === null) return reading
  const { heading, lang, text, title } = drawn
  const words = wordsOf(text)
  return { ...reading, title: title || reading.title, heading, lang: lang || reading.lang, text, words }
}

function examineWords(reading: HtmlReading, language: string, isDrawn: boolean, tell: Tell): void {
  const { title, words, lang } = reading
  if (title === '') tell('no-title')
  if (words.length < MIN_WORDS && !isDrawn) tell('no-words')
  const wanted = primary(language)
  if (lang === '') tell('lang-missing', { language }, 'mild')
  else if (primary(lang) !== wanted) tell('lang-other', { lang, language })
  const canTell = [wanted, primary(lang)].every((one) => one === '' || isToldApart(one))
  const spoken = canTell ? languageOf(words) : null
  if (spoken !== null && spoken !== wanted) tell('language', { spoken, language })
}

const UNSAFE_POLICY = /unsafe-url|no-referrer-when-downgrade/i

/** A code in the address is sent as referrer to every page that this page links to, unless a policy prevents it. */
function examineLeaks(page: PageFacts, { links, referrer }: HtmlReading, tell: Tell): void {
  // other scripts can easily read storage too, but no person has seen the code there, so the breach is mild
  for (const place of page.leaks) tell(`leak-${place}`, {}, place === 'storage' ? 'mild' : undefined)
  const leadsAway = links.some((link) => /^(?:https?:)?\/\//i.test(link))
  if (!page.codeInAddress || !leadsAway) return
  const policy = page.referrerPolicy || referrer
  if (UNSAFE_POLICY.test(policy)) tell('referrer', { policy })
  else if (policy === '') tell('referrer-open', {}, 'mild')
}

function primary(language: string): string {
  return language.toLowerCase().split('-')[0] ?? ''
}

/** Whether scripts of the page can read the code from its address and may pass it on unobserved. */
function leavesItToScripts({ codeInAddress, html }: PageFacts): boolean {
  return codeInAddress && readHtml(html).hasScripts
}

/** Whether scripts or frames may show what is not in its text, and no browser drew it. */
function mayBeDrawn({ drawn, html }: PageFacts): boolean {
  return drawn === null && readHtml(html).hasScripts
}

/** Whether two pages show the same words, numbers aside. */
function saysTheSame(one: Shown, other: Shown): boolean {
  const [a, b] = [one, other].map((page) => readingOf(page).words.join(' ').toLowerCase())
  return a !== '' && a === b
}

/** The title or the heading of success that another page bears as well; null where it bears none. */
function bornOfSuccess(success: PageFacts, other: PageFacts): string | null {
  const [a, b] = [readingOf(success), readingOf(other)]
  const isShared = (of: 'title' | 'heading') =>
    a[of].toLowerCase() === b[of].toLowerCase() && tellsSuccess(a[of])
  if (isShared('title')) return a.title
  return isShared('heading') ? a.heading : null
}

/** The words by which a page of success says that it failed; null if its heading or title denies that. */
function readsOfFailure(page: PageFacts): { readonly words: string; readonly isHead: boolean } | null {
  const { heading, text, title } = readingOf(page)
  const head = [heading, title].find((one) => tellsFailure(one) || tellsSuccess(one))
  if (head !== undefined) return tellsFailure(head) ? { words: head, isHead: true } : null
  return tellsFailure(text) ? { words: text.match(FAILURE)?.[0] ?? '', isHead: false } : null
}

/** A denied success counts as a failure. If the text also claims a success elsewhere, the failure is only a remark. */
function tellsFailure(text: string): boolean {
  return FAILURE.test(text) && !SUCCESS.test(text.replace(new RegExp(FAILURE, 'giu'), ' '))
}

/** A name on every page tells nothing: it takes a word that says so, and none that takes it back. */
function tellsSuccess(text: string): boolean {
  return SUCCESS.test(text) && !DENIAL.test(text)
}

const SUCCESS =
  /(?<!\p{L})(?:sucesso|conectad[ao]s?|conclu[ií]d[ao]s?|autorizad[ao]s?|vinculad[ao]s?|success\p{L}*|connected|completed?|authori[sz]ed|linked)(?!\p{L})/iu
const FAILURE =
  /(?<=^[^\p{L}]*)(?:erro|falha|error)(?:[^\p{L}]+(?:inesperad[ao]|intern[ao]|desconhecid[ao]|ao|n[ao]|de|em|durante|while|connecting)(?!\p{L})|(?=[^\p{L}]*$))|(?<!\p{L}|(?<!\p{L})(?:se|if) )(?:n[ãa]o (?:(?:foi|p[ôo]de ser|est[áa]) )?(?:poss[ií]vel|(?:conclu[ií]|conecta|autoriza|vincula|realiza|completa)d[ao])|n[ãa]o (?:conseguimos|deu certo)|(?:conex[ãa]o|autoriza[çc][ãa]o|acesso) (?:negad|recusad|cancelad)[ao]|falhou|deu errado|no (?:se pudo|fue posible)|(?:(?:(?:could|was|were|is) )?not|(?:couldn|wasn)[’']t) (?:be )?(?:connected|completed|authori[sz]ed|linked)|could not|couldn[’']t|(?:connection|authori[sz]ation) failed|access denied|went wrong)(?!\p{L})/iu
const DENIAL =
  /(?<!\p{L})(?:n[ãa]o|sem|nenhum\p{L}*|err\p{L}*|falh\p{L}*|desconect\p{L}*|recus\p{L}*|negad\p{L}*|cancel\p{L}*|not|no|fail\p{L}*|denied|dis\p{L}+|un\p{L}+)(?!\p{L})/iu
