import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import packed from '@sparticuz/chromium'
import { chromium } from 'playwright-core'
import { numberOf } from './parts/number-of.js'

/**
 * `node bench/run.mjs judge-page [megabytes] [rounds]`: how long `dist/judge.html` takes for a HAR of another tool, from the file's choice to
 * the verdict, in the packed Chromium: by the clock, and in time of the processor, of all of the browser's processes (Linux alone tells). Best of
 * the rounds. Goal: 100 MB in at most 6 s.
 */

const megabytes = numberOf('megabytes', process.argv[2], 25)
const rounds = numberOf('rounds', process.argv[3], 3)
const dir = mkdtempSync(join(tmpdir(), 'homologa-judge-page-'))
const file = join(dir, 'session.har')
const BODY_CHARS = 1500

function entry(i: number): string {
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

function writeHar(): number {
  const entries: string[] = []
  for (let bytes = 0; bytes < megabytes * 1e6; bytes += (entries.at(-1)?.length ?? 0) + 1)
    entries.push(entry(entries.length))
  writeFileSync(file, `{"log":{"version":"1.2","entries":[${entries.join(',')}]}}`)
  return entries.length
}

/** Seconds of the processor that everything below this process has used. */
function usedBelow(): number {
  const stats = readdirSync('/proc').flatMap((pid) => {
    try {
      return /^\d+$/.test(pid) ? [readFileSync(`/proc/${pid}/stat`, 'utf8')] : []
    } catch {
      return []
    }
  })
  const all = stats.map((stat) => {
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return {
      pid: Number.parseInt(stat, 10),
      parent: Number(fields[1]),
      ticks: Number(fields[11]) + Number(fields[12]),
    }
  })
  const below = new Set([process.pid])
  for (let size = 0; size !== below.size; ) {
    size = below.size
    for (const { pid, parent } of all) if (below.has(parent)) below.add(pid)
  }
  below.delete(process.pid)
  return all.filter(({ pid }) => below.has(pid)).reduce((sum, { ticks }) => sum + ticks / 100, 0)
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
  const times: number[] = []
  const used: number[] = []
  let outcome = ''
  for (let round = 0; round < rounds; round++) {
    await page.evaluate(`
      window.heard = new Promise((resolve) => {
        const began = performance.now()
        addEventListener('homologa:judge', function hear({ detail }) {
          if (detail.kind === 'progress') return
          removeEventListener('homologa:judge', hear)
          const { seen, reports } = detail.outcome ?? {}
          resolve([performance.now() - began, detail.kind + ' ' + seen + ' ' + reports?.en.verdict])
        })
      })
      undefined`)
    const before = usedBelow()
    await page.setInputFiles('#recording', file)
    const [ms, what] = (await page.evaluate('window.heard')) as [number, string]
    times.push(ms)
    used.push(usedBelow() - before)
    outcome = what
  }
  const best = Math.min(...times) / 1000
  const size = statSync(file).size / 1e6
  console.log(
    `${Math.round(size)} MB, ${count} entries: ${best.toFixed(2)} s by the clock, ${Math.min(...used).toFixed(2)} s of the processor (${outcome})`,
  )
} finally {
  await browser.close()
  rmSync(dir, { recursive: true })
}
