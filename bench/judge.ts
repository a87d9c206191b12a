import { spawnSync } from 'node:child_process'
import { createReadStream, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { judge } from '../src/app/library/judge.js'
import type { Exchange } from '../src/exchange/exchange.js'
import { openJournal, type RunHeader } from '../src/exchange/journal.js'
import { writeHar } from '../src/exchange/write-har.js'
import { bling } from '../src/specification/profile.js'
import { numberOf } from './parts/number-of.js'

/**
 * `node bench/run.mjs judge [exchanges] [rounds] [name]`: how fast a journal, one of lists of 100 records, and a HAR are graded, and in how much memory, beside bare
 * `JSON.parse` of the same file in the same run, each file in a process of its own. Medians, of the processor's time, that of collectors and compilers beside
 * the main thread included, and of the clock. Goals: 100,000 exchanges of a journal in 3 seconds, a HAR of 50 MB in 3 seconds, both in at most 300 MB.
 */

const count = numberOf('exchanges', process.argv[2], 100_000)
/** One such list is as large as so many single reads. */
const READS_A_LIST = 25
const rounds = numberOf('rounds', process.argv[3], 5)
const wanted = process.argv[4] ?? ''
const baseUrl = 'https://api.example.invalid/Api/v3'
const header: RunHeader = {
  id: 'bench',
  command: 'proxy',
  startedAt: '2026-01-01T00:00:00.000Z',
  tool: { name: 'homologa', version: '0' },
  profile: bling,
  baseUrl,
  tokenUrl: null,
  embedded: false,
  toleranceMs: 5,
  seed: null,
  source: 'proxy',
}

/** The files, by what they are called, with what reads them bare. */
const kinds = [
  ['journal', 'journal.ndjson', parseLines],
  ['lists', 'lists.ndjson', parseLines],
  ['HAR of ours', 'run.har', parseWhole],
  ['HAR of others', 'foreign.har', parseWhole],
] as const

let mostMb = 0
const [written, bare] = [process.argv[5], kinds.find(([name]) => name === wanted)]
if (written !== undefined && bare !== undefined) await compare(wanted, join(written, bare[1]), bare[2])
else await compareAll()

/** Whoever wrote the files holds memory that judging them does not need. */
async function compareAll(): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), 'homologa-judge-'))
  await writeFiles(dir)
  for (const [name] of kinds) {
    if (!name.includes(wanted)) continue
    const args = [process.argv[1] ?? '', String(count), String(rounds), name, dir]
    spawnSync(process.execPath, ['--expose-gc', ...args], { stdio: 'inherit' })
  }
  rmSync(dir, { recursive: true })
}

async function compare(name: string, path: string, bare: (path: string) => unknown): Promise<void> {
  const timer = setInterval(() => {
    mostMb = Math.max(mostMb, process.memoryUsage().rss / 1e6)
  }, 20)
  const megabytes = statSync(path).size / 1e6
  const held = name === 'lists' ? Math.ceil(count / READS_A_LIST) : count
  const judged: Took[] = []
  const parsed: Took[] = []
  let verdict = ''
  for (let round = 0; round < rounds; round++) {
    judged.push(
      await timed(async () => {
        const { report } = await judge(path)
        verdict = [report.verdict, ...new Set(report.findings.map(({ requirement }) => requirement))].join(
          ' ',
        )
      }),
    )
    // in turns, for a machine is not as fast all the time; what parsing the whole of a file holds is not the judge's
    clearInterval(timer)
    parsed.push(await timed(async () => bare(path)))
  }
  print(`${name}, ${Math.round(megabytes)} MB, ${held} exchanges`, verdict)
  print('  most memory', `${Math.round(mostMb)} MB`)
  for (const by of ['processor', 'clock'] as const) {
    const [own, theirs] = [judged, parsed].map((all) => median(all.map((took) => took[by]))) as [
      number,
      number,
    ]
    const speed = (seconds: number) =>
      `${Math.round(held / seconds)} a second, ${Math.round(megabytes / seconds)} MB/s`
    print(`  judged, by the ${by}`, speed(own))
    print('  bare JSON.parse', speed(theirs))
    print('  time beside it', `× ${(own / theirs).toFixed(2)}`)
  }
}

/** In seconds. */
interface Took {
  readonly processor: number
  readonly clock: number
}

async function timed(work: () => Promise<unknown>): Promise<Took> {
  global.gc?.()
  const began = process.cpuUsage()
  const beganMs = performance.now()
  await work()
  const clock = (performance.now() - beganMs) / 1e3
  const { user, system } = process.cpuUsage(began)
  return { processor: (user + system) / 1e6, clock }
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
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
  for (let i = 0; i < count; i++) journal.append(exchange(i))
  await journal.close()
  const lists = openJournal(join(dir, 'lists.ndjson'), header)
  for (let i = 0; i < count / READS_A_LIST; i++) lists.append(listed(i))
  await lists.close()
  const har = join(dir, 'run.har')
  await writeHar(har, exchanges(), header)
  const { writeFile } = await import('node:fs/promises')
  await writeFile(
    join(dir, 'foreign.har'),
    readFileSync(har, 'utf8').replace(/,"_homologa":\{"id":"e.*\}(?=\}(?:,?\n|$))/gm, ''),
  )
}

function* exchanges(): Generator<Exchange> {
  for (let i = 0; i < count; i++) yield exchange(i)
}

function exchange(i: number): Exchange {
  const id = 16_000_000_000 + (i % 5_000)
  const data = {
    id,
    data: '2026-03-02',
    historico: 'Pagamento de fornecedores',
    portador: { id: 7 },
    categoria: { id: 9 },
    pagamentos: [],
  }
  return read(i, `borderos/${id}`, data)
}

/** Fifty pages of contacts, again and again. */
function listed(i: number): Exchange {
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
  return read(i, `contatos?pagina=${page + 1}&limite=100`, records)
}

function read(i: number, path: string, data: unknown): Exchange {
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

function print(what: string, value: string | number): void {
  console.log(`${what.padEnd(44)} ${value}`)
}
