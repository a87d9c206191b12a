import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { systemClock } from '../node/clock.js'
import type { Report, ReportFinding } from '../report/report.js'
import { loadSettings } from '../settings/settings.js'
import { loadCatalogue } from '../words/catalogue.js'
import { withoutTerminal } from './invocation.js'
import { notifyWebhook } from './notify.js'

it('posts a finding whose text looks like a credential', async () => {
  const posted: string[] = []
  const server = createServer(async (request, response) => {
    posted.push(await text(request))
    response.end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const settings = await loadSettings({ flags: {}, env: {}, cwd: '/' })
  const words = { catalogue: await loadCatalogue('en'), lang: 'en' as const }
  const notes: string[] = []
  const finding = {
    severity: 'error',
    consequenceOf: null,
    message: 'The body has client_secret=1.',
    places: [],
  } as unknown as ReportFinding
  const report = {
    run: { id: 'r', command: 'contract', target: {} },
    verdict: 'fail',
    findings: [finding],
    coverage: { routes: { exercised: [] } },
  } as unknown as Report
  await notifyWebhook(
    {
      ...withoutTerminal((line) => notes.push(line), words),
      ...words,
      command: 'contract',
      args: [],
      env: {},
      signal: new AbortController().signal,
      clock: systemClock,
      settings,
      options: { notify: `http://127.0.0.1:${port}/hook` },
    },
    report,
  )
  server.close()
  expect(posted).toEqual([expect.stringContaining('client_secret=')])
  expect(notes).toEqual([`1 new finding posted to 127.0.0.1:${port}.`])
})
