import { isThisMachine } from '../exchange/address.js'
import type { ApplicationState } from './application.js'
import { readForm } from './form.js'
import { type HttpResponse, html, redirect, type ServiceRequest } from './response.js'
import type { TokenContext } from './token-address.js'

/**
 * Responds at the authorization address: GET shows the consent page, POST redirects with the choice that was made on it.
 * RFC 6749 §4.1.1, §4.1.2
 */
export function respondToAuthorization(
  request: ServiceRequest,
  search: string,
  nowMs: number,
  context: TokenContext,
): HttpResponse {
  const isChoice = request.method === 'POST'
  if (request.method !== 'GET' && !isChoice)
    return failurePage(405, 'Método não atendido', 'Abra este endereço no navegador.')
  const parameters = isChoice ? readForm(request).fields : new URLSearchParams(search)
  const application = context.findClient(parameters.get('client_id') ?? '')
  const noClient = 'O "client_id" do endereço não é de nenhum aplicativo.'
  if (!application) return failurePage(400, 'Aplicativo desconhecido', noClient)
  const link = application.redirectLink ?? loopbackLink(parameters.get('redirect_uri'))
  const noLink = 'O aplicativo não registrou um link de redirecionamento.'
  if (link === null || !URL.canParse(link)) return failurePage(400, 'Sem link de redirecionamento', noLink)
  const state = parameters.get('state')
  const leave = (result: Record<string, string>) => redirect(withParameters(link, result, state))
  if (application.inactivated) return leave(refusals.inactivated)
  if (isChoice && parameters.get('decisao') === 'autorizar')
    return leave({ code: context.tokens.grantCode(application, nowMs) })
  if (isChoice) return leave(refusals.denied)
  if (parameters.get('response_type') !== 'code') return leave(refusals.responseType)
  return consentPage(application, state, parameters.get('redirect_uri'))
}

/** Returns the link that the request asks for, if it leads to this machine: a client on it need not register one. Else null. */
function loopbackLink(asked: string | null): string | null {
  if (asked === null || !URL.canParse(asked)) return null
  const { protocol, hostname } = new URL(asked)
  return protocol === 'http:' && isThisMachine(hostname) ? asked : null
}

/** Errors that are sent to the redirect link instead of a code. */
const refusals = {
  denied: { error: 'access_denied', error_description: 'O usuário não autorizou o aplicativo.' },
  inactivated: { error: 'app_inativo', error_description: 'O aplicativo está inativo.' },
  responseType: { error: 'invalid_request', error_description: 'O "response_type" deve ser "code".' },
}

function withParameters(link: string, parameters: Record<string, string>, state: string | null): string {
  const url = new URL(link)
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  if (state !== null) url.searchParams.set('state', state)
  return url.href
}

function consentPage(application: ApplicationState, state: string | null, link: string | null): HttpResponse {
  const name = escaped(application.name)
  const hidden = Object.entries({ client_id: application.clientId, state, redirect_uri: link })
    .map(([key, value]) =>
      value === null ? '' : `<input type="hidden" name="${key}" value="${escaped(value)}">`,
    )
    .join('')
  const scopes = application.scopes.map((scope) => `<li>escopo ${escaped(scope)}</li>`).join('')
  return page(
    200,
    `Autorizar ${name}`,
    `<p><strong>${name}</strong> pede acesso à sua conta:</p><ul>${scopes}</ul>
<form method="post">${hidden}<button name="decisao" value="autorizar">Autorizar</button>
<button name="decisao" value="recusar">Recusar</button></form>
<p><small>Conta de ensaio: nada daqui chega ao serviço verdadeiro.</small></p>`,
  )
}

function failurePage(status: number, title: string, text: string): HttpResponse {
  return page(status, title, `<p>${escaped(text)}</p>`)
}

function page(status: number, title: string, content: string): HttpResponse {
  return html(
    status,
    `<!doctype html><html lang="pt-BR"><head><meta charset="utf-8"><title>${title}</title>
<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="referrer" content="no-referrer">
<style>body{font:1.1rem system-ui;max-width:32rem;margin:3rem auto;padding:0 1rem;color-scheme:light dark}
button{font:inherit;padding:.5rem 1.5rem;margin:0 1rem 0 0}</style></head>
<body><main><h1>${title}</h1>${content}</main></body></html>`,
    [
      ['Cache-Control', 'no-store'],
      ['X-Frame-Options', 'DENY'],
      ['Referrer-Policy', 'no-referrer'],
      ['Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"],
    ],
  )
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
