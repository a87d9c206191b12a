import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import packed from '@sparticuz/chromium'
import { chromium } from 'playwright-core'
import { numberOf } from './parts/number-of.js'

/**
 * `node bench/run.mjs judge-page [megabytes] [rounds]`: measures how long `dist/judge.html` takes to judge a HAR of another tool, from the choice
 * of the file to the verdict, in Chromium. Prints the best round: the time by the clock, and the processor time of all processes of the
 * browser (on Linux only). Goal: 100 MB in at most 6 s.
 */

const megabytes = numberOf('megabytes', process.argv[2], 25)
const rounds = numberOf('rounds', process.argv[3], 3)
const dir = mkdtempSync(join(tmpdir(), 'homologa-judge-page-'))
const file = join(dir, 'session.har')
const BODY_CHARS = 1500

/** The HAR entry of one read. */
function harEntry(i: number): string {
  const id = 16_000_000_000 + (i % 5_000)
  const text = JSON.stringify({
    data: { id, nome: 'Copo', preco: 32.56, codigo: 'COD', descricao: 'x'.repeat(BODY_CHARS) },
  })
  const headers = [
    { name: 'Authorization', value: 'Bearer 0123456789abcdef0123456789abcdef01234567' },
    { name: 'Accept', value: 'application/json' },
  ]
  return JSON.stringify({
    startedDateTime: new Date(Date.UTC(2026, 0, 1) + i * 400).toISOString(),
    time: 80,
    request: {
      method: 'GET',
      url: `https://api.example.invalid/Api/v3/produtos/${id}`,
      httpVersion: 'HTTP/1.1',
      headers,
    },
    response: {
      status: 200,
      httpVersion: 'HTTP/1.1',
      headers: [{ name: 'Content-Type', value: 'application/json' }],
      content: { size: text.length, mimeType: 'application/json', text },
    },
  })
}

/** Writes a HAR of the wanted size and returns the number of its entries. */
function writeHar(): number {
  const entries: string[] = []
  for (let bytes = 0; bytes < megabytes * 1e6; bytes += (entries.at(-1)?.length ?? 0) + 1)
    entries.push(harEntry(entries.length))
  writeFileSync(file, `{"log":{"version":"1.2","entries":[${entries.join(',')}]}}`)
  return entries.length
}

/** A clock tick of the Linux kernel. */
const TICKS_PER_SECOND = 100

/** The processor time, in seconds, of all processes that this one has started, and that these have started. Reads `/proc/PID/stat`. */
function descendantsCpuSeconds(): number {
  const stats = readdirSync('/proc').flatMap((pid) => {
    try {
      return /^\d+$/.test(pid) ? [readFileSync(`/proc/${pid}/stat`, 'utf8')] : []
    } catch {
      return []
    }
  })
  const processes = stats.map((stat) => {
    // `1234 (chrome) S 1230 …`: pid, name, state, parent; the ticks in user and in system mode are ten fields further
    const [, parent, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const [userTicks, systemTicks] = fields.slice(9, 11).map(Number)
    return {
      pid: Number.parseInt(stat, 10),
      parent: Number(parent),
      ticks: (userTicks ?? 0) + (systemTicks ?? 0),
    }
  })
  const family = new Set([process.pid])
  for (let size = 0; size !== family.size; ) {
    size = family.size
    for (const { pid, parent } of processes) if (family.has(parent)) family.add(pid)
  }
  family.delete(process.pid)
  const ticks = processes.filter(({ pid }) => family.has(pid)).map((entry) => entry.ticks)
  return ticks.reduce((sum, count) => sum + count, 0) / TICKS_PER_SECOND
}

const count = writeHar()
const browser = await chromium.launch({
  executablePath: await packed.executablePath(),
  args: ['--no-sandbox', '--no-zygote', '--disable-gpu'],
})
try {
  const page = await browser.newPage()
  await page.goto(pathToFileURL(resolve('dist/judge.html')).href)
  await page.waitForSelector('h1')
  const timesMs: number[] = []
  const cpuSeconds: number[] = []
  let outcome = ''
  for (let round = 0; round < rounds; round++) {
    await page.evaluate(`
      window.judged = new Promise((resolve) => {
        const began = performance.now()
        addEventListener('homologa:judge', function hear({ detail }) {
          if (detail.kind === 'progress') return
          removeEventListener('homologa:judge', hear)
          const { seen, reports } = detail.outcome ?? {}
          resolve([performance.now() - began, detail.kind + ' ' + seen + ' ' + reports?.en.verdict])
        })
      })
      undefined`)
    const cpuBefore = descendantsCpuSeconds()
    await page.setInputFiles('#recording', file)
    const [timeMs, result] = (await page.evaluate('window.judged')) as [number, string]
    timesMs.push(timeMs)
    cpuSeconds.push(descendantsCpuSeconds() - cpuBefore)
    outcome = result
  }
  const bestSeconds = Math.min(...timesMs) / 1000
  const size = statSync(file).size / 1e6
  console.log(
    `${Math.round(size)} MB, ${count} entries: ${bestSeconds.toFixed(2)} s by the clock, ${Math.min(...cpuSeconds).toFixed(2)} s of the processor (${outcome})`,
  )
} finally {
  await browser.close()
  rmSync(dir, { recursive: true })
}
