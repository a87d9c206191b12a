import {
  addressesOf,
  attributeOf,
  elementsOf,
  type HtmlElement,
  isElement,
} from '../rules/application/read-html.js'
import { textOf, type Visit } from './link-visitor.js'

/** Links and forms of a page that its reader can follow without writing anything. */
export interface LeadsOn {
  readonly addresses: readonly string[]
  /** The only button that submits a form; null if there is no button, or more than one. */
  readonly button: { readonly url: string; readonly fields: URLSearchParams } | null
}

/** Reads the page where an application's user begins: its links, and the forms that consist of a button only. */
export function leadsOn(visit: Visit): LeadsOn {
  const elements = elementsOf(textOf(visit))
  const { finalUrl } = visit
  const absolute = (address: string) =>
    URL.canParse(address, finalUrl) ? [new URL(address, finalUrl).href] : []
  const buttons = formsOf(elements).filter(({ asks }) => !asks)
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

interface Form {
  readonly action: string
  readonly method: string
  readonly fields: URLSearchParams
  /** True if the reader has to fill something in. */
  asks: boolean
}

const UNASKED = /^(?:hidden|submit|button|image|reset)$/i

function formsOf(elements: readonly HtmlElement[]): Form[] {
  const forms: Form[] = []
  for (const node of elements) {
    const [action, method] = [attributeOf(node, 'action'), attributeOf(node, 'method').toLowerCase()]
    if (node.tagName === 'form') forms.push({ action, method, fields: new URLSearchParams(), asks: false })
    const form = forms.at(-1)
    if (!form || !isWithin(node, 'form')) continue
    if (node.tagName === 'textarea' || node.tagName === 'select') form.asks = true
    if (node.tagName !== 'input') continue
    const type = attributeOf(node, 'type')
    if (!UNASKED.test(type)) form.asks = true
    else if (/^hidden$/i.test(type)) form.fields.append(attributeOf(node, 'name'), attributeOf(node, 'value'))
  }
  return forms
}

function isWithin(element: HtmlElement, name: string): boolean {
  for (let at = element.parentNode; at && isElement(at); at = at.parentNode)
    if (at.tagName === name) return true
  return false
}
