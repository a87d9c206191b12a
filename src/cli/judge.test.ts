import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { systemClock } from '../clock.js'
import { main } from './main.js'

const cwd = mkdtempSync(join(tmpdir(), 'homologa-judge-'))
afterAll(() => rmSync(cwd, { recursive: true, force: true }))

function entry(url: string, at: number) {
  return {
    startedDateTime: new Date(Date.UTC(2026, 10, 21) + at).toISOString(),
    time: 20,
    request: { method: 'GET', url, httpVersion: 'HTTP/1.1', headers: [], queryString: [], cookies: [] },
    response: { status: 200, statusText: '', httpVersion: 'HTTP/1.1', headers: [], content: { text: '{}' } },
  }
}

async function homologa(...words: readonly string[]) {
  const said = { out: '', err: '' }
  const status = await main(words, {
    out: (text) => {
      said.out += text
    },
    err: (text) => {
      said.err += text
    },
    ...{ outIsTty: false, errIsTty: false, width: 100, env: {}, cwd, clock: systemClock },
    signal: new AbortController().signal,
  })
  return { status, ...said }
}

it('without a file says what to do', async () => {
  const { status, err } = await homologa('judge')
  expect(status).toBe(2)
  expect(err).toContain('take --page to judge in a browser')
})

it('of a file without homologation says how many entries it read, and what they were', async () => {
  const urls = [
    'https://erp.example/Api/v3/produtos/17',
    'https://erp.example/Api/v3/produtos/18',
    'https://cdn.example/a.js',
  ]
  const entries = urls.map((url, i) => entry(url, i * 1000))
  writeFileSync(join(cwd, 'x.har'), JSON.stringify({ log: { version: '1.2', creator: {}, entries } }))
  const { status, err } = await homologa('judge', 'x.har', '--report-dir', 'out')
  expect(status).not.toBe(0)
  expect(err).toContain("'x.har' holds no homologation: 3 entries were read")
  expect(err).toContain('\n  GET erp.example /Api/v3/produtos/… (2)\n  GET cdn.example /a.js (1)\n')
})
