import { isThisMachine, pathOf } from '../../exchange/address.js'
import { isFamily } from '../../specification/find-route.js'
import { sensibleLengths, sensibleLogo } from '../../specification/registration.js'
import type { VariantOf } from '../../words/catalogue.js'
import { type ApplicationNote, applicationRule } from './application-rule.js'
import type { LinkFacts, LogoFacts, Scope } from './facts.js'
import { readHtml } from './read-html.js'

/** Phrases with which video sites report, with status 200, that a video was removed or is private. */
const UNAVAILABLE_VIDEO =
  /video (?:is )?(?:unavailable|private|not available)|v[ií]deo (?:n[aã]o est[aá] (?:mais )?dispon[ií]vel|indispon[ií]vel|privado)|"status":"(?:ERROR|LOGIN_REQUIRED|UNPLAYABLE)"/i

/** The rules of the attributes in the registration form, in the order of the form. */
export const attributes = [
  applicationRule('application/name', ({ registration }, note) =>
    examineText(registration.name, 'name', note),
  ),
  applicationRule('application/short-description', ({ registration }, note) =>
    examineText(registration.shortDescription, 'short-description', note),
  ),
  applicationRule('application/description', ({ registration }, note) => {
    const { description, shortDescription } = registration
    examineText(description, 'description', note)
    if (description !== '' && description === shortDescription) note.breach('same', { severity: 'warning' })
  }),
  applicationRule('application/category', ({ registration }, note) =>
    examineText(registration.category, 'category', note),
  ),
  applicationRule('application/logo', ({ logo }, note) => {
    note.tested()
    if (logo === null) note.breach('missing')
    else if (logo.kind === 'unreadable') note.breach('unreadable', { values: { reason: logo.reason } })
    else if (logo.kind === 'no-image' || logo.kind === 'cut') note.breach(logo.kind)
    else examineImage(logo, note)
  }),
  // only the link: the page that it opens is judged by the rules in `redirect-page.ts`
  applicationRule('application/redirect-link', ({ links: { redirect } }, note) => {
    const { url } = redirect
    // without the parameters of an authorization, the page may rightly refuse the call
    examineLink(redirect, note, (status) => status !== 404 && status < 500)
    if (url.includes('#')) note.breach('fragment', { values: { url } })
  }),
  applicationRule('application/homepage-link', ({ links }, note) => examineReadable(links.homepage, note)),
  applicationRule('application/manual-link', ({ links }, note) => examineReadable(links.manual, note)),
  applicationRule('application/video-link', ({ links: { video } }, note) => {
    const { exchange, url } = video
    if (!examineLink(video, note, isOk)) return
    if (UNAVAILABLE_VIDEO.test(video.html)) note.breach('unavailable', { values: { url }, exchange })
  }),
] as const

type TextAttribute = keyof typeof sensibleLengths
type TextNote = ApplicationNote<VariantOf<'application/name'>>

/** Matches a text that is a placeholder, such as `xxx`, `TBD` or `Minha aplicação`, or contains `lorem ipsum`, `<…>` or `asdf`. */
const PLACEHOLDER =
  /^(?:x+|\.+|-+|t\.?b\.?d\.?|a definir|a preencher|nome|name|descri[cç][aã]o|description|teste?s?|test(?:ing)?|exemplo|example|(?:meu|minha|my) (?:aplica[cç][aã]o|aplicativo|app|application))[.!…]*$|lorem ipsum|<[^>]*>|asdf/i
/** Matches `TODO` and `FIXME` anywhere. `todo` is also a Portuguese word, so it counts only as the whole text. */
const LEFT_TO_DO = /^(?:TODO|todo)$|\bTODO(?=[\s:.!]|$)|\bFIXME\b/

/** A text must be present and no placeholder. Its length is only a warning, because the limits are not the specification's. */
function examineText(text: string, attribute: TextAttribute, note: TextNote): void {
  note.tested()
  const { min, max } = sensibleLengths[attribute]
  const length = [...text].length
  if (length === 0) note.breach('missing')
  else if (PLACEHOLDER.test(text) || LEFT_TO_DO.test(text))
    note.breach('placeholder', { values: { text: text.slice(0, 60) } })
  else if (length < min) note.breach('short', { values: { length, min }, severity: 'warning' })
  else if (length > max) note.breach('long', { values: { length, max }, severity: 'warning' })
}

type Image = Extract<LogoFacts, { kind: 'image' }>

/** A logo should be square and of a sensible size. All this is only a warning, because the limits are not the specification's. */
function examineImage(facts: Image, note: ApplicationNote<'not-square' | 'small' | 'large' | 'heavy'>): void {
  const { widthPx, heightPx, sizeBytes } = facts
  const { minPx, maxPx, maxBytes } = sensibleLogo
  const options = {
    values: { widthPx, heightPx, sizeBytes, minPx, maxPx, maxBytes },
    severity: 'warning',
  } as const
  if (widthPx !== heightPx) note.breach('not-square', options)
  const isVector = facts.format === 'svg'
  if (!isVector && Math.min(widthPx, heightPx) < minPx) note.breach('small', options)
  if (!isVector && Math.max(widthPx, heightPx) > maxPx) note.breach('large', options)
  if (sizeBytes > maxBytes) note.breach('heavy', options)
}

