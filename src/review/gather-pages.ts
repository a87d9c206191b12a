import { randomBytes } from 'node:crypto'
import { isThisMachine } from '../exchange/address.js'
import { headerValue } from '../exchange/exchange.js'
import type { Leak, PageCall, PageFacts, Registration } from '../rules/application/index.js'
import {
  addressesOf,
  attributeOf,
  elementsIn,
  type HtmlElement,
  isElement,
  isText,
  nodesIn,
  parseHtml,
} from '../rules/application/read-html.js'
import { factsOf, noFacts, textOf, type Visit, type Visitor, whySkipped } from './link-visitor.js'
import type { Drawn } from './page-browser.js'

/** What only the service knows about an authorization. Exists if the application was started with our embedded service. */
export interface ServiceSide {
  /** Issues an authorization code, as if the account holder had consented. */
  grantCode(): string
  /** What the application has done with the code so far. It may exchange the code after its page was shown. */
  factsOfCode(code: string): CodeFacts
  /** All credentials that were issued so far. None may be visible on a page. */
  readonly secrets: readonly string[]
}

export type CodeFacts = Pick<PageFacts, 'codeExchanged' | 'refusal' | 'isCodeSpentAgain'>

export interface PagesOptions {
  readonly registration: Registration
  /** The address that is called: the redirect link, or the page on this machine that replaces it (`rehearsalLink`). */
  readonly link: string
  /** null: the application uses another service, so we cannot issue codes. */
  readonly service: ServiceSide | null
  /** Each call is made by a new visitor, like another user's browser. */
  readonly newVisitor: () => Visitor
  /** Takes a picture of the page; null if there is no browser. */
  readonly draw: ((call: PageCall, visit: Visit) => Promise<Drawn | null>) | null
  /**
   * Waits for the work of the application after it was connected. It comes before a code is used a second time, which may revoke all
   * tokens. `hasTriedCode` tells whether the application has tried to exchange its code.
   */
  readonly waitUntilDone?: (hasTriedCode: () => boolean) => Promise<void>
}

/** Calls the redirect link as the service does, once for each end of an authorization (§Authentication 5), and describes the pages. */
export async function gatherPages(options: PagesOptions): Promise<PageFacts[]> {
  const { link, service, waitUntilDone } = options
  if (whySkipped(link) !== null) {
    // the application cannot be connected with an account, but it may run the five steps by itself
    await waitUntilDone?.(() => true)
    return calls.map((call) => skippedPage(call, 'no-link'))
  }
  const denied = await callLink('access-denied', options)
  const inactivated = await callLink('inactivated', options)
  const wrongState = await callLink('wrong-state', options)
  // the last one, because it connects the application, which may then begin to work
  const success = await callLink('success', options)
  const isCodeUnused = () => factsOfCode(success.code, service).codeExchanged === false
  await waitUntilDone?.(() => !isCodeUnused())
  const called = [success, denied, inactivated, wrongState]
  const states = called.flatMap(({ state }) => state ?? [])
  const isStateConstant = new Set(states).size < states.length
  const usesOtherService = isCodeUnused() && !isLocal(link)
  // before the call is repeated, which makes the application use its code again
  const pages = called.map(({ page, code }) => ({ ...page, ...factsOfCode(code, service), isStateConstant }))
  pages.push(success.repeat ? await success.repeat() : skippedPage('code-reused', success.page.skipped))
  return usesOtherService ? pages.map(withoutCodeFacts) : pages
}

function isLocal(link: string): boolean {
  return isThisMachine(new URL(link).hostname)
}

/**
 * A page on another machine did not exchange its code with our service, so it probably uses another one. Removes everything
 * that would need a valid code.
 */
function withoutCodeFacts(page: PageFacts): PageFacts {
  if (page.call === 'wrong-state') return { ...page, codeExchanged: null }
  const needsCode = page.call === 'success' || page.call === 'code-reused'
  return needsCode ? skippedPage(page.call, 'no-valid-code') : page
}

const calls: readonly PageCall[] = ['success', 'access-denied', 'inactivated', 'wrong-state', 'code-reused']

/** One call of the redirect link. */
interface CalledPage {
  readonly page: PageFacts
  /** The code that was sent, or null. */
  readonly code: string | null
  /** The `state` that the application issued to this visitor; null if it is unknown. */
  readonly state: string | null
  /** Makes the same call again, by the same visitor. Exists for `success` only. */
  readonly repeat?: () => Promise<PageFacts>
}

