// biome-ignore-all lint/performance/useDomNodeTextContent: a test reads what a reader sees
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import axe from 'axe-core'
import { afterAll, describe, expect, it } from 'vitest'
import { contentSecurityPolicy, renderPage } from '../../src/page/data/render-page.js'
import type { LiveEvent, PageData } from '../../src/report/page-data.js'
import { lacks } from '../needs.js'
import { type OpenPage, openAddress, openHouse, type PageHouse } from './open-page.js'
import { failing, pageData, passing, session } from './samples.js'
import { violations } from './violations.js'

const started = await openHouse()
const reason = typeof started === 'string' ? started : ''
const house = started as PageHouse

afterAll(async () => {
  if (reason === '') await house.close()
})

/** As much of a live server as the page needs, with the policy as a header. */
interface LiveServer {
  readonly url: string
  readonly created: string[]
  /** Session and event. */
  readonly befell: [string, string][]
  tell(event: LiveEvent): void
  /** Ends every stream, as a restart would. */
  drop(): void
  close(): Promise<void>
}

async function serve(
  snapshot: () => LiveEvent,
  sessions: Readonly<Record<string, PageData>> = {},
): Promise<LiveServer> {
  const live = { eventsUrl: '/events', sessionsUrl: '/sessions' }
  const html = renderPage(house.template, { ...pageData(), live })
  const policy = `${contentSecurityPolicy(html)}; frame-ancestors 'none'`
  const streams = new Set<ServerResponse>()
  const created: string[] = []
  const befell: [string, string][] = []
  const server: Server = createServer(async (request, response) => {
    const path = request.url ?? '/'
    if (path === '/') {
      response
        .writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy })
        .end(html)
    } else if (path === '/events') {
      response
        .writeHead(200, { 'content-type': 'text/event-stream' })
        .write(`data: ${JSON.stringify(snapshot())}\n\n`)
      streams.add(response)
    } else if (path.endsWith('/settings')) {
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end('["HOMOLOGA_BASE_URL=http://127.0.0.1:1/Api/v3","HOMOLOGA_ACCESS_TOKEN=play-1"]')
    } else if (path.endsWith('/life') && request.method === 'POST') {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk as Buffer)
      const { event } = JSON.parse(Buffer.concat(chunks).toString()) as { event: string }
      befell.push([path.split('/')[2] ?? '', event])
      response.writeHead(204).end()
    } else if (path === '/sessions' && request.method === 'POST') {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk as Buffer)
      created.push(Buffer.concat(chunks).toString())
      response
        .writeHead(201, { 'content-type': 'application/json' })
        .end('{"id":"s9","envFile":"/tmp/s9.env"}')
    } else {
      const data = sessions[decodeURIComponent(path.replace('/sessions/', ''))]
      response
        .writeHead(data ? 200 : 404, { 'content-type': 'application/json' })
        .end(JSON.stringify(data ?? {}))
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    created,
    befell,
    tell: (event) => {
      for (const stream of streams) stream.write(`data: ${JSON.stringify(event)}\n\n`)
    },
    drop: () => {
      for (const stream of streams) stream.destroy()
      streams.clear()
    },
    close: () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      // a browser opens connections ahead of need, which are never used and would be waited for
      server.closeAllConnections()
      return closed
    },
  }
}

const now = () => new Date().toISOString()
const soon = (ms: number) => new Date(Date.now() + ms).toISOString()

function twoSessions(): LiveEvent {
  const awaited = {
    route: 'PUT /homologacao/produtos/16924563081',
    step: 'homologation/3',
    until: soon(7400),
  }
  const running = session({
    id: 's1',
    name: 'Loja Azul',
    state: 'running',
    stepsPassed: 2,
    requests: 2,
    envFile: '/tmp/s1.env',
    awaited,
    data: pageData({ ...passing(), report: { ...passing().report, verdict: 'incomplete' } }),
  })
  return {
    type: 'snapshot',
    now: now(),
    sessions: [
      running,
      session({
        id: 's2',
        name: 'Loja Verde',
        state: 'ended',
        verdict: 'fail',
        stepsPassed: 1,
        requests: 6,
        cause: 'The body of step 2 is not the `data` of step 1.',
      }),
    ],
  }
}

async function withLive(
  snapshot: () => LiveEvent,
  use: (opened: OpenPage, server: LiveServer) => Promise<void>,
): Promise<void> {
  const server = await serve(snapshot, { s2: failing() })
  const opened = await openAddress(house.browser, server.url)
  try {
    await opened.page.waitForSelector('.session-list li')
    await use(opened, server)
  } finally {
    await opened.close()
    await server.close()
  }
}

