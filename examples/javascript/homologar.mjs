// The five steps of the homologation, with nothing but fetch.
//
//     npx homologa examine --invalidate-at each -- node homologar.mjs
const env = process.env
const HASHES = ['x-service-homologacao', 'x-bling-homologacao']
const PAUSE_MS = Number(env.PAUSE_MS ?? 1960)

let accessToken = env.HOMOLOGA_ACCESS_TOKEN
let refreshToken = env.HOMOLOGA_REFRESH_TOKEN
let hash = {}
let dueMs = 0

async function send(method, path, body) {
  await new Promise((resolve) => setTimeout(resolve, dueMs - performance.now()))
  const headers = { authorization: `Bearer ${accessToken}`, ...hash }
  if (body) headers['content-type'] = 'application/json'
  const startMs = performance.now()
  const response = await fetch(env.HOMOLOGA_BASE_URL + path, {
    method,
    headers,
    body: body && JSON.stringify(body),
  })
  // Two seconds from start to start, even after a quick response, and within two of a response that takes 20 ms or more.
  dueMs = Math.max(startMs + 60, performance.now()) + PAUSE_MS
  const name = HASHES.find((one) => response.headers.has(one))
  if (name) hash = { [name]: response.headers.get(name) }
  return response
}

/** A refused token is renewed once; then the same step goes out again, with the new token and the newest hash. */
async function step(method, path, body) {
  let response = await send(method, path, body)
  if (response.status === 401) {
    await renew()
    response = await send(method, path, body)
  }
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
  return response.status === 204 ? null : (await response.json()).data
}

async function renew() {
  const pair = `${env.HOMOLOGA_CLIENT_ID}:${env.HOMOLOGA_CLIENT_SECRET}`
  const response = await fetch(env.HOMOLOGA_TOKEN_URL, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(pair).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken }),
  })
  if (!response.ok) throw new Error(`renewal: ${response.status} ${await response.text()}`)
  const tokens = await response.json()
  accessToken = tokens.access_token
  refreshToken = tokens.refresh_token ?? refreshToken // store it: the old one may be worth nothing any more
}

await fetch('data:,') // the first fetch of a process leaves late, and a start counts below
const path = '/homologacao/produtos'
const product = await step('GET', path)
const { id } = await step('POST', path, product)
await step('PUT', `${path}/${id}`, { ...product, nome: 'Copo' })
await step('PATCH', `${path}/${id}/situacoes`, { situacao: 'I' })
await step('DELETE', `${path}/${id}`)