const unknownCodeFacts: CodeFacts = { codeExchanged: null, refusal: null, isCodeSpentAgain: false }

function factsOfCode(code: string | null, service: ServiceSide | null): CodeFacts {
  return service === null || code === null ? unknownCodeFacts : service.factsOfCode(code)
}

async function callLink(call: PageCall, options: PagesOptions): Promise<CalledPage> {
  const { registration, service } = options
  const visitor = options.newVisitor()
  const { state: ownState, whyNone } = await findState(registration.startLink, visitor, service !== null)
  const whySkip = service === null ? 'no-valid-code' : whyNone
  if (call === 'success' && whySkip !== null)
    return { page: skippedPage(call, whySkip), code: null, state: ownState }
  const sendsCode = call === 'success' || call === 'wrong-state'
  const code = sendsCode ? (service?.grantCode() ?? randomHex()) : null
  const state = call === 'wrong-state' || ownState === null ? randomHex() : ownState
  const url = addParameters(options.link, { ...resultParameters(call, code), state })
  const visitAs = async (name: PageCall) =>
    describePage(name, await visitor.visit(url, { isFromElsewhere: true }), code, options)
  return {
    page: await visitAs(call),
    code,
    state: ownState,
    ...(call === 'success' && { repeat: () => visitAs('code-reused') }),
  }
}

/** The `state` that the application issues when its user begins the authorization, or the reason why there is none. */
async function findState(
  startLink: string | null,
  visitor: Visitor,
  isOurService: boolean,
): Promise<{ readonly state: string | null; readonly whyNone: PageFacts['skipped'] }> {
  if (startLink === null || whySkipped(startLink) !== null) return { state: null, whyNone: 'no-state' }
  const authorize = await findAuthorizeAddress(await visitor.visit(startLink), visitor, isOurService)
  if (authorize === undefined) return { state: null, whyNone: 'no-authorization' }
  const state = new URL(authorize).searchParams.get('state')
  return { state, whyNone: state === null ? 'stateless' : null }
}

/**
 * The address of the authorization, to which the start page redirects or links. If we started the application, a page with
 * a single button is possible too, and the button is pressed.
 */
async function findAuthorizeAddress(
  start: Visit,
  visitor: Visitor,
  isOurService: boolean,
): Promise<string | undefined> {
  const { addresses, button } = readStartPage(start)
  const address = start.hops.findLast(isAuthorizeAddress) ?? addresses.find(requestsCode)
  if (address !== undefined || button === null || !isOurService || !isLocal(button.url)) return address
  return (await visitor.submit(button.url, button.fields)).hops.findLast(isAuthorizeAddress)
}

/** True for the service's page that asks the user for the authorization: `/oauth/authorize?response_type=code`. */
export function isAuthorizeAddress(url: string): boolean {
  return requestsCode(url) || /\/oauth2?\/authorize\/?$/.test(new URL(url).pathname)
}

function requestsCode(url: string): boolean {
  return new URL(url).searchParams.get('response_type') === 'code'
}

/** The parameters with which the service ends an authorization: the code, or the error of one that was refused. */
function resultParameters(call: PageCall, code: string | null): Record<string, string> {
  if (call === 'access-denied') {
    return { error: 'access_denied', error_description: 'O usuário não autorizou o aplicativo.' }
  }
  if (call === 'inactivated') return { error: 'app_inativo', error_description: 'O aplicativo está inativo.' }
  return { code: code ?? '' }
}

function addParameters(link: string, parameters: Readonly<Record<string, string>>): string {
  const url = new URL(link)
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return url.href
}

/** A code or state that nobody has issued. */
function randomHex(): string {
  return randomBytes(20).toString('hex')
}

