/**
 * `npm run build && npm run pictures`: makes the screenshots in docs/pictures. A client that forgets the hash is examined, in both
 * languages. A real browser shows the last screen of the terminal and the top of the report.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import chromium from '@sparticuz/chromium'
import { chromium as playwright } from 'playwright-core'
import { forgetfulClient } from './forgetful-client.mjs'

/** The width of the terminal. */
const COLUMNS = 96
/** Pictures stay small, because the README shows them. */
const MAX_PICTURE_BYTES = 150_000
const folder = resolve('docs/pictures')
const tool = resolve('dist/homologa.js')
/** Colours of the terminal by their codes. */
const colours = { 31: '#ff7b72', 32: '#7ee787', 33: '#e3b341', 34: '#79c0ff', 36: '#76e3ea', 90: '#8b949e' }

const scratch = mkdtempSync(join(tmpdir(), 'homologa-pictures-'))
writeFileSync(join(scratch, 'no-hash.mjs'), forgetfulClient())
mkdirSync(folder, { recursive: true })

const browser = await playwright.launch({
  executablePath: await chromium.executablePath(),
  args: ['--no-sandbox', '--no-zygote', '--disable-gpu'],
})
try {
  for (const lang of ['en', 'pt-BR']) {
    const command = 'npx homologa examine -- node no-hash.mjs'
    const screen = drawScreen(runInTerminal(lang))
    const html = `<pre style="margin:0;padding:24px;background:#0d1117;color:#e6edf3;font:15px/1.45 'DejaVu Sans Mono',monospace;width:max-content">$ ${command}\n${screen}</pre>`
    await takePicture(
      `data:text/html;charset=utf-8,${encodeURIComponent(html)}`,
      `terminal.${lang}.png`,
      'pre',
    )
    const report = pathToFileURL(join(scratch, `report-${lang}/report.html`)).href
    await takePicture(report, `page.${lang}.png`)
  }
} finally {
  await browser.close()
  rmSync(scratch, { recursive: true })
}

/** Runs the tool in a terminal and returns everything that it writes, with `␛` for the escape character. */
function runInTerminal(lang) {
  const line = `stty cols ${COLUMNS} rows 60; ${process.execPath} ${tool} examine --seed f6rneu -- node no-hash.mjs`
  const settings = { HOMOLOGA_LANG: lang, HOMOLOGA_REPORT_DIR: `report-${lang}` }
  const env = { ...process.env, ...settings, TERM: 'xterm-256color' }
  const { stdout } = spawnSync('script', ['-qec', line, '/dev/null'], { cwd: scratch, env, encoding: 'utf8' })
  return stdout.replaceAll(String.fromCharCode(27), '␛')
}

/** Matches one token of the output. The groups are the number of lines to move up (`␛[2A`), and `K` to clear the line (`␛[2K`). */
const TOKEN = /␛\[(\d*)A|␛\[[02]?(K)|␛\[[\d;]*m|␛\[\?\d+[hl]|\r|\n|[^␛\r\n]+/g

/** Returns the last screen as HTML, like a terminal would show it. */
function drawScreen(output) {
  const lines = ['']
  let row = 0
  for (const [token, up, clear] of output.matchAll(TOKEN)) {
    if (token === '\n') row += 1
    else if (up !== undefined) row = Math.max(0, row - Number(up || 1))
    else if (clear) lines[row] = ''
    else if (token !== '\r' && !token.startsWith('␛[?')) lines[row] = (lines[row] ?? '') + token
    lines[row] ??= ''
  }
  return lines.map(drawLine).join('\n').trimEnd()
}

/** Turns codes such as `␛[32m` (green), `␛[1m` (bold) and `␛[0m` (plain) into spans. */
function drawLine(line) {
  let style = {}
  return line
    .split(/(␛\[[\d;]*m)/)
    .map((part) => {
      const code = /^␛\[([\d;]*)m$/.exec(part)?.[1]
      if (code === undefined)
        return part === '' ? '' : `<span style="${Object.values(style).join(';')}">${escapeHtml(part)}</span>`
      if (code === '39') delete style.colour
      else if (code === '22') style = style.colour ? { colour: style.colour } : {}
      else if (code === '1') style.weight = 'font-weight:bold'
      else if (code === '2') style.weight = 'opacity:.65'
      else if (code === '0' || code === '') style = {}
      else if (colours[code]) style.colour = `color:${colours[code]}`
      return ''
    })
    .join('')
}

function escapeHtml(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}

async function takePicture(address, name, selector) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, colorScheme: 'light' })
  await page.goto(address)
  await page.waitForLoadState('networkidle')
  const target = selector === undefined ? page : page.locator(selector)
  const picture = await target.screenshot({ animations: 'disabled' })
  await page.close()
  if (picture.length > MAX_PICTURE_BYTES) throw new Error(`${name} has ${picture.length} bytes`)
  writeFileSync(join(folder, name), picture)
}