describe.skipIf(lacks('a browser', reason === ''))(
  `the page, watching live ${reason}`,
  { timeout: 60_000 },
  () => {
    it('lists the applications, with what is awaited and the time left', async () => {
      await withLive(twoSessions, async ({ page, complaints }) => {
        expect(await page.locator('.session-list li').count()).toBe(2)
        expect(await page.locator('.session-list').innerText()).toContain(
          'waiting for PUT /homologacao/produtos/16924563081',
        )
        expect(Number.parseFloat(await page.locator('.now .countdown').innerText())).toBeLessThanOrEqual(7.4)
        expect(await page.locator('h1').innerText()).toContain('running')
        expect(complaints).toEqual([])
      })
    })

    it('shows the application that is chosen, asking for its run', async () => {
      await withLive(twoSessions, async ({ page, complaints }) => {
        await page.getByRole('link', { name: /Loja Verde/ }).click()
        await page.waitForSelector('.verdict.tone-fail')
        expect(await page.locator('.cause').innerText()).toContain('step 2')
        expect(complaints).toEqual([])
      })
    })

    it('follows a run as it goes on, aloud', async () => {
      await withLive(twoSessions, async ({ page }, server) => {
        expect(await page.locator('.verdict').getAttribute('aria-live')).toBe('polite')
        server.tell({
          type: 'update',
          now: now(),
          session: session({
            id: 's1',
            name: 'Loja Azul',
            state: 'ended',
            verdict: 'pass',
            stepsPassed: 5,
            requests: 7,
            data: passing(),
          }),
        })
        await page.waitForSelector('.verdict.tone-pass')
        expect(await page.locator('.session-list li').first().innerText()).toContain('pass')
      })
    })

    it('says that it reconnects, keeps what it knew, and comes back by itself', async () => {
      await withLive(twoSessions, async ({ page }, server) => {
        server.drop()
        await page.waitForSelector('text=reconnecting')
        expect(await page.locator('.session-list li').count()).toBe(2)
        await page.waitForSelector('.connection:has-text("live")')
      })
    })

    it('creates an application and names the file of its settings, never a token', async () => {
      await withLive(twoSessions, async ({ page }, server) => {
        await page.getByPlaceholder('Name of the application').fill('Loja <b>Nova</b>')
        await page.getByRole('button', { name: 'New application' }).click()
        await page.waitForSelector('text=Its settings are in /tmp/s9.env')
        expect(server.created).toEqual(['{"name":"Loja <b>Nova</b>"}'])
      })
    })

    it('lets something befall the application that is chosen', async () => {
      await withLive(twoSessions, async ({ page, complaints }, server) => {
        await page.getByText('Trigger an event').click()
        await page.getByRole('button', { name: 'Its token expires' }).click()
        await page.getByPlaceholder('Resource, such as produtos').fill('/pedidos/vendas')
        await page.getByRole('button', { name: 'Its scope is taken away' }).click()
        await expect
          .poll(() => server.befell)
          .toEqual([
            ['s1', 'expire'],
            ['s1', 'scope-pedidos/vendas'],
          ])
        expect(complaints).toEqual([])
      })
    })

    it('shows address and credentials, ready to copy, before anybody connects, and no longer than that', async () => {
      const waiting = session({ id: 's1', state: 'waiting', requests: 0, verdict: 'incomplete' })
      const shows = async (shown: typeof waiting) => {
        const now = new Date().toISOString()
        const server = await serve(() => ({ type: 'snapshot', now, sessions: [shown] }), { s1: pageData() })
        const { page, close } = await openAddress(house.browser, server.url)
        await page.waitForSelector('h1')
        const box = page.locator('#waiting')
        if (shown.requests === 0) await box.waitFor()
        const told = [await box.allInnerTexts(), await box.getByRole('button').count()]
        if (shown.requests === 0) expect(await violations(page)).toEqual([])
        await close()
        await server.close()
        return told
      }
      expect(await shows(waiting)).toEqual([[expect.stringMatching(/WAITING[\s\S]*Api\/v3[\s\S]*play-1/)], 3])
      expect(await shows({ ...waiting, state: 'running', requests: 1 })).toEqual([[], 0])
    })

    it('waits, and says so, before the first request, however long a token is on a small screen', async () => {
      const waiting = session({ id: 's1', state: 'waiting', requests: 0, verdict: 'incomplete' })
      const { report, ...data } = pageData()
      const nothing = { ...data, report: { ...report, verdict: 'incomplete' as const } }
      const server = await serve(() => ({ type: 'snapshot', now: now(), sessions: [waiting] }), {
        s1: nothing,
      })
      const viewport = { width: 390, height: 844 }
      const { page, close } = await openAddress(house.browser, server.url, { viewport })
      await page.waitForSelector('#waiting code')
      expect(await page.locator('.verdict').innerText()).toMatch(/waiting\s+No request has come yet/)
      await page.evaluate(`document.querySelector('#waiting code').textContent = 'a1'.repeat(99)`)
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390)
      await close()
      await server.close()
    })

    it('tells each parameter that changed nothing', async () => {
      await withLive(twoSessions, async ({ page }, server) => {
        expect(await page.locator('.notices').count()).toBe(0)
        const notices = [
          { kind: 'unknown-parameter', route: 'GET /contatos', name: '<b>cor</b>' },
          { kind: 'parameter-without-effect', route: 'GET /produtos', name: 'tipo' },
        ] as const
        server.tell({ type: 'notices', now: now(), notices })
        await page.waitForSelector('.notices li')
        expect(await page.locator('.notices li').allInnerTexts()).toEqual([
          'GET /contatos: this service knows no parameter <b>cor</b>; the response is as if it were not there.',
          'GET /produtos: the parameter tipo has no effect in the embedded service.',
        ])
      })
    })

    it('asks nothing of any other address, and axe finds nothing', async () => {
      await withLive(twoSessions, async ({ page, requests }, server) => {
        await page.evaluate(axe.source)
        const found = (await page.evaluate('axe.run(document)')) as axe.AxeResults
        expect(found.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
        expect(
          requests.filter((address) => !address.startsWith(server.url) && !address.startsWith('data:')),
        ).toEqual([])
      })
    })

    it('says that it is over, and offers nothing that nobody would hear', async () => {
      await withLive(twoSessions, async ({ page, complaints }, server) => {
        const ended = {
          id: 's1',
          name: 'Loja Azul',
          state: 'ended',
          verdict: 'pass',
          stepsPassed: 5,
        } as const
        server.tell({ type: 'over', now: now(), sessions: [session({ ...ended, data: passing() })] })
        await page.waitForSelector('.verdict.tone-pass')
        expect(await page.locator('.connection').innerText()).toContain('over')
        expect(await page.locator('#sessions a[target]').count()).toBe(0)
        expect(await page.locator('.new-session, .life, .countdown').count()).toBe(0)
        expect(complaints).toEqual([])
      })
    })

    it('is as long as what it shows, however many applications its list holds', async () => {
      const sessions = Array.from({ length: 60 }, (_, i) => session({ id: `s${i}`, name: `Loja ${i}` }))
      const server = await serve(() => ({ type: 'snapshot', now: now(), sessions }))
      const viewport = { width: 390, height: 844 }
      const { page, close } = await openAddress(house.browser, server.url, { viewport })
      await page.waitForSelector('.session-list li')
      const beyond = 'document.documentElement.scrollHeight - document.body.getBoundingClientRect().height'
      expect(await page.evaluate(beyond)).toBeLessThan(50)
      await close()
      await server.close()
    })

    it('counts down to the request that is due', () =>
      withLive(
        () => {
          const snapshot = twoSessions() as Extract<LiveEvent, { type: 'snapshot' }>
          const [running, ...others] = snapshot.sessions
          if (!running?.awaited) throw new Error('nothing is awaited')
          const due = { at: soon(1500), isDeadline: false }
          return { ...snapshot, sessions: [{ ...running, awaited: { ...running.awaited, due } }, ...others] }
        },
        async ({ page }) => {
          const text = () => page.locator('.session-list .awaited').first().innerText()
          expect(await text()).toMatch(/, due in [01]\.\d s/)
          await expect.poll(text, { timeout: 5_000 }).toMatch(/, due now/)
        },
      ))

    it('opens the report that was written, once it is over and its server is gone', () =>
      withLive(twoSessions, async ({ page }, server) => {
        const html = renderPage(house.template, failing())
        const report = { path: 'reports/x/report.html', html }
        server.tell({ type: 'over', now: now(), sessions: [session({ id: 's1' })], report })
        const link = page.locator('#sessions a[target]')
        await link.waitFor()
        await server.close()
        const opening = page.context().waitForEvent('page')
        opening.catch(() => {}) // a click that fails is told by itself
        await link.click()
        const opened = await opening
        await opened.waitForSelector('#findings')
        expect(await opened.locator('#findings .finding').count()).toBeGreaterThan(0)
        expect(await page.locator('#sessions').innerText()).toContain('reports/x/report.html')
      }))

    it('fits a small screen once it is over', async () => {
      const server = await serve(twoSessions)
      const { page, close } = await openAddress(house.browser, server.url, {
        viewport: { width: 360, height: 740 },
        locale: 'pt-BR',
      })
      await page.getByText('ao vivo').waitFor()
      server.tell({ type: 'over', now: now(), sessions: [session({ id: 's1' })] })
      await page.getByText('ninguém mais escuta').waitFor()
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360)
      await close()
      await server.close()
    })

    it('fits a small screen', async () => {
      const notice = { kind: 'unknown-parameter', route: `GET /${'longo'.repeat(30)}`, name: 'x' } as const
      const server = await serve(() => ({ ...twoSessions(), notices: [notice] }) as LiveEvent)
      const { page, close } = await openAddress(house.browser, server.url, {
        viewport: { width: 360, height: 740 },
      })
      await page.waitForSelector('.notices li')
      await page.getByText('Trigger an event').click()
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360)
      await close()
      await server.close()
    })
  },
)
