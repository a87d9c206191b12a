import { spawnSync } from 'node:child_process'
import { createReadStream, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { judge } from '../src/app/library/judge.js'
import type { Exchange } from '../src/exchange/exchange.js'
import { openJournal } from '../src/exchange/journal.js'
import { writeHar } from '../src/exchange/write-har.js'
import { median, print } from './parts/figures.js'
import { numberOf } from './parts/number-of.js'
import { runHeaderOf } from './parts/run-header.js'

/**
 * `node bench/run.mjs judge [exchanges] [rounds] [name]`: measures how fast recordings are judged, and in how much memory, and compares that with
 * `JSON.parse` of the same file. The recordings are a journal of single reads, a journal of lists with 100 records, and two HARs. Prints
 * medians, both of the processor's time (of all threads) and of the clock.
 *
 * Goals: 100,000 exchanges of a journal in 3 seconds, a HAR of 50 MB in 3 seconds, each in at most 300 MB.
 */

const count = numberOf('exchanges', process.argv[2], 100_000)
/** A list is as large as this many single reads. */
const READS_PER_LIST = 25
const rounds = numberOf('rounds', process.argv[3], 5)
const namePart = process.argv[4] ?? ''
const baseUrl = 'https://api.example.invalid/Api/v3'
const header = runHeaderOf(baseUrl)

/** The recordings: name, file, and the function that only parses it. */
const recordings = [
  ['journal', 'journal.ndjson', parseLines],
  ['lists', 'lists.ndjson', parseLines],
  ['HAR of ours', 'run.har', parseWhole],
  ['HAR of others', 'foreign.har', parseWhole],
] as const

/** The folder of the recordings, if this is the process that judges one of them. */
const folder = process.argv[5]
const recording = recordings.find(([name]) => name === namePart)
let peakMb = 0
if (folder !== undefined && recording !== undefined) {
  const [name, file, parse] = recording
  await compare(name, join(folder, file), parse)
} else await compareAll()

/** Writes the recordings, and judges each in a process of its own, which has no other memory in use. */
async function compareAll(): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), 'homologa-judge-'))
  await writeFiles(dir)
  for (const [name] of recordings) {
    if (!name.includes(namePart)) continue
    const args = [process.argv[1] ?? '', String(count), String(rounds), name, dir]
    spawnSync(process.execPath, ['--expose-gc', ...args], { stdio: 'inherit' })
  }
  rmSync(dir, { recursive: true })
}

async function compare(name: string, path: string, parse: (path: string) => unknown): Promise<void> {
  const timer = setInterval(() => {
    peakMb = Math.max(peakMb, process.memoryUsage().rss / 1e6)
  }, 20)
  const megabytes = statSync(path).size / 1e6
  const exchangeCount = name === 'lists' ? Math.ceil(count / READS_PER_LIST) : count
  const judged: Times[] = []
  const parsed: Times[] = []
  let verdict = ''
  // by turns, because the speed of a machine changes
  for (let round = 0; round < rounds; round++) {
    const judging = async () => {
      const { report } = await judge(path)
      const requirements = new Set(report.findings.map(({ requirement }) => requirement))
      verdict = [report.verdict, ...requirements].join(' ')
    }
    judged.push(await measure(judging))
    // only the memory of judging counts, and later rounds also hold what `parse` has left
    clearInterval(timer)
    parsed.push(await measure(async () => parse(path)))
  }
  print(`${name}, ${Math.round(megabytes)} MB, ${exchangeCount} exchanges`, verdict)
  print('  peak memory', `${Math.round(peakMb)} MB`)
  for (const key of ['processor', 'clock'] as const) {
    const judgeSeconds = median(judged.map((times) => times[key]))
    const parseSeconds = median(parsed.map((times) => times[key]))
    const speed = (seconds: number) =>
      `${Math.round(exchangeCount / seconds)} a second, ${Math.round(megabytes / seconds)} MB/s`
    print(`  judged, by the ${key}`, speed(judgeSeconds))
    print('  JSON.parse alone', speed(parseSeconds))
    print('  ratio', `× ${(judgeSeconds / parseSeconds).toFixed(2)}`)
  }
}

/** In seconds. */
interface Times {
  readonly processor: number
  readonly clock: number
}

async function measure(work: () => Promise<unknown>): Promise<Times> {
  global.gc?.()
  const began = process.cpuUsage()
  const beganMs = performance.now()
  await work()
  const clock = (performance.now() - beganMs) / 1e3
  const { user, system } = process.cpuUsage(began)
  return { processor: (user + system) / 1e6, clock }
}

async function parseLines(path: string): Promise<number> {
  let lines = 0
  for await (const line of createInterface({ input: createReadStream(path) })) {
    JSON.parse(line)
    lines++
  }
  return lines
}

function parseWhole(path: string): unknown {
  return JSON.parse(readFileSync(path, 'utf8'))
}

async function writeFiles(dir: string): Promise<void> {
  const journal = openJournal(join(dir, 'journal.ndjson'), header)
  for (let i = 0; i < count; i++) journal.append(singleRead(i))
  await journal.close()
  const lists = openJournal(join(dir, 'lists.ndjson'), header)
  for (let i = 0; i < count / READS_PER_LIST; i++) lists.append(listRead(i))
  await lists.close()
  const har = join(dir, 'run.har')
  await writeHar(har, singleReads(), header)
  // a HAR of another tool has no fields of ours
  const foreign = readFileSync(har, 'utf8').replace(/,"_homologa":\{"id":"e.*\}(?=\}(?:,?\n|$))/gm, '')
  writeFileSync(join(dir, 'foreign.har'), foreign)
}

function* singleReads(): Generator<Exchange> {
  for (let i = 0; i < count; i++) yield singleRead(i)
}

function singleRead(i: number): Exchange {
  const id = 16_000_000_000 + (i % 5_000)
  const data = {
    id,
    data: '2026-03-02',
    historico: 'Pagamento de fornecedores',
    portador: { id: 7 },
    categoria: { id: 9 },
    pagamentos: [],
  }
  return createExchange(i, `borderos/${id}`, data)
}

/** One of fifty pages of contacts. */
function listRead(i: number): Exchange {
  const page = i % 50
  const records = Array.from({ length: 100 }, (_, k) => ({
    id: 16_000_000_000 + page * 100 + k,
    nome: `Contato ${page * 100 + k}`,
    codigo: `C-${page * 100 + k}`,
    situacao: 'A',
    numeroDocumento: '',
    telefone: '',
    celular: '',
  }))
  return createExchange(i, `contatos?pagina=${page + 1}&limite=100`, records)
}

function createExchange(i: number, path: string, data: unknown): Exchange {
  const text = JSON.stringify({ data })
  return {
    id: `e${i + 1}`,
    source: 'proxy',
    channel: 'service',
    session: null,
    step: null,
    failure: null,
    gaps: [],
    request: {
      method: 'GET',
      url: `${baseUrl}/${path}`,
      headers: [
        ['Host', 'api.example.invalid'],
        ['Authorization', 'Bearer [access_token#1]'],
        ['Accept', 'application/json'],
      ],
      body: null,
    },
    response: {
      status: 200,
      headers: [['Content-Type', 'application/json']],
      body: { text, sizeBytes: text.length, flaw: null },
    },
    startedAt: new Date(Date.UTC(2026, 0, 1) + i * 400).toISOString(),
    sentAtMs: i * 400 + 0.25,
    respondedAtMs: i * 400 + 5.5,
  }
}
