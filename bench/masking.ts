import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hostileBodies } from '../src/exchange/masking/hostile-bodies.fixture.js'
import { createMasker, KEPT_BODY_BYTES, record } from '../src/exchange/masking.js'
import { numberOf } from './parts/number-of.js'

/**
 * `node bench/run.mjs masking [bytes] [name] [max-body]`: what recording one response costs, whatever its body holds; each with a hundred known
 * secrets, in a process of its own, which reads the body from a file: to make one may take more memory than to mask it. Time of the
 * processor, so that neighbours count less; the most memory of the process, the body itself included. Goal: 8 MB within 1 s and 200 MB. Machines differ: beside each stands what the same process takes to
 * parse a list of products of that size and to look at each character of the body once, and how often that goes into it.
 */

const [size, wanted = '', kept, only] = process.argv.slice(2)
const bytes = numberOf('bytes', size, 8_000_000)
const maxBodyBytes = numberOf('max-body', kept, KEPT_BODY_BYTES)

if (only === undefined) measureAll()
else process.stdout.write(JSON.stringify(measure(only)))

function measureAll(): void {
  let worst = { name: '', ms: 0, bareMs: 0, mb: 0, kept: 0 }
  let mostMb = 0
  const dir = mkdtempSync(join(tmpdir(), 'homologa-masking-'))
  const path = join(dir, 'body')
  for (const [name, make] of Object.entries(hostileBodies)) {
    if (!name.includes(wanted)) continue
    writeFileSync(path, make(bytes))
    const args = [process.argv[1] ?? '', String(bytes), '', String(maxBodyBytes), path]
    const cost = JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' })) as Cost
    console.log(
      `${name.padEnd(44)} ${String(cost.ms).padStart(5)} ms ${String(cost.mb).padStart(4)} MB ${cost.kept} kept, bare ${cost.bareMs} ms (${timesOf(cost)} ×)`,
    )
    if (cost.ms > worst.ms) worst = { name, ...cost }
    mostMb = Math.max(mostMb, cost.mb)
  }
  rmSync(dir, { recursive: true })
  console.log(`worst: ${worst.name}, ${worst.ms} ms, ${timesOf(worst)} × bare; most memory ${mostMb} MB`)
}

function timesOf({ ms, bareMs }: Cost): string {
  return (ms / bareMs).toFixed(1)
}

interface Cost {
  readonly ms: number
  readonly bareMs: number
  readonly mb: number
  readonly kept: number
}

function measure(path: string): Cost {
  const body = readFileSync(path)
  const masker = createMasker({ maxBodyBytes })
  for (let i = 0; i < 100; i++) masker.register('secret', `Secret${i}Of${i * 7919}Value`)
  let kept = 0
  const ms = cpuMs(() => {
    kept = mask(body, masker)
  })
  const mb = Math.round(process.resourceUsage().maxRSS / 1e3)
  const text = body.toString()
  const products = hostileBodies['a list of products']?.(bytes) ?? ''
  const bareMs = cpuMs(() => {
    JSON.parse(products)
    look(text)
  })
  return { ms, bareMs, mb, kept }
}

function cpuMs(work: () => void): number {
  const began = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(began)
  return Math.max(1, Math.round((user + system) / 1000))
}

function look(text: string): number {
  let sum = 0
  for (let i = 0; i < text.length; i++) sum = (Math.imul(sum, 31) + text.charCodeAt(i)) | 0
  return sum
}

function mask(bytes: Uint8Array, masker: ReturnType<typeof createMasker>): number {
  const { response } = record(
    {
      id: 'e1',
      source: 'run',
      channel: 'service',
      session: null,
      step: null,
      failure: null,
      gaps: [],
      request: { method: 'GET', url: 'https://api.example.invalid/Api/v3/produtos', headers: [], body: null },
      response: {
        status: 200,
        headers: [['Content-Type', 'application/json']],
        body: { bytes, sizeBytes: bytes.length, flaw: null },
      },
      startedAt: '2026-01-01T00:00:00.000Z',
      sentAtMs: 0,
      respondedAtMs: 1,
    },
    masker,
  )
  return response?.body?.text?.length ?? 0
}
