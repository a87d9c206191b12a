import type { ChildProcess } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, it } from 'vitest'
import { listen } from '../../src/service/listen.js'
import { openResources } from '../../src/service/resources/open.js'
import { createService } from '../../src/service/service.js'
import { figure, tries } from './figures.js'
import { removeFolders, runInside, runTool } from './tool.js'

afterAll(removeFolders)

interface LiveService {
  readonly env: Readonly<Record<string, string>>
  /** Paths of records that were created and can still be read. */
  left(): Promise<string[]>
  /** Hears of each request when it is done, before its response leaves. */
  onRequest: (method: string, status: number) => void
  close(): Promise<void>
}

/** The embedded service as a live account would be: with a base URL that the tool knows nothing of. */
async function startLive(): Promise<LiveService> {
  const seed = 'writing'
  const service = createService({ seed, invalidateAt: 'never', resources: await openResources({ seed }) })
  const created: string[] = []
  const { respond } = service
  const listener = await listen({
    ...service,
    respond(request, nowMs) {
      const given = respond(request, nowMs)
      live.onRequest(request.method, given.status)
      const { body, status } = given
      if (request.method === 'POST' && status === 201 && body !== null) {
        const { data } = JSON.parse(Buffer.from(body).toString()) as { data: { id: number } }
        created.push(`${request.path.replace(/^\/Api\/v3/, '')}/${data.id}`)
      }
      return given
    },
  })
  const { accessToken, clientId, clientSecret, refreshToken } = service.credentials
  const headers = { authorization: `Bearer ${accessToken}` }
  const live: LiveService = {
    env: {
      HOMOLOGA_BASE_URL: listener.baseUrl,
      HOMOLOGA_TOKEN_URL: listener.tokenUrl,
      HOMOLOGA_ACCESS_TOKEN: accessToken,
      HOMOLOGA_REFRESH_TOKEN: refreshToken,
      HOMOLOGA_CLIENT_ID: clientId,
      HOMOLOGA_CLIENT_SECRET: clientSecret,
    },
    onRequest: () => undefined,
    async left() {
      const found = await Promise.all(
        created.map(async (path) => ({
          path,
          status: (await fetch(listener.baseUrl + path, { headers })).status,
        })),
      )
      return found.filter(({ status }) => status !== 404).map(({ path }) => path)
    },
    close: () => listener.close(),
  }
  return live
}

/** With what the orders and accounts refer to, which the run creates first. */
const resources = [
  'campos-customizados',
  'categorias-produtos',
  'contas-receber',
  'pedidos-vendas',
  'produtos',
]
const writing = ['contract', ...resources, '--write', '--allow', '*', '--rate', '200']

/** As a request arrives, so that its response finds nobody; or some time after. */
function killing(live: LiveService, child: ChildProcess, afterMs: number | null): void {
  let left = 1 + Math.floor(Math.random() * resources.length * 2)
  live.onRequest = (method) => {
    if (method !== 'POST' || --left > 0) return
    if (afterMs === null) child.kill('SIGKILL')
    else setTimeout(() => child.kill('SIGKILL'), afterMs)
  }
}

describe('a writing run that is killed', () => {
  it('leaves nothing that cleanup does not find, and cleanup ends with 0', {
    timeout: 1_800_000,
  }, async ({ expect }) => {
    const wrong: unknown[] = []
    const count = tries(2, 100)
    for (let i = 0; i < count; i++) {
      const live = await startLive()
      const afterMs = i % 2 === 0 ? null : Math.round(Math.random() * 60)
      const killed = await runTool([...writing], {
        env: live.env,
        onStart: (child) => killing(live, child, afterMs),
      })
      live.onRequest = () => undefined
      const before = await live.left()
      const again = await runInside(['cleanup', '--timeout-ms', '3000'], { cwd: killed.cwd, env: live.env })
      const left = await live.left()
      const state = join(killed.cwd, '.homologa')
      const ledgers = existsSync(state) ? readdirSync(state) : []
      const isClean = left.length === 0 && again.status === 0 && ledgers.length === 0
      figure('writing run, kill -9', { tries: 1, failures: isClean ? 0 : 1, left: before.length })
      if (!isClean) wrong.push({ left, status: again.status, out: again.out, err: again.err, ledgers })
      await live.close()
    }
    expect(wrong).toEqual([])
  })

  it('by Ctrl-C as it creates hears the answer first, and deletes the record itself', {
    timeout: 120_000,
  }, async ({ expect }) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      const live = await startLive()
      const run = await runTool([...writing], {
        env: live.env,
        onStart(child) {
          live.onRequest = (_method, status) => {
            if (status !== 201) return
            live.onRequest = () => undefined
            child.kill(signal)
          }
        },
      })
      expect({ status: run.status, left: await live.left() }).toEqual({ status: 130, left: [] })
      expect(run.err).toMatch(/[1-9] deleted/)
      await live.close()
    }
  })
})
