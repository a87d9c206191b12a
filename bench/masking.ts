import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hostileBodies } from '../src/exchange/masking/hostile-bodies.fixture.js'
import { createMasker, KEPT_BODY_BYTES, record } from '../src/exchange/masking.js'
import { numberOf } from './parts/number-of.js'

/**
 * `node bench/run.mjs masking [bytes] [name] [max-body]`: measures what it costs to mask a response with a hostile body, such as one that
 * consists of brackets, with a hundred known secrets. Prints processor time and peak memory. Goal: 8 MB in 1 s and 200 MB.
 *
 * Because machines differ, each time is compared with that of simple work ("bare"): parsing a list of products of the same size, and looking at
 * every character of the body once. Each body is masked in its own process, which reads it from a file, because making it takes memory, too.
 */

/** The last argument is the file with the body, if this is the process that masks it. */
const [size, namePart = '', maxBody, bodyFile] = process.argv.slice(2)
const bytes = numberOf('bytes', size, 8_000_000)
const maxBodyBytes = numberOf('max-body', maxBody, KEPT_BODY_BYTES)

if (bodyFile === undefined) measureAll()
else process.stdout.write(JSON.stringify(measure(bodyFile)))

function measureAll(): void {
  let worst = { name: '', ms: 0, bareMs: 0, mb: 0, kept: 0 }
  let peakMb = 0
  const dir = mkdtempSync(join(tmpdir(), 'homologa-masking-'))
  const path = join(dir, 'body')
  for (const [name, make] of Object.entries(hostileBodies)) {
    if (!name.includes(namePart)) continue
    writeFileSync(path, make(bytes))
    const args = [process.argv[1] ?? '', String(bytes), '', String(maxBodyBytes), path]
    const cost = JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' })) as Cost
    console.log(
      `${name.padEnd(44)} ${String(cost.ms).padStart(5)} ms ${String(cost.mb).padStart(4)} MB ${cost.kept} kept, bare ${cost.bareMs} ms (${ratioOf(cost)} ×)`,
    )
    if (cost.ms > worst.ms) worst = { name, ...cost }
    peakMb = Math.max(peakMb, cost.mb)
  }
  rmSync(dir, { recursive: true })
  console.log(`worst: ${worst.name}, ${worst.ms} ms, ${ratioOf(worst)} × bare; peak memory ${peakMb} MB`)
}

function ratioOf({ ms, bareMs }: Cost): string {
  return (ms / bareMs).toFixed(1)
}

interface Cost {
  readonly ms: number
  readonly bareMs: number
  readonly mb: number
  /** Characters of the body that were recorded. */
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
    addCharacters(text)
  })
  return { ms, bareMs, mb, kept }
}

function cpuMs(work: () => void): number {
  const began = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(began)
  return Math.max(1, Math.round((user + system) / 1000))
}

function addCharacters(text: string): number {
  let sum = 0
  for (let i = 0; i < text.length; i++) sum = (Math.imul(sum, 31) + text.charCodeAt(i)) | 0
  return sum
}

/** Records a response with this body, and returns how many characters were kept. */
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
