import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { toCurl } from './curl.js'
import type { Exchange, HttpRequest } from './exchange.js'

function asked(changes: Partial<HttpRequest>): Exchange {
  return {
    id: 'e1',
    source: 'run',
    channel: 'service',
    session: null,
    step: null,
    request: { method: 'GET', url: 'https://api.example/p', headers: [], body: null, ...changes },
    response: null,
    failure: null,
    startedAt: '2026-03-01T02:00:00.000Z',
    sentAtMs: 0,
    respondedAtMs: null,
    gaps: [],
  }
}

function body(text: string): HttpRequest['body'] {
  return { text, sizeBytes: text.length, flaw: null }
}

/** The arguments as a shell hands them over. */
function argumentsOf(command: string, environment: Record<string, string> = {}): string[] {
  const printed = command.replace(/^curl/, `printf '%s\\0'`)
  const { stdout, stderr } = spawnSync('sh', ['-c', printed], { env: environment, encoding: 'utf8' })
  expect(stderr).toBe('')
  return stdout.split('\0').slice(0, -1)
}

describe('the cURL command', () => {
  it.each([
    `it's "quoted" $HOME \`id\` $(id) \\n !x`,
    'line\nbreak\ttab',
    '{"nome":"Café \u00e9 \'x\'","preco":32.56}',
    '@file',
    '',
    "'''",
    '[not_a_label] [x#1]',
  ])('carries a body through the shell unchanged: %j', (text) => {
    const args = argumentsOf(toCurl(asked({ method: 'POST', body: body(text) })))
    expect(args.includes(text) || text === '').toBe(true)
  })

  it('names secrets instead of holding them, each by its number', () => {
    const command = toCurl(
      asked({
        method: 'PUT',
        url: 'https://api.example/p?t=[access_token%232]&a=it%27s',
        headers: [['Authorization', 'Bearer [access_token#1]']],
        body: body(`{"s":"[client_secret#1]","q":"'"}`),
      }),
    )
    const args = argumentsOf(command, {
      HOMOLOGA_ACCESS_TOKEN: 'one $x',
      HOMOLOGA_ACCESS_TOKEN_2: 'two',
      HOMOLOGA_CLIENT_SECRET: 'three',
    })
    expect(args).toEqual([
      '--include',
      '--request',
      'PUT',
      '--header',
      'Authorization: Bearer one $x',
      '--data-raw',
      `{"s":"three","q":"'"}`,
      '--globoff',
      'https://api.example/p?t=two&a=it%27s',
    ])
  })

  it('leaves out the headers that cURL writes itself and keeps an empty one', () => {
    const headers = [
      ['Host', 'x'],
      ['content-length', '3'],
      ['Accept-Encoding', 'gzip'],
      ['x-hash', ''],
    ] as const
    expect(argumentsOf(toCurl(asked({ headers })))).toEqual([
      '--include',
      '--compressed',
      '--header',
      'x-hash;',
      '--globoff',
      'https://api.example/p',
    ])
  })

  it('shows control characters instead of sending them to a terminal', () => {
    const command = toCurl(asked({ headers: [['x', 'a\u001b[2Jb\u0007\r\u009b']] }))
    expect(command).not.toMatch(/\p{Cc}/u)
    expect(command).toContain('\\x1b[2Jb\\x07\\x0d\\x9b')
  })
})
