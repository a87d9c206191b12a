import { hostileBodies } from '../src/exchange/masking/hostile-bodies.fixture.js'
import { createMasker, KEPT_BODY_BYTES, record } from '../src/exchange/masking.js'

/**
 * `node bench/run.mjs masking [bytes] [name] [max-body]`: what recording one answer costs, whatever its body holds; each with a hundred known
 * secrets. Time of the processor, so that neighbours count less. Goal: 8 MB within 1 s and 200 MB.
 */

const length = Number(process.argv[2] ?? 8_000_000)
const wanted = process.argv[3] ?? ''
const maxBodyBytes = Number(process.argv[4] ?? KEPT_BODY_BYTES)
const encoder = new TextEncoder()

let worst = { name: '', ms: 0 }
for (const [name, make] of Object.entries(hostileBodies)) {
  if (!name.includes(wanted)) continue
  const bytes = encoder.encode(make(length))
  global.gc?.()
  const before = process.memoryUsage()
  const masker = createMasker({ maxBodyBytes })
  for (let i = 0; i < 100; i++) masker.register('secret', `Secret${i}Of${i * 7919}Value`)
  const began = process.cpuUsage()
  const text = mask(bytes, masker)
  const { user, system } = process.cpuUsage(began)
  const ms = (user + system) / 1000
  const after = process.memoryUsage()
  const held = (after.rss - before.rss) / 1e6
  console.log(
    `${name.padEnd(46)} ${`${Math.round(ms)} ms`.padStart(9)} ${`${Math.round(held)} MB`.padStart(8)} ${text}`,
  )
  if (ms > worst.ms) worst = { name, ms }
}
console.log(
  `worst: ${worst.name}, ${Math.round(worst.ms)} ms; most memory ${Math.round(process.resourceUsage().maxRSS / 1e3)} MB`,
)

function mask(bytes: Uint8Array, masker: ReturnType<typeof createMasker>): number {
  const { answer } = record(
    {
      ...{ id: 'e1', source: 'run', channel: 'service', session: null, step: null, failure: null, gaps: [] },
      request: { method: 'GET', url: 'https://api.example.invalid/Api/v3/produtos', headers: [], body: null },
      answer: {
        status: 200,
        headers: [['Content-Type', 'application/json']],
        body: { bytes, sizeBytes: bytes.length, flaw: null },
      },
      startedAt: '2026-01-01T00:00:00.000Z',
      sentAtMs: 0,
      answeredAtMs: 1,
    },
    masker,
  )
  return answer?.body?.text?.length ?? 0
}
