import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { emulate } from '../src/index.js'
import { median, print } from './parts/figures.js'
import { numberOf } from './parts/number-of.js'

/**
 * `node bench/run.mjs contract [runs] [tool]`: compares a contract run over all reads, with its reports, with a script that sends the same
 * requests (`bare-contract.mjs`). The service responds at once, and then after 20 ms like one on the internet. Goal: 1.7 times the
 * script. The processor's time is printed too, because the clock says little on a busy machine.
 */

const LATENCIES_MS = [0, 20]
const runs = numberOf('runs', process.argv[2], 9)
const tool = resolve(process.argv[3] ?? 'dist/homologa.js')
/** A module that makes a process print its processor time in milliseconds at its end. */
const PRINT_COST = `data:text/javascript,process.on('exit',()=>{const{user,system}=process.cpuUsage();process._rawDebug('cost '+(user+system)/1e3)})`

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
  console.log(`responses after ${latencyMs} ms`)
  for (const key of ['tookMs', 'processorMs'] as const) {
    const [contract, bare] = [costs.contract, costs.bare].map((all) => median(all.map((cost) => cost[key])))
    const ratio = (contract ?? Number.NaN) / (bare ?? Number.NaN)
    print(
      key,
      `contract ${contract?.toFixed(0)}  bare ${bare?.toFixed(0)}  ratio ${ratio.toFixed(2)}  goal 1.7`,
    )
  }
  await service.close()
  rmSync(folder, { recursive: true })
}

/** The addresses of all requests in a journal. */
function requestsIn(journal: string): string[] {
  const lines = readFileSync(journal, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  return lines.flatMap(({ exchange }) => exchange?.request.url ?? [])
}

function run(args: readonly string[], env: NodeJS.ProcessEnv): Promise<Cost> {
  const beganMs = performance.now()
  const child = spawn(process.execPath, ['--import', PRINT_COST, ...args], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let stderr = ''
  child.stderr.on('data', (text) => {
    stderr += text
  })
  return new Promise((done, fail) => {
    child.on('exit', (status) => {
      const processorMs = Number(/cost ([\d.]+)/.exec(stderr)?.[1])
      if (status === 0) done({ tookMs: performance.now() - beganMs, processorMs })
      else fail(new Error(`status ${status}: ${stderr.slice(-300)}`))
    })
  })
}
