// A small application as a third party would write it: a homepage, a manual, a video, the authorization with its redirect
// page, and the five steps once it is connected. Without flaws it is ready for review; `SAMPLE_FLAW=<name>` switches one on.
//
//   homologa review --application test/sample-application/application.yaml -- node test/sample-application/server.js
import { createHash, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

const port = Number(process.env.PORT ?? 8787)
const flaws = new Set((process.env.SAMPLE_FLAW ?? '').split(',').filter((name) => name !== ''))
const spacingMs = Number(process.env.SAMPLE_SPACING_MS ?? 2000)
const baseUrl = process.env.HOMOLOGA_BASE_URL ?? ''
const tokenUrl = process.env.HOMOLOGA_TOKEN_URL ?? ''
const clientId = process.env.HOMOLOGA_CLIENT_ID ?? ''
const clientSecret = process.env.HOMOLOGA_CLIENT_SECRET ?? ''
const has = (name) => flaws.has(name)

/** Sessions by cookie: the `state` that was given out. */
const states = new Map()
let tokens = null
let hasWorked = false

function page(title, words, { lang = 'pt-BR', extra = '' } = {}) {
  const viewport = has('no-viewport')
    ? ''
    : '<meta name="viewport" content="width=device-width, initial-scale=1">'
  const language = has('lang-missing') ? '' : ` lang="${has('lang-other') ? 'en' : lang}"`
  return `<!doctype html><html${language}><head><meta charset="utf-8">${has('no-title') ? '' : `<title>${title}</title>`}${viewport}
<style>body{font:1.1rem system-ui;max-width:32rem;margin:2rem auto;padding:0 1rem}${has('too-wide') ? 'h1{width:1200px}' : ''}</style></head>
<body><main>${has('no-words') && title.startsWith('Con') ? '' : `<h1>${title}</h1><p>${words}</p>`}${extra}</main></body></html>`
}

function send(response, status, body, headers = {}) {
  const type = body.startsWith('{') ? 'application/json' : 'text/html; charset=utf-8'
  response.writeHead(status, {
    'content-type': type,
    ...(has('referrer-open') ? {} : { 'referrer-policy': has('referrer') ? 'unsafe-url' : 'no-referrer' }),
    'cache-control': 'no-store',
    ...headers,
  })
  response.end(body)
}

const error = (words) => page('Conexão não concluída', words)
const success = page(
  'Conta conectada',
  'A sua conta foi conectada ao aplicativo. Você já pode fechar esta página e voltar para o seu painel.',
)

async function exchangeCode(code) {
  const secret = has('wrong-secret') ? 'another' : clientSecret
  const answer = await fetch(tokenUrl, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams({ grant_type: 'authorization_code', code }),
  })
  if (!answer.ok) throw new Error(`o serviço respondeu ${answer.status}`)
  return answer.json()
}

async function renew() {
  const answer = await fetch(tokenUrl, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: tokens.refresh_token }),
  })
  tokens = await answer.json()
}

