import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import {
  type AddressInfo,
  connect,
  createServer as createPlainServer,
  type Server as PlainServer,
  type Socket,
} from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { lacks } from '../../test/needs.js'
import { systemClock } from '../node/clock.js'
import { loadSettings } from '../settings/settings.js'
import { directNetwork, type Network, usesProxy } from './network.js'
import { createTransport, type Sent } from './transport.js'

const openssl = spawnSync('openssl', ['version']).status === 0

describe('the way through a proxy', () => {
  const through: Network = { ca: null, proxy: 'http://proxy:3128', noProxy: '' }
  it.each([
    ['https://service.example', through, true],
    ['https://service.example:8443', through, true],
    ['http://service.example', through, false],
    ['http://127.0.0.1:8080', through, false],
    ['https://127.0.0.1:8443', through, false],
    ['https://localhost', through, false],
    ['https://[::1]:8443', through, false],
    ['https://service.example', directNetwork, false],
  ])('to %s under %o: %s', (origin, network, isTaken) => {
    expect(usesProxy(origin, network)).toBe(isTaken)
  })
})

describe.skipIf(lacks('openssl', openssl))(
  'a service over https (where openssl can make a certificate)',
  () => {
    let folder = ''
    let cert = ''
    let port = 0
    const heads: string[] = []
    const closers: (() => void)[] = []
    const ends: (() => void)[] = []

    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'homologa-network-'))
      const files = ['-keyout', join(folder, 'key.pem'), '-out', join(folder, 'cert.pem')]
      const names = ['-subj', '/CN=service.test', '-addext', 'subjectAltName=DNS:service.test,DNS:localhost']
      const kind = [
        'req',
        '-x509',
        '-newkey',
        'ec',
        '-pkeyopt',
        'ec_paramgen_curve:prime256v1',
        '-nodes',
        '-days',
        '2',
      ]
      spawnSync('openssl', [...kind, ...files, ...names])
      cert = readFileSync(join(folder, 'cert.pem'), 'utf8')
      const server = createSecureServer(
        { key: readFileSync(join(folder, 'key.pem')), cert },
        (request, response) => {
          heads.push(JSON.stringify(request.rawHeaders))
          response.end('safe')
        },
      )
      port = await listening(server)
      closers.push(() => server.close())
    })
    afterEach(() => {
      for (const end of ends.splice(0)) end()
      heads.length = 0
      vi.unstubAllEnvs()
    })
    afterAll(() => {
      for (const close of closers.splice(0)) close()
      rmSync(folder, { recursive: true, force: true })
    })

    async function listening(server: PlainServer): Promise<number> {
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      return (server.address() as AddressInfo).port
    }

    interface Way extends Partial<Network> {
      /** Milliseconds before the request at which its connection is opened. */
      readonly preparedMs?: number
    }

    async function send(url: string, way: Way, timeoutMs = 10_000): Promise<Sent> {
      const { preparedMs, ...network } = way
      const transport = createTransport({
        clock: systemClock,
        credentialOrigins: [url],
        timeoutMs,
        network: { ...directNetwork, ...network },
      })
      ends.push(() => transport.close())
      const headers = [['authorization', 'Bearer secret-token']] as const
      if (preparedMs !== undefined) {
        transport.prepare(url)
        await new Promise((resolve) => setTimeout(resolve, preparedMs))
      }
      return transport.send({ method: 'GET', url, headers, body: null })
    }

    interface SeenByProxy {
      readonly port: number
      readonly connects: string[]
      /** Everything that came to it. */
      text(): string
    }

    /** A proxy that knows where `service.test` lies, and keeps what it sees. */
    async function startProxy(
      status: number | 'hangs up' | 'is silent' | 'babbles' = 200,
    ): Promise<SeenByProxy> {
      const connects: string[] = []
      let all = ''
      const server = createServer((request, response) => {
        all += `${request.method} ${request.url} ${JSON.stringify(request.rawHeaders)}`
        response.writeHead(500).end()
      })
      server.on('connect', (request, socket: Socket) => {
        connects.push(request.url ?? '')
        all += JSON.stringify(request.rawHeaders)
        ends.push(() => socket.destroy())
        if (status === 'is silent') return
        if (status === 'hangs up') return void socket.destroy()
        if (status === 'babbles') return void socket.end('good day\r\n\r\n')
        if (status !== 200) {
          socket.end(`HTTP/1.1 ${status} No\r\nContent-Length: 0\r\n\r\n`)
          return
        }
        const upstream = connect(port, '127.0.0.1')
        socket.write('HTTP/1.1 200 OK\r\n\r\n')
        socket.on('data', (data) => (all += data.toString('latin1')))
        socket.pipe(upstream).pipe(socket)
        for (const one of [socket, upstream]) one.on('error', () => undefined)
        ends.push(() => upstream.destroy())
      })
      const proxyPort = await listening(server)
      ends.push(() => server.close())
      return { port: proxyPort, connects, text: () => all }
    }

    it('is not called where nobody vouches for it, whatever NODE_TLS_REJECT_UNAUTHORIZED says', async () => {
      vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
      const sent = await send(`https://localhost:${port}/`, {})
      expect(sent).toMatchObject({ response: null, failure: { kind: 'tls' }, mayBeProcessed: false })
      expect(heads).toEqual([])
    })

    it('is called under an authority of the company, and under its own name alone', async () => {
      const sent = await send(`https://localhost:${port}/`, { ca: cert })
      expect(sent).toMatchObject({ response: { status: 200 }, failure: null })
      const other = await send(`https://127.0.0.1:${port}/`, { ca: cert })
      expect(other).toMatchObject({ response: null, failure: { kind: 'tls' } })
    })

    it.each([0, 60])('is called over a connection that was opened %i ms before', async (preparedMs) => {
      let connections = 0
      const key = readFileSync(join(folder, 'key.pem'))
      const server = createSecureServer({ key, cert }, (_, response) => response.end())
      server.on('connection', () => connections++)
      const way = { ca: cert, preparedMs }
      const url = `https://localhost:${await listening(server)}/`
      ends.push(() => server.close())
      expect(await send(url, way)).toMatchObject({ response: { status: 200 }, failure: null })
      expect(connections).toBe(1)
    })

    it('leaves no connection open beforehand through a proxy', async () => {
      const proxy = await startProxy()
      const way = { ca: cert, proxy: `http://127.0.0.1:${proxy.port}`, preparedMs: 30 }
      expect(await send(`https://service.test:${port}/x`, way)).toMatchObject({ response: { status: 200 } })
      expect(proxy.connects).toHaveLength(1)
    })

    it('is reached through a proxy that sees its name and nothing else', async () => {
      const proxy = await startProxy()
      const address = `http://user:pass%21@127.0.0.1:${proxy.port}`
      const sent = await send(`https://service.test:${port}/x`, { ca: cert, proxy: address })
      expect(sent).toMatchObject({ response: { status: 200 }, failure: null })
      expect(proxy.connects).toEqual([`service.test:${port}`])
      expect(proxy.text()).not.toContain('secret-token')
      expect(proxy.text()).toContain(`Basic ${Buffer.from('user:pass!').toString('base64')}`)
      expect(heads.join()).toContain('secret-token')
      expect(heads.join()).not.toMatch(/proxy-auth|Basic/i)
    })

    it('of this machine is reached beside the proxy', async () => {
      const proxy = await startProxy()
      const way = { ca: cert, proxy: `http://127.0.0.1:${proxy.port}` }
      expect(await send(`https://localhost:${port}/`, way)).toMatchObject({ response: { status: 200 } })
      expect(proxy.connects).toEqual([])
    })

    it('is checked through a proxy, too', async () => {
      vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
      const proxy = await startProxy()
      const sent = await send(`https://service.test:${port}/`, { proxy: `http://127.0.0.1:${proxy.port}` })
      expect(sent).toMatchObject({ response: null, failure: { kind: 'tls' }, mayBeProcessed: false })
      expect(heads).toEqual([])
    })

    it.each([
      ['service.test', true],
      ['.test', true],
      ['*', true],
      ['other.test,service.test:1', false],
    ])('takes no proxy where NO_PROXY is "%s": %s', async (noProxy, isDirect) => {
      const proxy = await startProxy()
      await send(`https://service.test:${port}/`, {
        ca: cert,
        proxy: `http://127.0.0.1:${proxy.port}`,
        noProxy,
      })
      expect(proxy.connects.length === 0).toBe(isDirect)
    })

    it('that a proxy refuses to reach was refused, and nothing left', async () => {
      const proxy = await startProxy(407)
      const sent = await send(`https://service.test:${port}/`, { proxy: `http://127.0.0.1:${proxy.port}` })
      expect(sent).toMatchObject({ response: null, failure: { kind: 'refused' }, mayBeProcessed: false })
      expect(sent.failure?.message).toContain('407')
    })

    it.each(['hangs up', 'is silent', 'babbles'] as const)(
      'behind a proxy that %s was not reached, and is asked for once',
      async (kind) => {
        const proxy = await startProxy(kind)
        const sent = await send(
          `https://service.test:${port}/`,
          { proxy: `http://127.0.0.1:${proxy.port}` },
          kind === 'is silent' ? 500 : 10_000,
        )
        expect(sent).toMatchObject({
          response: null,
          failure: { kind: 'unconnected' },
          mayBeProcessed: false,
        })
        expect(proxy.connects).toHaveLength(1)
      },
    )

    it.each([
      ['closes before the handshake is over', (socket: Socket) => void socket.destroy()],
      ['never answers the handshake', () => undefined],
    ])('that %s was not reached', async (_, behave) => {
      const server = createPlainServer(behave)
      const dead = await listening(server)
      ends.push(() => server.close())
      const sent = await send(`https://localhost:${dead}/`, {}, 500)
      expect(sent).toMatchObject({ response: null, failure: { kind: 'unconnected' }, mayBeProcessed: false })
    })

    it.each([
      ['TLSv1.2', {}],
      ['TLSv1.2', { preparedMs: 60 }],
    ] as const)('that asks for a certificate of ours was not reached, under %s, %o', async (version, way) => {
      const key = readFileSync(join(folder, 'key.pem'))
      const demand = { ca: cert, requestCert: true, minVersion: version, maxVersion: version }
      const server = createSecureServer({ key, cert, ...demand }, (_, response) => response.end())
      const strict = await listening(server)
      ends.push(() => server.close())
      const sent = await send(`https://localhost:${strict}/`, { ca: cert, ...way })
      expect(sent).toMatchObject({ response: null, failure: { kind: 'tls' }, mayBeProcessed: false })
      expect(sent.failure?.message).toMatch(/alert (?:certificate required|handshake failure)/)
    })

    it('that asked for a certificate beforehand, and no more, is called all the same', async () => {
      const key = readFileSync(join(folder, 'key.pem'))
      const strict = createSecureServer({ key, cert, ca: cert, requestCert: true, maxVersion: 'TLSv1.2' })
      const lenient = createSecureServer({ key, cert }, (_, response) => response.end())
      const own = await listening(strict)
      ends.push(() => lenient.close())
      strict.once('tlsClientError', () => strict.close(() => lenient.listen(own, '127.0.0.1')))
      const sent = await send(`https://localhost:${own}/`, { ca: cert, preparedMs: 800 })
      expect(sent).toMatchObject({ response: { status: 200 }, failure: null })
    })

    it('that speaks no TLS is told without the numbers of OpenSSL', async () => {
      const server = createServer((_, response) => response.end())
      const plain = await listening(server)
      ends.push(() => server.close())
      const sent = await send(`https://localhost:${plain}/`, {})
      expect(sent.failure).toEqual({
        kind: 'tls',
        message: 'wrong version number (ERR_SSL_WRONG_VERSION_NUMBER)',
      })
    })

    it('is trusted by --ca, beside what NODE_EXTRA_CA_CERTS names', async () => {
      const env = { NODE_EXTRA_CA_CERTS: join(folder, 'extra.pem') }
      writeFileSync(join(folder, 'extra.pem'), '# more')
      const { network } = await loadSettings({ flags: { ca: 'cert.pem' }, env, cwd: folder })
      expect(network.ca).toBe(`${cert}\n# more`)
      const named = await loadSettings({ flags: {}, env: { HOMOLOGA_CA: 'cert.pem' }, cwd: folder })
      expect(named.network).toEqual({ ca: cert, proxy: null, noProxy: '' })
    })

    it.each([
      ['nothing.pem', null],
      ['key.pem', null],
      ['broken.pem', '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----'],
    ])('is not trusted by %s, which holds no certificate', async (file, text) => {
      if (text !== null) writeFileSync(join(folder, file), text)
      const loaded = loadSettings({ flags: { ca: file }, env: {}, cwd: folder })
      await expect(loaded).rejects.toMatchObject({ key: 'settings.ca', values: { file } })
    })
  },
)

