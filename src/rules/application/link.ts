import { isThisMachine, pathOf } from '../../exchange/address.js'
import type { VariantOf } from '../../words/catalogue.js'
import type { ApplicationNote } from './application-rule.js'
import type { LinkFacts } from './facts.js'
import { readHtml } from './read-html.js'

/** The variants of a breach that any link of a registration can have. */
type LinkVariant = VariantOf<'application/homepage-link'> & VariantOf<'application/redirect-link'>
type LinkNote = ApplicationNote<LinkVariant>

/** A link that can be called: there, https, answering. Says whether its answer is worth reading. */
export function examineLink(link: LinkFacts, note: LinkNote, accepts: (status: number) => boolean): boolean {
  const values = { url: link.url }
  if (link.skipped === 'offline') {
    note.open('offline', values)
    return false
  }
  note.tested()
  const { exchange, failure, status } = link
  if (link.skipped === 'empty') note.breach('missing')
  else if (link.skipped === 'no-address') note.breach('no-address', { values })
  else if (link.skipped === 'not-https') note.breach('not-https', { values })
  else if (link.tooManyRedirects) note.breach('redirects', { values, exchange })
  else if (link.leftHttps)
    note.breach('left-https', { values: { ...values, finalUrl: link.finalUrl }, exchange })
  else if (status === null) note.breach('no-answer', { values: { ...values, failure }, exchange })
  else if (!accepts(status)) note.breach('status', { values: { ...values, status }, exchange })
  else {
    if (isThisMachine(hostOf(link.url)))
      note.breach('this-machine', { values, exchange, severity: 'warning' })
    return true
  }
  return false
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname : ''
}

export const isOk = (status: number) => status >= 200 && status <= 299

const SIGN_IN_PATH = /\/(?:log-?in|sign-?in|entrar|acessar|auth|sso|oauth)(?:[/.?]|$)/i
const FEW_WORDS = 60

/** Whether a stranger is asked to sign in instead of being shown the page. */
function asksToSignIn({ status, finalUrl, url, html }: LinkFacts): boolean {
  if (status === 401) return true
  const wasSentAway = SIGN_IN_PATH.test(pathOf(finalUrl)) && !SIGN_IN_PATH.test(pathOf(url))
  const page = readHtml(html)
  return wasSentAway || (page.hasPassword && page.words.length < FEW_WORDS)
}

/** A page that somebody can read: without signing in, and with words on it. */
export function examineReadable(
  link: LinkFacts,
  note: ApplicationNote<LinkVariant | 'sign-in' | 'empty'>,
): void {
  const { exchange, url } = link
  const isClosed = (status: number) => (status === 401 || status === 403) && asksToSignIn(link)
  const isReadable = examineLink(link, note, (status) => isOk(status) || isClosed(status))
  if (!isReadable) return
  if (asksToSignIn(link)) {
    note.breach('sign-in', { values: { url }, exchange })
    return
  }
  const isHtml = /html/i.test(link.contentType)
  const page = readHtml(link.html)
  if (link.sizeBytes === 0 || (isHtml && page.words.length === 0 && !page.hasScripts)) {
    note.breach('empty', { values: { url }, exchange })
  }
}
