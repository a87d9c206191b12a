import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Exchange } from '../src/exchange/exchange.js'
import { openJournal } from '../src/exchange/journal.js'
import { judge } from '../src/library/judge.js'
import { bling } from '../src/specification/profile.js'

/** `node bench/run.mjs judge [exchanges]`: how fast a journal is graded, in how much memory. Goal: 50,000 a second, flat. */

const count = Number(process.argv[2] ?? 200_000)
const baseUrl = 'https://api.example.invalid/Api/v3'
const dir = mkdtempSync(join(tmpdir(), 'homologa-judge-'))
const path = join(dir, 'journal.ndjson')

const journal = openJournal(path, {
  ...{
    id: 'bench',
    command: 'proxy',
    startedAt: '2026-01-01T00:00:00.000Z',
    tool: { name: 'homologa', version: '0' },
  },
  ...{
    profile: bling,
    baseUrl,
    tokenUrl: null,
    embedded: false,
    toleranceMs: 5,
    seed: null,
    source: 'proxy',
  },
})
for (let i = 0; i < count; i++) journal.append(exchange(i))
await journal.close()

let mostMb = 0
const timer = setInterval(() => {
  mostMb = Math.max(mostMb, process.memoryUsage().rss / 1e6)
}, 20)
const began = performance.now()
const { verdict } = await judge(path)
const seconds = (performance.now() - began) / 1000
clearInterval(timer)
print('exchanges, size of the journal', `${count}, ${Math.round(statSync(path).size / 1e6)} MB`)
print('exchanges a second', Math.round(count / seconds))
print('longest memory', `${Math.round(mostMb)} MB`)
print('verdict', verdict)
rmSync(dir, { recursive: true })

function exchange(i: number): Exchange {
  const id = 16_000_000_000 + (i % 5_000)
  const text = JSON.stringify({
    data: { id, nome: 'Caneca esmaltada 350 ml', preco: 32.56, codigo: '000123' },
  })
  return {
    id: `e${i + 1}`,
    ...{ source: 'proxy', channel: 'service', session: null, step: null, failure: null, gaps: [] },
    request: {
      method: 'GET',
      url: `${baseUrl}/borderos/${id}`,
      headers: [
        ['Host', 'api.example.invalid'],
        ['Authorization', 'Bearer [access_token#1]'],
        ['Accept', 'application/json'],
      ],
      body: null,
    },
    answer: {
      status: 200,
      headers: [['Content-Type', 'application/json']],
      body: { text, sizeBytes: text.length, flaw: null },
    },
    startedAt: new Date(Date.UTC(2026, 0, 1) + i * 20).toISOString(),
    sentAtMs: i * 20 + 0.25,
    answeredAtMs: i * 20 + 5.5,
  }
}

function print(what: string, value: string | number): void {
  console.log(`${what.padEnd(34)} ${value}`)
}