/** The variants that both rules have. Any link of a registration can have such a breach. */
type LinkVariant = VariantOf<'application/homepage-link'> & VariantOf<'application/redirect-link'>
type LinkNote = ApplicationNote<LinkVariant>

/** Reports a link that cannot be called, leads to this machine, or has a status that it must not have. Returns whether there is a page to examine. */
function examineLink(link: LinkFacts, note: LinkNote, accepts: (status: number) => boolean): boolean {
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
    if (URL.canParse(link.url) && isThisMachine(new URL(link.url).hostname))
      note.breach('this-machine', { values, exchange, severity: 'warning' })
    return true
  }
  return false
}

const isOk = (status: number) => status >= 200 && status <= 299

/** Matches the path of a sign-in page: `/login`, `/conta/entrar.php`. */
const SIGN_IN_PATH = /\/(?:log-?in|sign-?in|entrar|acessar|auth|sso|oauth)(?:[/.?]|$)/i
/** A page with a password field and fewer words is a sign-in page. */
const MAX_SIGN_IN_WORDS = 60

function asksToSignIn({ status, finalUrl, url, html }: LinkFacts): boolean {
  if (status === 401) return true
  const wasRedirected = SIGN_IN_PATH.test(pathOf(finalUrl)) && !SIGN_IN_PATH.test(pathOf(url))
  const page = readHtml(html)
  return wasRedirected || (page.hasPassword && page.words.length < MAX_SIGN_IN_WORDS)
}

/** A link must open a page that everybody can read: without signing in, and with words on it. */
function examineReadable(link: LinkFacts, note: ApplicationNote<LinkVariant | 'sign-in' | 'empty'>): void {
  const { exchange, url } = link
  // these statuses are accepted here, so that they are reported as `sign-in` and not as `status`
  const isClosed = (status: number) => (status === 401 || status === 403) && asksToSignIn(link)
  if (!examineLink(link, note, (status) => isOk(status) || isClosed(status))) return
  if (asksToSignIn(link)) return note.breach('sign-in', { values: { url }, exchange })
  const isHtml = /html/i.test(link.contentType)
  const page = readHtml(link.html)
  if (link.sizeBytes === 0 || (isHtml && page.words.length === 0 && !page.hasScripts))
    note.breach('empty', { values: { url }, exchange })
}

/** Each scope is listed once, with its resources, and with the reason why the application needs it. */
export const scopes = applicationRule('application/scopes', ({ registration }, note) => {
  note.tested()
  if (registration.scopes.length === 0) note.breach('none')
  if (registration.purpose === '') note.breach('no-purpose')
  for (const [index, asked] of registration.scopes.entries()) {
    const { scope, resources } = asked
    const options = { values: { scope }, subject: scope }
    if (registration.scopes.findIndex((other) => other.scope === scope) < index) note.breach('twice', options)
    if (isUnjustified(asked, registration.scopes)) note.breach('unjustified', options)
    if (resources.length === 0) note.breach('no-resources', options)
    for (const resource of resources.filter((name) => !isFamily(name)))
      note.breach('unknown-resource', { values: { scope, resource }, subject: `${scope} ${resource}` })
  }
})

/** A reason with fewer characters names no purpose. */
const MIN_WHY_CHARS = 15

/** The same sentence for several scopes justifies none of them. */
function isUnjustified({ why, scope }: Scope, all: readonly Scope[]): boolean {
  const isCopied = all.some((other) => other.scope !== scope && other.why === why)
  return [...why].length < MIN_WHY_CHARS || isCopied
}

/** The registered scopes are those that the recorded traffic needs, and no more. */
export const scopesUsed = applicationRule('application/scopes-used', ({ registration, traffic }, note) => {
  // the five steps need no scope
  const used = (traffic?.used ?? []).filter(({ family }) => family !== 'homologacao')
  if (registration.scopes.length === 0) return
  if (used.length === 0) return note.open('no-traffic')
  note.tested()
  for (const scope of registration.scopes) {
    const values = { scope: scope.scope, resources: scope.resources.join(', ') }
    const subject = scope.scope
    const uses = used.filter(({ family }) => scope.resources.includes(family))
    if (uses.length === 0) note.breach('unused', { values, subject })
    else if (scope.access === 'write' && !uses.some(({ access }) => access === 'write'))
      note.breach('wider', { values, subject })
  }
  for (const { family, access, route } of used) {
    const isCovered = registration.scopes.some(
      (scope) => scope.resources.includes(family) && (scope.access === 'write' || access === 'read'),
    )
    if (!isCovered) note.breach('uncovered', { values: { route, family, access }, subject: route })
  }
})
