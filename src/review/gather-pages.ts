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
import { whySkipped } from './gather-attributes.js'
import { factsOf, noFacts, textOf, type Visit, type Visitor } from './link-visitor.js'
import type { Drawn } from './page-browser.js'

/** Facts that only the service's side knows. The embedded service provides them if the application was pointed at it. */
export interface ServiceSide {
  /** A fresh authorization code, as if the account holder had consented. */
  grantCode(): string
  /** What the application has done with the code so far. It may exchange a code after its page was shown. */
  seen(code: string): CodeFacts
  /** Credentials handed out so far: what must not show up on any page. */
  readonly secrets: readonly string[]
}

type CodeFacts = Pick<PageFacts, 'codeExchanged' | 'refusal' | 'isCodeSpentAgain'>

export interface PagesOptions {
  readonly registration: Registration
  /** The address at which the pages are requested: the redirect link, or its counterpart on this machine. */
  readonly link: string
  /** null: the application uses another service, and only that service can issue codes. */
  readonly service: ServiceSide | null
  /** A browser of its own for each call. */
  readonly newVisitor: () => Visitor
  /** Draws what was seen; null where no browser is there. */
  readonly draw: ((call: PageCall, visit: Visit) => Promise<Drawn | null>) | null
  /** Awaited before the second use of a code, which may end all tokens, or at once if no link is called. `hasTried`: whether the code was tried. */
  readonly settle?: (hasTried: () => boolean) => Promise<void>
}

/** Calls the redirect link as the service would, once for each way in which an authorization can end. §Authentication 5 */
export async function gatherPages(options: PagesOptions): Promise<PageFacts[]> {
  if (whySkipped(options.link) !== null) {
    // the user does not connect the application here, but it may do its work by itself
    await options.settle?.(() => true)
    return calls.map((call) => skippedPage(call, 'no-link'))
  }
  const denied = await gather('access-denied', options)
  const inactivated = await gather('inactivated', options)
  const wrongState = await gather('wrong-state', options)
  const success = await gather('success', options)
  await options.settle?.(() => seenOf(success.code, options.service).codeExchanged !== false)
  const began = [success, denied, inactivated, wrongState]
  const states = began.flatMap(({ state }) => state ?? [])
  const isStateConstant = new Set(states).size < states.length
  const settled = began.map(({ page, code }) => ({
    ...page,
    ...seenOf(code, options.service),
    isStateConstant,
  }))
  const again = success.repeat ? await success.repeat() : skippedPage('code-reused', success.page.skipped)
  const pages = [...settled, again]
  const isBlind = settled[0]?.codeExchanged === false && !isLocal(options.link)
  return isBlind ? pages.map(unseen) : pages
}

function isLocal(link: string): boolean {
  return isThisMachine(new URL(link).hostname)
}

/**
 * A page elsewhere that redeemed no code here uses another service, so the missing exchange is not the application's
 * fault.
 */
function unseen(page: PageFacts): PageFacts {
  if (page.call === 'wrong-state') return { ...page, codeExchanged: null }
  const needsCode = page.call === 'success' || page.call === 'code-reused'
  return needsCode ? skippedPage(page.call, 'no-valid-code') : page
}

const calls: readonly PageCall[] = ['success', 'access-denied', 'inactivated', 'wrong-state', 'code-reused']

interface Gathered {
  readonly page: PageFacts
  /** null where the call had none. */
  readonly code: string | null
  /** The `state` that the application issued to this browser; null if it is unknown. */
  readonly state: string | null
  /** The same call once more, by the same browser. */
  readonly repeat?: () => Promise<PageFacts>
}

function seenOf(code: string | null, service: ServiceSide | null): CodeFacts {
  return service === null || code === null ? unseenCode : service.seen(code)
}

const unseenCode: CodeFacts = { codeExchanged: null, refusal: null, isCodeSpentAgain: false }

async function gather(call: PageCall, options: PagesOptions): Promise<Gathered> {
  const { registration, service } = options
  const visitor = options.newVisitor()
  const known = await stateOf(registration.startLink, visitor, service !== null)
  const given = 'unknown' in known ? null : known.state
  const skip = (why: PageFacts['skipped']) => ({ page: skippedPage(call, why), code: null, state: given })
  if (call === 'success' && service === null) return skip('no-valid-code')
  if (call === 'success' && 'unknown' in known) return skip(known.unknown)
  const code = call === 'success' || call === 'wrong-state' ? (service?.grantCode() ?? randomHex()) : null
  const state = call === 'wrong-state' ? randomHex() : (given ?? randomHex())
  const url = calledWith(options.link, { ...parameters(call, code), state })
  const ask = async (name: PageCall) =>
    pageOf(name, await visitor.visit(url, { isFromElsewhere: true }), code, options)
  return {
    page: await ask(call),
    code,
    state: given,
    ...(call === 'success' && { repeat: () => ask('code-reused') }),
  }
}

/** The `state` that the application issues when its user begins, or the reason why it is unknown. */
async function stateOf(
  startLink: string | null,
  visitor: Visitor,
  isOurs: boolean,
): Promise<{ readonly state: string } | { readonly unknown: PageFacts['skipped'] }> {
  if (startLink === null || whySkipped(startLink) !== null) return { unknown: 'no-state' }
  const authorize = await authorizeOf(await visitor.visit(startLink), visitor, isOurs)
  if (authorize === undefined) return { unknown: 'no-authorization' }
  const state = new URL(authorize).searchParams.get('state')
  return state === null ? { unknown: 'stateless' } : { state }
}

