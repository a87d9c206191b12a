/** One request and its response, in short. */
export interface Asked {
  /** `POST https://host/path`; GET where no method stands before it. */
  readonly ask: string
  readonly headers?: Readonly<Record<string, string>>
  /** An object is sent as JSON. */
  readonly body?: string | object
  /** Default: 200. */
  readonly status?: number
  /** An object comes as JSON; a text as a page. */
  readonly response?: string | object
  readonly given?: Readonly<Record<string, string>>
  /** Milliseconds after the one before. Default: 130. */
  readonly afterMs?: number
}

const pairs = (headers: Readonly<Record<string, string>>) =>
  Object.entries(headers).map(([name, value]) => ({ name, value }))

const textOf = (value: string | object | undefined) =>
  typeof value === 'object' ? JSON.stringify(value) : (value ?? '')

const typeOf = (value: string | object | undefined, plain: string) =>
  value === undefined ? {} : { 'content-type': typeof value === 'object' ? 'application/json' : plain }

/** The HAR that a plain tool would have written. */
export function harWith(asked: readonly Asked[]): object {
  let atMs = Date.UTC(2026, 2, 3, 4, 5, 6, 7)
  const entries = asked.map((one, i) => {
    atMs += i === 0 ? 0 : (one.afterMs ?? 130)
    return { startedDateTime: new Date(atMs).toISOString(), time: 31, ...messages(one) }
  })
  return { log: { version: '1.2', creator: { name: 'a tool', version: '1' }, entries } }
}

function messages({ ask, headers = {}, body, status = 200, response, given = {} }: Asked): object {
  const [method, url] = ask.includes(' ') ? ask.split(' ') : ['GET', ask]
  const [sent, came] = [textOf(body), textOf(response)]
  const type = { ...typeOf(body, 'application/x-www-form-urlencoded'), ...headers }
  return {
    request: {
      method,
      url,
      httpVersion: 'HTTP/1.1',
      headers: pairs(type),
      queryString: [],
      cookies: [],
      ...(body !== undefined && { postData: { mimeType: '', text: sent } }),
      headersSize: -1,
      bodySize: sent.length,
    },
    response: {
      status,
      statusText: '',
      httpVersion: 'HTTP/1.1',
      cookies: [],
      redirectURL: '',
      headers: pairs({ date: 'Tue, 03 Mar 2026 04:05:06 GMT', ...typeOf(response, 'text/html'), ...given }),
      content: { size: came.length, mimeType: '', text: came },
    },
  }
}