async function call(method, path, body, hash) {
  const ask = () =>
    fetch(baseUrl + path, {
      method,
      headers: {
        authorization: `Bearer ${tokens.access_token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(hash && !has('hash-lost') ? { 'x-service-homologacao': hash } : {}),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  let answer = await ask()
  if (answer.status === 401) {
    await renew()
    await pause()
    answer = await ask()
  }
  return { answer, hash: answer.headers.get('x-service-homologacao') ?? hash }
}

const pause = () => new Promise((resolve) => setTimeout(resolve, spacingMs + 10))

async function work() {
  if (hasWorked || has('no-work')) return
  hasWorked = true
  const first = await call('GET', '/homologacao/produtos')
  const { data } = await first.answer.json()
  await pause()
  const second = await call('POST', '/homologacao/produtos', data, first.hash)
  const { id } = (await second.answer.json()).data
  await pause()
  const field = 'descricao' in data ? 'descricao' : 'nome'
  const third = await call('PUT', `/homologacao/produtos/${id}`, { ...data, [field]: 'Copo' }, second.hash)
  await pause()
  const fourth = await call('PATCH', `/homologacao/produtos/${id}/situacoes`, { situacao: 'I' }, third.hash)
  await pause()
  await call('DELETE', `/homologacao/produtos/${id}`, undefined, fourth.hash)
  await pause()
  await call('GET', '/produtos?limite=10')
  await call('GET', '/pedidos/vendas?limite=10')
  if (has('uncovered-route')) await call('GET', '/contatos?limite=10')
}

async function redirectPage(url, cookies, response) {
  const code = url.searchParams.get('code')
  const failure = url.searchParams.get('error')
  const known = states.get(cookies.get('sessao') ?? '')
  const isOwn = known !== undefined && known === url.searchParams.get('state')
  if (failure !== null) {
    if (has('error-500')) return send(response, 500, error('Algo deu errado por aqui, tente de novo.'))
    if (has('error-json')) return send(response, 200, JSON.stringify({ error: failure }))
    if (has('same-as-success')) return send(response, 200, success)
    if (has('redirect-loop')) return send(response, 302, '', { location: url.pathname + url.search })
    if (has('english')) {
      return send(
        response,
        200,
        page(
          'Not connected',
          'The account was not connected to the application. You can close this page and try again from your panel.',
        ),
      )
    }
    const words =
      failure === 'app_inativo'
        ? 'O aplicativo está inativo. Fale com o nosso suporte.'
        : 'Você não autorizou o acesso à sua conta. Quando quiser, comece de novo pelo painel.'
    return send(response, 200, error(words))
  }
  if (!isOwn && !has('state-accepted')) {
    return send(response, 200, error('O pedido não partiu desta página. Comece de novo pelo painel.'))
  }
  if (code === null)
    return send(response, 200, error('Faltou o código da autorização. Comece de novo pelo painel.'))
  try {
    if (!has('not-exchanged')) tokens = await exchangeCode(code)
  } catch (problem) {
    if (has('stack-trace')) return send(response, 200, page('Erro', problem.stack))
    return send(
      response,
      200,
      error('A conta já estava conectada ou o prazo do código acabou. Comece de novo pelo painel.'),
    )
  }
  void work().catch((problem) => console.error(problem.message))
  if (has('success-json')) return send(response, 200, JSON.stringify({ status: 'ok' }))
  if (has('leak-redirect')) {
    return send(response, 302, '', { location: `/pronto?access_token=${tokens.access_token}` })
  }
  const extra = [
    has('leak-link') ? `<a href="/pronto?code=${code}">continuar</a>` : '',
    has('leak-form') ? `<form><input type="hidden" name="t" value="${tokens.access_token}"></form>` : '',
    has('leak-text') ? `<p>${tokens.access_token}</p>` : '',
    has('leak-script') ? `<script>window.token = "${tokens.access_token}"</script>` : '',
    has('referrer') || has('referrer-open') ? '<a href="https://exemplo.invalid/ajuda">ajuda</a>' : '',
  ].join('')
  if (extra !== '') return send(response, 200, success.replace('</main>', `${extra}</main>`))
  send(response, 302, '', { location: '/pronto' })
}

function logo() {
  return readFileSync(new URL('logo.png', import.meta.url))
}

const server = createServer(async (request, response) => {
  const url = new URL(request.url, `http://${request.headers.host}`)
  const cookies = new Map((request.headers.cookie ?? '').split('; ').map((pair) => pair.split('=')))
  switch (url.pathname) {
    case '/':
      if (has('homepage-404')) return send(response, 404, page('Nada aqui', 'A página não existe.'))
      if (has('homepage-sign-in'))
        return send(
          response,
          200,
          page('Entrar', 'Entre na sua conta.', {
            extra: '<form><input type="password" name="senha"></form>',
          }),
        )
      return send(
        response,
        200,
        page('Pedidos em Dia', 'Um aplicativo que avisa a sua equipe sobre cada pedido de venda.'),
      )
    case '/manual':
      if (has('manual-empty')) return send(response, 200, '<!doctype html><html lang="pt-BR"></html>')
      return send(response, 200, page('Manual', 'Como instalar, usar e remover o aplicativo da sua conta.'))
    case '/video':
      if (has('video-gone')) return send(response, 200, page('Vídeo', 'Este vídeo não está disponível.'))
      return send(response, 200, page('Vídeo', 'A demonstração do aplicativo com a sua conta.'))
    case '/logo.png':
      response.writeHead(200, { 'content-type': 'image/png' })
      return response.end(logo())
    case '/conectar': {
      const session = randomBytes(12).toString('hex')
      const state = createHash('sha256').update(`${session}/state`).digest('hex').slice(0, 24)
      states.set(session, state)
      const authorize = new URL(tokenUrl.replace(/\/token$/, '/authorize'))
      authorize.search = new URLSearchParams({ response_type: 'code', client_id: clientId, state })
      return send(response, 302, '', {
        location: authorize.href,
        'set-cookie': `sessao=${session}; HttpOnly; Path=/; SameSite=${has('strict-cookie') ? 'Strict' : 'Lax'}`,
      })
    }
    case '/retorno':
      return redirectPage(url, cookies, response)
    case '/pronto':
      return send(response, 200, success)
    default:
      return send(response, 404, page('Nada aqui', 'A página não existe.'))
  }
})

server.listen(port, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}`))
