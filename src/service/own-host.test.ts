import { request } from 'node:http'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Listener, listen } from './listen.js'
import { createHostCheck } from './request-handler.js'
import { createService } from './service.js'

describe('a host', () => {
  const isOwn = createHostCheck(['Bound.Example', 'public.example.com'])
  it.each([
    [undefined, true],
    ['127.0.0.1:8080', true],
    ['127.0.0.1', true],
    ['10.1.2.3:80', true],
    ['[::1]:8080', true],
    ['[::1]', true],
    ['localhost:9', true],
    ['LOCALHOST.', true],
    ['app.localhost:9', true],
    ['homologa:8080', true],
    ['host.docker.internal:8080', true],
    ['bound.example:1', true],
    ['PUBLIC.example.com', true],
    ['evil.example:8080', false],
    ['evil.public.example.com', false],
    ['notlocalhost.example', false],
    ['localhost.evil.example', false],
    ['127.0.0.1.nip.io:8080', false],
    ['internal.evil.example', false],
    ['', false],
    ['[::1', false],
    ['a b', false],
  ])('%s is our own: %s', (host, expected) => {
    expect(isOwn(host)).toBe(expected)
    expect(isOwn(host)).toBe(expected)
  })
})

describe('a service that listens', () => {
  const seen: string[] = []
  const malformed: unknown[] = []
  let listener: Listener
  beforeEach(async () => {
    const service = createService({ seed: 'h' })
    listener = await listen(service, {
      hosts: ['erp.example'],
      onExchange: ({ request }) => seen.push(request.url),
      onMalformed: ({ status, reason, host }) => malformed.push([status, reason, host]),
    })
  })
  afterEach(async () => {
    seen.length = 0
    malformed.length = 0
    await listener.close()
  })

  function ask(host: string): Promise<{ status: number; body: string }> {
    return new Promise((resolve, reject) => {
      const path = '/Api/v3/homologacao/produtos'
      const asked = request(
        { host: '127.0.0.1', port: listener.port, path, headers: { host } },
        (response) => {
          let body = ''
          response.on('data', (part) => (body += part))
          response.on('end', () => resolve({ status: response.statusCode ?? 0, body }))
        },
      )
      asked.on('error', reject)
      asked.end()
    })
  }

  it('answers 421 under a foreign name, says why, and takes it for no exchange', async () => {
    const { body, status } = await ask('rebound.example:80')
    expect(status).toBe(421)
    expect(JSON.parse(body)).toMatchObject({ error: { type: 'MISDIRECTED_REQUEST' } })
    expect(body).toContain('rebound.example:80')
    expect(seen).toEqual([])
    expect(malformed).toEqual([[421, 'HOST_FOREIGN', 'rebound.example:80']])
  })

  it.each(['127.0.0.1', 'localhost:1', 'erp.example'])('answers under %s', async (host) => {
    expect((await ask(host)).status).toBe(401)
    expect(seen).toHaveLength(1)
  })
})
