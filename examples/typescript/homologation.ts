/** The five steps of the homologation, as an application may run them. Profile `bling`: other names are settings there. */

export interface Settings {
  readonly baseUrl: string
  readonly tokenUrl: string
  readonly accessToken: string
  readonly refreshToken: string
  readonly clientId: string
  readonly clientSecret: string
  /** Milliseconds between an answer and the next request. */
  readonly pauseMs: number
}

const HASH = 'x-bling-homologacao'

export async function homologate(settings: Settings): Promise<void> {
  let { accessToken, refreshToken } = settings
  let hash: string | null = null
  let isFirst = true

  async function send(method: string, path: string, body?: unknown): Promise<Response> {
    if (!isFirst) await new Promise((resolve) => setTimeout(resolve, settings.pauseMs))
    isFirst = false
    const headers = new Headers({ authorization: `Bearer ${accessToken}` })
    if (hash !== null) headers.set(HASH, hash)
    if (body !== undefined) headers.set('content-type', 'application/json')
    const answer = await fetch(settings.baseUrl + path, {
      method,
      headers,
      body: body === undefined ? null : JSON.stringify(body),
    })
    hash = answer.headers.get(HASH) ?? hash
    return answer
  }

  /** A refused token is renewed once; then the same step goes out again, with the new token and the hash. */
  async function step(method: string, path: string, body?: unknown): Promise<Response> {
    let answer = await send(method, path, body)
    if (answer.status === 401) {
      await renew()
      answer = await send(method, path, body)
    }
    if (!answer.ok) throw new Error(`${method} ${path} was answered ${answer.status}: ${await answer.text()}`)
    return answer
  }

  async function renew(): Promise<void> {
    const { clientId, clientSecret, tokenUrl } = settings
    const answer = await fetch(tokenUrl, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}` },
      body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken }),
    })
    if (!answer.ok) throw new Error(`the renewal was answered ${answer.status}`)
    const tokens = (await answer.json()) as { access_token: string; refresh_token: string }
    accessToken = tokens.access_token
    refreshToken = tokens.refresh_token
  }

  const path = '/homologacao/produtos'
  const { data } = (await (await step('GET', path)).json()) as { data: Record<string, unknown> }
  const created = (await (await step('POST', path, data)).json()) as { data: { id: number } }
  const own = `${path}/${created.data.id}`
  await step('PUT', own, { ...data, nome: 'Copo' })
  await step('PATCH', `${own}/situacoes`, { situacao: 'I' })
  await step('DELETE', own)
}