async function describePage(
  call: PageCall,
  visit: Visit,
  code: string | null,
  { service, draw }: PagesOptions,
): Promise<PageFacts> {
  const facts = factsOf(visit)
  const canBeDrawn = draw !== null && visit.failure === null && /html/i.test(facts.contentType)
  const drawn = canBeDrawn ? await draw(call, visit) : null
  // read after drawing, because scripts of the page may have had tokens issued
  const secrets = [...(code === null ? [] : [code]), ...(service?.secrets ?? [])]
  const leaks = new Set(findLeaks(facts.html, visit.hops, secrets))
  if (drawn && containsAny(drawn.text, secrets)) leaks.add('text')
  const readableCookies = visit.cookies.filter(({ httpOnly }) => !httpOnly).map(({ value }) => value)
  const storage = [...readableCookies, drawn?.stored].join('\n')
  // a page that shows a secret already needs no second finding for its storage
  if (leaks.size === 0 && containsAny(storage, secrets)) leaks.add('storage')
  return {
    ...facts,
    call,
    skipped: null,
    drawn,
    referrerPolicy: headerValue(visit.headers, 'referrer-policy') ?? '',
    codeInAddress: code !== null && visit.finalUrl.includes(code),
    leaks: [...leaks],
    // added by `gatherPages` when the application has done its work; of the repeated call nobody reads them
    ...unknownCodeFacts,
    isStateConstant: false,
    withheld: visit.withheld,
  }
}

function skippedPage(call: PageCall, skipped: PageFacts['skipped']): PageFacts {
  return {
    ...noFacts,
    call,
    skipped,
    drawn: null,
    referrerPolicy: '',
    codeInAddress: false,
    leaks: [],
    ...unknownCodeFacts,
    isStateConstant: false,
    withheld: [],
  }
}

/** `?access_token=x` */
const CREDENTIAL_IN_ADDRESS = /[?&#](?:access_token|refresh_token|client_secret|id_token)=[^&#\s]/i

/** The kinds of places on a page, and in the redirects to it, that contain a credential. */
export function findLeaks(html: string, hops: readonly string[], secrets: readonly string[]): Leak[] {
  const isLeak = (address: string) => CREDENTIAL_IN_ADDRESS.test(address) || containsAny(address, secrets)
  const places = new Set<Leak>()
  for (const { node } of nodesIn(parseHtml(html))) {
    if (isText(node) && containsAny(node.value, secrets))
      places.add(node.parentNode?.nodeName === 'script' ? 'script' : 'text')
    if (!isElement(node)) continue
    if (addressesOf(node).some(isLeak)) places.add('link')
    // any other attribute, such as the value of a form's field
    else if (node.attrs.some(({ value }) => containsAny(value, secrets))) places.add('form')
  }
  // for example in a comment
  if (places.size === 0 && containsAny(html, secrets)) places.add('source')
  return [...(hops.some(isLeak) ? (['redirect'] as const) : []), ...places]
}

function containsAny(text: string, secrets: readonly string[]): boolean {
  return secrets.some(
    (secret) => secret !== '' && (text.includes(secret) || text.includes(encodeURIComponent(secret))),
  )
}

/**
 * Reads the page where a user begins the authorization: its links, and its only button that sends a form by POST. If there are
 * several, `button` is null. Forms that the user has to fill in do not count.
 */
function readStartPage(visit: Visit) {
  const elements = elementsIn(parseHtml(textOf(visit)))
  const { finalUrl } = visit
  const absolute = (address: string) =>
    URL.canParse(address, finalUrl) ? [new URL(address, finalUrl).href] : []
  const forms = elements.filter(({ tagName }) => tagName === 'form').flatMap(readForm)
  const getForms = forms.filter(({ method }) => method !== 'post')
  const formAddresses = getForms.map(({ action, fields }) => `${action}?${fields}`)
  const [form, secondForm] = forms.filter(({ method }) => method === 'post')
  const [url] = absolute(form?.action || finalUrl)
  return {
    addresses: [...elements.flatMap(addressesOf), ...formAddresses].flatMap(absolute),
    button: form && url !== undefined && !secondForm ? { url, fields: form.fields } : null,
  }
}

/** Reads a form with hidden fields and buttons only; none if the user has to fill it in. */
function readForm(form: HtmlElement) {
  const elements = elementsIn(form)
  const inputs = elements.filter(({ tagName }) => tagName === 'input')
  const mustBeFilledIn =
    elements.some(({ tagName }) => tagName === 'textarea' || tagName === 'select') ||
    inputs.some((input) => !/^(?:hidden|submit|button|image|reset)$/i.test(attributeOf(input, 'type')))
  if (mustBeFilledIn) return []
  const hidden = inputs.filter((input) => /^hidden$/i.test(attributeOf(input, 'type')))
  const fields = hidden.map((input): [string, string] => [
    attributeOf(input, 'name'),
    attributeOf(input, 'value'),
  ])
  const method = attributeOf(form, 'method').toLowerCase()
  return [{ action: attributeOf(form, 'action'), method, fields: new URLSearchParams(fields) }]
}
