import { redirect } from '../answer.js'
import { tokenError } from '../error-body.js'
import { delivered, loginPage, withBody, withChanged, withoutHeader, withStatus } from './changes.js'
import { faultTable } from './fault.js'

/** Faults of tokens: refusals and renewals. */
export const tokens = faultTable({
  'refusal-403': {
    breaks: 'homologation/answer-status',
    where: 'refusal',
    change: (answer) => withStatus(withoutHeader(answer, 'WWW-Authenticate'), 403),
  },
  'refusal-redirect': {
    breaks: 'homologation/answer-status',
    where: 'refusal',
    change: () => redirect('https://elsewhere.invalid/login'),
  },
  'renewal-429': {
    breaks: 'auth/renewal',
    where: 'renewal',
    change: () => tokenError(429, 'too_many_requests', 'Muitas chamadas.'),
  },
  'renewal-500': {
    breaks: 'auth/renewal',
    where: 'renewal',
    change: () => tokenError(500, 'server_error', 'Erro interno.'),
  },
  'renewal-broken-json': {
    breaks: 'auth/renewal',
    where: 'renewal',
    change: (answer) => withBody(answer, String(answer.body).slice(0, -5)),
  },
  'renewal-dead-token': {
    breaks: 'auth/renewal',
    where: 'renewal',
    change: (answer, { killTokens }) => {
      killTokens()
      return answer
    },
  },
  'renewal-empty-token': {
    breaks: 'auth/renewal',
    where: 'renewal',
    change: (answer) => withChanged(answer, (value) => ({ ...value, access_token: '' })),
  },
  'renewal-endless': {
    breaks: 'auth/renewal',
    where: 'renewal',
    change: (answer) => delivered(answer, { kind: 'endless', chunk: ' '.repeat(65_536) }),
  },
  'renewal-hang': {
    breaks: 'auth/renewal',
    where: 'renewal',
    change: (answer) => delivered(answer, { kind: 'hang' }),
  },
  'renewal-html': {
    breaks: 'auth/renewal',
    where: 'renewal',
    change: (answer) => withBody(answer, loginPage, 'text/html; charset=utf-8'),
  },
  'renewal-invalid-client': {
    breaks: 'auth/renewal',
    where: 'renewal',
    change: () => tokenError(401, 'invalid_client', 'Cliente desconhecido.'),
  },
  'renewal-null-token': {
    breaks: 'auth/renewal',
    where: 'renewal',
    change: (answer) => withChanged(answer, (value) => ({ ...value, access_token: null })),
  },
  // 307 asks for the same body again: the refresh token would go along.
  'renewal-redirect': {
    breaks: 'auth/renewal',
    where: 'renewal',
    change: () => redirect('https://elsewhere.invalid/oauth/token', 307),
  },
  'renewal-refused': {
    breaks: 'auth/renewal',
    where: 'renewal',
    change: () => tokenError(400, 'invalid_grant', 'Refresh token inválido.'),
  },
  'renewal-reset': {
    breaks: 'auth/renewal',
    where: 'renewal',
    change: (answer) => delivered(answer, { kind: 'reset', afterBytes: 0 }),
  },
  'renewal-same-token': {
    breaks: 'auth/renewal',
    where: 'renewal',
    change: (answer, { formerToken }) =>
      withChanged(answer, (value) => ({ ...value, access_token: formerToken() })),
  },
  'renewal-without-token': {
    breaks: 'auth/renewal',
    where: 'renewal',
    change: (answer) => withChanged(answer, ({ access_token: _, ...rest }) => rest),
  },
  'token-always-refused': {
    breaks: 'auth/renewal',
    where: 'every-step',
    change: (_, { refuseToken }) => refuseToken(),
  },
})
