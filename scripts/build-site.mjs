/**
 * `npm run site [FOLDER]`: builds the documentation site into a folder (default: `site/dist`). The tool must be in `dist` already, because
 * it makes the sample reports. The variable `SITE_BASE` is the path of the published site (`/homologa/`).
 */
import { execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runnerImport } from 'vite'
import { forgetfulClient } from './forgetful-client.mjs'

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
// The samples take long, because their clients wait between requests. Meanwhile VitePress builds the pages.
const samples = await makeSamples()
const [status] = site.exitCode === null ? await once(site, 'close') : [site.exitCode]
if (status !== 0) process.exit(1)
cpSync(samples, join(out, 'samples'), { recursive: true })
rmSync(samples, { recursive: true })

/**
 * Makes real reports in both languages: `fail` of a client that forgets the hash, `pass`, and `night`, a contract run that is compared with
 * the run before.
 */
async function makeSamples() {
  const folder = mkdtempSync(join(tmpdir(), 'homologa-site-'))
  const scratch = join(folder, 'scratch')
  mkdirSync(scratch)
  writeFileSync(join(scratch, 'app.mjs'), forgetfulClient())
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
  /** Runs a command that writes its report to `name` and must end with the given exit status. */
  const run = (name, expectedStatus, command, ...args) =>
    new Promise((resolve, reject) => {
      const flags = ['--lang', lang, '--seed', 'site', '--report-dir', `${lang}/${name}`]
      execFile(
        process.execPath,
        [tool, command, ...flags, ...args],
        { cwd, env },
        (error, _stdout, stderr) => {
          if ((error?.code ?? 0) === expectedStatus) resolve()
          else reject(new Error(`${command} ended with ${error?.code}: ${stderr}`))
        },
      )
    })
  const makeNight = async () => {
    await run('before', 1, 'contract', '--fault', 'list-missing', '--fault', 'page-3-empty')
    const against = ['--against', `${lang}/before`]
    await run('night', 1, 'contract', ...against, '--fault', 'page-3-empty', '--fault', 'limit-1-fails')
  }
  await Promise.all([
    run('fail', 1, 'examine', '--', 'node', 'app.mjs'),
    run('pass', 0, 'check', '--invalidate-at', '3'),
    makeNight(),
  ])
}
