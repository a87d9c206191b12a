/**
 * Builds the site into `site/dist`, or into the folder that is given: `npm run site`. `SITE_BASE` is the path below which it is
 * published (`/homologa/`). The tool must have been built into `dist`: it makes the sample reports.
 */
import { execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runnerImport } from 'vite'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
const out = resolve(process.argv[2] ?? 'site/dist')
const pages = resolve('site/.pages')
const shell = process.platform === 'win32'

const installed = 'site/node_modules/.package-lock.json'
if (!existsSync(installed) || statSync(installed).mtimeMs < statSync('site/package-lock.json').mtimeMs)
  execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: 'site', stdio: 'inherit', shell })
rmSync(pages, { recursive: true, force: true })
const { module } = await runnerImport('./site/pages.ts', { configFile: false, logLevel: 'error' })
module.writePages(pages)
cpSync('dist/judge.html', join(pages, 'public/judge.html'))
const site = spawn(process.execPath, ['node_modules/vitepress/bin/vitepress.js', 'build', '--outDir', out], {
  cwd: 'site',
  stdio: 'inherit',
  env: { ...process.env, VITE_EXTRA_EXTENSIONS: 'har,php,py' },
})
// most of their time is the waiting of clients
const samples = await makeSamples()
const [status] = site.exitCode === null ? await once(site, 'close') : [site.exitCode]
if (status !== 0) process.exit(1)
cpSync(samples, join(out, 'samples'), { recursive: true })
rmSync(samples, { recursive: true })

/** Real reports: of a client that forgets the hash, of a run that passes, and of a night beside the one before it. */
async function makeSamples() {
  const folder = mkdtempSync(join(tmpdir(), 'homologa-site-'))
  const scratch = join(folder, 'scratch')
  mkdirSync(scratch)
  const client = readFileSync('examples/javascript/homologar.mjs', 'utf8')
  const broken = client.replace(', ...hash }', ' }')
  if (broken === client)
    throw new Error('examples/javascript/homologar.mjs sends the hash in another way now')
  writeFileSync(join(scratch, 'app.mjs'), broken)
  await Promise.all(['en', 'pt-BR'].map((lang) => makeSamplesIn(lang, scratch)))
  for (const lang of ['en', 'pt-BR']) {
    for (const name of ['fail', 'pass', 'night'])
      cpSync(join(scratch, lang, name, 'report.html'), join(folder, lang, `${name}.html`))
  }
  for (const name of ['fail', 'pass'])
    cpSync(join(scratch, 'en', name, 'exchanges.har'), join(folder, `${name}.har`))
  rmSync(scratch, { recursive: true })
  return folder
}

async function makeSamplesIn(lang, cwd) {
  const tool = resolve('dist/homologa.js')
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !name.startsWith('HOMOLOGA_')),
  )
  /** Leaves the report of a command, whose exit status is part of the sample. */
  const run = (name, status, command, ...words) =>
    new Promise((done, fail) => {
      const flags = ['--lang', lang, '--seed', 'site', '--report-dir', `${lang}/${name}`]
      execFile(process.execPath, [tool, command, ...flags, ...words], { cwd, env }, (error, _out, said) => {
        if ((error?.code ?? 0) === status) done()
        else fail(new Error(`${command} ended with ${error?.code}: ${said}`))
      })
    })
  const night = async () => {
    await run('before', 1, 'contract', '--fault', 'list-missing', '--fault', 'page-3-empty')
    const against = ['--against', `${lang}/before`]
    await run('night', 1, 'contract', ...against, '--fault', 'page-3-empty', '--fault', 'limit-1-fails')
  }
  await Promise.all([
    run('fail', 1, 'examine', '--', 'node', 'app.mjs'),
    run('pass', 0, 'check', '--invalidate-at', '3'),
    night(),
  ])
}
