import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { emulate } from '../src/index.js'
import { numberOf } from './parts/number-of.js'

/**
 * `node bench/run.mjs contract [runs] [tool]`: what a contract run over every read costs, reports and all, beside a script that sends
 * the same requests. Goal: 1.3 times the script, whole process. The processor's time is told as well, for on a busy machine it
 * alone can be compared. Measured with a service that responds at once and with one that takes as long as one across a network.
 */

const LATENCIES_MS = [0, 20]
const runs = numberOf('runs', process.argv[2], 9)
const tool = resolve(process.argv[3] ?? 'dist/homologa.js')
const TELL_COST = `data:text/javascript,process.on('exit',()=>{const{user,system}=process.cpuUsage();process._rawDebug('cost '+(user+system)/1e3)})`

interface Cost {
  readonly tookMs: number
  readonly processorMs: number
}

for (const latencyMs of LATENCIES_MS) await compare(latencyMs)

async function compare(latencyMs: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'homologa-bench-contract-'))
  const service = await emulate(latencyMs ? { latencyMs } : {})
  const addresses = join(folder, 'addresses.json')
  const environment = { ...process.env, ...service.env, BARE_ADDRESSES: addresses }
  const check = [tool, 'contract', '--rate', '1000', '--report-dir', join(folder, 'run')]
  await run(check, environment)
  writeFileSync(addresses, JSON.stringify(requestsIn(join(folder, 'run', 'journal.ndjson'))))

  const costs = { contract: [] as Cost[], bare: [] as Cost[] }
  for (let i = 0; i < runs; i++) {
    costs.contract.push(await run(check, environment))
    costs.bare.push(await run([resolve('bench/bare-contract.mjs')], environment))
  }
  console.log(`answers after ${latencyMs} ms`)
  for (const of of ['tookMs', 'processorMs'] as const) {
    const [ours, theirs] = [median(costs.contract, of), median(costs.bare, of)]
    console.log(
      `${of.padEnd(12)} contract ${ours.toFixed(0)}  bare ${theirs.toFixed(0)}  ratio ${(ours / theirs).toFixed(2)}  goal 1.3`,
    )
  }
  await service.close()
  rmSync(folder, { recursive: true })
}

function requestsIn(journal: string): string[] {
  const lines = readFileSync(journal, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  return lines.flatMap(({ exchange }) => exchange?.request.url ?? [])
}

function run(args: readonly string[], env: NodeJS.ProcessEnv): Promise<Cost> {
  const beganMs = performance.now()
  const child = spawn(process.execPath, ['--import', TELL_COST, ...args], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let told = ''
  child.stderr.on('data', (text) => {
    told += text
  })
  return new Promise((done, failed) => {
    child.on('exit', (status) => {
      const processorMs = Number(/cost ([\d.]+)/.exec(told)?.[1])
      if (status === 0) done({ tookMs: performance.now() - beganMs, processorMs })
      else failed(new Error(`status ${status}: ${told.slice(-300)}`))
    })
  })
}

function median(costs: readonly Cost[], of: keyof Cost): number {
  return costs.map((cost) => cost[of]).sort((a, b) => a - b)[costs.length >> 1] ?? 0
}