describe('the proxy of the environment', () => {
  const network = async (env: Record<string, string>) =>
    (await loadSettings({ flags: {}, env, cwd: tmpdir() })).network

  it.each([
    [{}, null, ''],
    [{ HTTPS_PROXY: 'http://p:1', NO_PROXY: 'a,b' }, 'http://p:1', 'a,b'],
    [
      { https_proxy: 'http://low:1', HTTPS_PROXY: 'http://p:1', no_proxy: 'c', NO_PROXY: 'a' },
      'http://low:1',
      'c',
    ],
    [{ HTTPS_PROXY: 'p:3128' }, 'http://p:3128', ''],
    [{ HTTPS_PROXY: ' ' }, null, ''],
    [{ HTTP_PROXY: 'http://p:1', ALL_PROXY: 'http://p:2' }, null, ''],
  ])('%o is %s', async (env, proxy, noProxy) => {
    expect(await network(env)).toEqual({ ca: null, proxy, noProxy })
  })

  it.each(['socks5://p:1', 'http://', 'ftp://u:hidden@p', 'http://u:hidden%zz@p:1', 'http://%:hidden@p:1'])(
    '%s is refused, and not shown',
    async (address) => {
      const failed = network({ HTTPS_PROXY: address })
      await expect(failed).rejects.toMatchObject({ key: 'settings.proxy', values: { name: 'HTTPS_PROXY' } })
      await expect(failed).rejects.not.toThrow(/hidden/)
    },
  )
})