/** A page before it may link to the authorization or, where the application was started for this, have a single button. */
async function authorizeOf(start: Visit, visitor: Visitor, isOurs: boolean): Promise<string | undefined> {
  const { addresses, button } = leadsOn(start)
  const known = start.hops.findLast(isAuthorize) ?? addresses.find(asksForCode)
  if (known !== undefined || button === null || !isOurs || !isLocal(button.url)) return known
  return (await visitor.press(button.url, button.fields)).hops.findLast(isAuthorize)
}

/** Whether an address asks for an authorization: there the application ends and the service begins. */
export function isAuthorize(url: string): boolean {
  return asksForCode(url) || /\/oauth2?\/authorize\/?$/.test(new URL(url).pathname)
}

function asksForCode(url: string): boolean {
  return new URL(url).searchParams.get('response_type') === 'code'
}

function parameters(call: PageCall, code: string | null): Record<string, string> {
  if (call === 'access-denied') {
    return { error: 'access_denied', error_description: 'O usuário não autorizou o aplicativo.' }
  }
  if (call === 'inactivated') return { error: 'app_inativo', error_description: 'O aplicativo está inativo.' }
  return { code: code ?? '' }
}

function calledWith(link: string, fields: Readonly<Record<string, string>>): string {
  const url = new URL(link)
  for (const [name, value] of Object.entries(fields)) url.searchParams.set(name, value)
  return url.href
}

/** A random code or state, which was never issued. */
function randomHex(): string {
  return randomBytes(20).toString('hex')
}

async function pageOf(
  call: PageCall,
  visit: Visit,
  code: string | null,
  { service, draw }: PagesOptions,
): Promise<PageFacts> {
  const facts = factsOf(visit)
  const canBeDrawn = draw !== null && visit.failure === null && /html/i.test(facts.contentType)
  const drawn = canBeDrawn ? await draw(call, visit) : null
  // its scripts may have had tokens issued
  const secrets = [...(code === null ? [] : [code]), ...(service?.secrets ?? [])]
  const leaks = new Set(leaksOf(facts.html, visit.hops, secrets))
  if (drawn && holdsOne(drawn.text, secrets)) leaks.add('text')
  const open = visit.cookies.flatMap(({ httpOnly, value }) => (httpOnly ? [] : [value]))
  if (leaks.size === 0 && holdsOne([...open, drawn?.stored].join('\n'), secrets)) leaks.add('storage')
  return {
    ...skippedPage(call, null),
    ...facts,
    drawn,
    referrerPolicy: headerValue(visit.headers, 'referrer-policy') ?? '',
    codeInAddress: code !== null && visit.finalUrl.includes(code),
    leaks: [...leaks],
    ...seenOf(code, service),
    isCodeSpentAgain: false,
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
    ...unseenCode,
    isStateConstant: false,
    withheld: [],
  }
}

const CREDENTIAL_IN_ADDRESS = /[?&#](?:access_token|refresh_token|client_secret|id_token)=[^&#\s]/i

/** The places on the page, or on the way to it, that expose a credential. */
export function leaksOf(html: string, hops: readonly string[], secrets: readonly string[]): Leak[] {
  const held = (text: string) => CREDENTIAL_IN_ADDRESS.test(text) || holdsOne(text, secrets)
  const found = new Set<Leak>()
  if (hops.some(held)) found.add('redirect')
  for (const { node } of nodesIn(parseHtml(html))) {
    if (isText(node) && holdsOne(node.value, secrets))
      found.add(node.parentNode?.nodeName === 'script' ? 'script' : 'text')
    if (!isElement(node)) continue
    if (addressesOf(node).some(held)) found.add('link')
    else if (node.attrs.some(({ value }) => holdsOne(value, secrets))) found.add('form')
  }
  // what no person sees, such as a comment, was sent all the same
  if ([...found].every((place) => place === 'redirect') && holdsOne(html, secrets)) found.add('source')
  return [...found]
}

function holdsOne(text: string, secrets: readonly string[]): boolean {
  return secrets.some(
    (secret) => secret !== '' && (text.includes(secret) || text.includes(encodeURIComponent(secret))),
  )
}

/**
 * Reads the page where an application's user begins: the addresses that it leads to, and its only button that submits
 * a form; null if there is no button, or more than one. Forms in which the reader has to write something do not count.
 */
function leadsOn(visit: Visit) {
  const elements = elementsIn(parseHtml(textOf(visit)))
  const { finalUrl } = visit
  const absolute = (address: string) =>
    URL.canParse(address, finalUrl) ? [new URL(address, finalUrl).href] : []
  const buttons = elements.filter(({ tagName }) => tagName === 'form').flatMap(buttonOf)
  const [button, another] = buttons.filter(({ method }) => method === 'post')
  const sent = buttons
    .filter(({ method }) => method !== 'post')
    .map(({ action, fields }) => `${action}?${fields}`)
  const [url] = absolute(button?.action || finalUrl)
  return {
    addresses: [...elements.flatMap(addressesOf), ...sent].flatMap(absolute),
    button: button && url !== undefined && !another ? { url, fields: button.fields } : null,
  }
}

/** A form that is submitted as it is; none if its reader has to fill something in. */
function buttonOf(form: HtmlElement) {
  const elements = elementsIn(form)
  const inputs = elements.filter(({ tagName }) => tagName === 'input')
  const asks =
    elements.some(({ tagName }) => tagName === 'textarea' || tagName === 'select') ||
    inputs.some((one) => !/^(?:hidden|submit|button|image|reset)$/i.test(attributeOf(one, 'type')))
  if (asks) return []
  const hidden = inputs.filter((one) => /^hidden$/i.test(attributeOf(one, 'type')))
  const fields = hidden.map((one): [string, string] => [attributeOf(one, 'name'), attributeOf(one, 'value')])
  const method = attributeOf(form, 'method').toLowerCase()
  return [{ action: attributeOf(form, 'action'), method, fields: new URLSearchParams(fields) }]
}
