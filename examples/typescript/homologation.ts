/** The five steps of the homologation, as an application may run them. */
export interface Settings {
  readonly baseUrl: string
  readonly tokenUrl: string
  readonly accessToken: string
  readonly refreshToken: string
  readonly clientId: string
  readonly clientSecret: string
  /** Milliseconds from a response, and 60 more from its request, to the next request; 1,960 satisfies both readings of the two seconds. */
  readonly pauseMs: number
}

const HASHES = ['x-service-homologacao', 'x-bling-homologacao']

export async function homologate(settings: Settings): Promise<void> {
  let { accessToken, refreshToken } = settings
  let hash: [name: string, value: string][] = []
  let dueMs = 0

  async function send(method: string, path: string, body: unknown): Promise<Response> {
    await new Promise((resolve) => setTimeout(resolve, dueMs - performance.now()))
    const headers = new Headers([['authorization', `Bearer ${accessToken}`], ...hash])
    if (body !== undefined) headers.set('content-type', 'application/json')
    const text = body === undefined ? null : JSON.stringify(body)
    const startMs = performance.now()
    const response = await fetch(settings.baseUrl + path, { method, headers, body: text })
    dueMs = Math.max(startMs + 60, performance.now()) + settings.pauseMs
    const issued = [...response.headers].filter(([name]) => HASHES.includes(name))
    if (issued.length > 0) hash = issued
    return response
  }

  /** A refused token is renewed once; then the same step goes out again, with the new token and the newest hash. */
  async function step<T>(method: string, path: string, body?: unknown): Promise<T> {
    let response = await send(method, path, body)
    if (response.status === 401) {
      await renew()
      response = await send(method, path, body)
    }
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return response.status === 204 ? (undefined as T) : ((await response.json()) as { data: T }).data
  }

  async function renew(): Promise<void> {
    const pair = Buffer.from(`${settings.clientId}:${settings.clientSecret}`).toString('base64')
    const authorization = `Basic ${pair}`
    const body = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken })
    const response = await fetch(settings.tokenUrl, { method: 'POST', headers: { authorization }, body })
    if (!response.ok) throw new Error(`renewal: ${response.status} ${await response.text()}`)
    const tokens = (await response.json()) as { access_token: string; refresh_token?: string }
    accessToken = tokens.access_token
    refreshToken = tokens.refresh_token ?? refreshToken // store it: the old one may be worth nothing any more
  }

  const product = await step<object>('GET', '/homologacao/produtos')
  const own = `/homologacao/produtos/${(await step<{ id: number }>('POST', '/homologacao/produtos', product)).id}`
  await step('PUT', own, { ...product, nome: 'Copo' })
  await step('PATCH', `${own}/situacoes`, { situacao: 'I' })
  await step('DELETE', own)
}
