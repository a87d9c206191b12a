import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { systemClock } from '../node/clock.js'
import { main } from './main.js'

let folder = ''

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'init-'))
})

afterEach(() => rm(folder, { recursive: true, force: true }))

async function homologa(...words: string[]) {
  let [out, err] = ['', '']
  const status = await main(words, {
    out: (text) => {
      out += text
    },
    err: (text) => {
      err += text
    },
    ...{ outIsTty: false, errIsTty: false, width: 100, env: {}, cwd: folder },
    clock: systemClock,
    signal: new AbortController().signal,
  })
  return { status, out, err }
}

describe('homologa init', () => {
  it('writes settings, registration, a suite and a nightly workflow', async () => {
    const { out, status } = await homologa(
      'init',
      '--name',
      'Pedidos em Dia',
      '--profile',
      'bling',
      '--start',
      'php artisan serve',
    )
    expect(status).toBe(0)
    expect((await readdir(folder)).sort()).toEqual([
      '.env',
      '.github',
      '.gitignore',
      'application.yaml',
      'suites',
    ])
    expect(await readFile(join(folder, 'application.yaml'), 'utf8')).toContain('name: "Pedidos em Dia"')
    expect(await readFile(join(folder, '.env'), 'utf8')).toContain('HOMOLOGA_PROFILE=bling')
    expect((await stat(join(folder, '.env'))).mode & 0o777).toBe(0o600)
    expect(out).toContain('homologa review -- php artisan serve')
    const [workflow = ''] = await readdir(join(folder, '.github/workflows'))
    const nightly = await readFile(join(folder, '.github/workflows', workflow), 'utf8')
    expect(nightly).toMatch(/# .*orders of customers.*\n +- uses: actions\/upload-artifact/)
  })

  it('overwrites nothing, and says so', async () => {
    await writeFile(join(folder, '.env'), 'HOMOLOGA_LANG=pt-BR\n')
    await writeFile(join(folder, '.gitignore'), 'mine\n')
    const { out } = await homologa('init')
    expect(out).toContain('mantido como está: .env')
    expect(await readFile(join(folder, '.env'), 'utf8')).toBe('HOMOLOGA_LANG=pt-BR\n')
    expect(await readFile(join(folder, '.gitignore'), 'utf8')).toBe('mine\n')
  })

  it('leaves a folder in which the next commands work', async () => {
    await homologa('init')
    expect((await homologa('doctor')).status).toBe(0)
    expect(await homologa('review')).toMatchObject({
      status: 1,
      out: expect.stringContaining('review: NOT YET'),
    })
    const { err, status } = await homologa('contract', 'produtos-da-conta', '--suite', 'suites/produtos.mjs')
    expect(`${status} ${err}`).toMatch(/^0 /)
  })
})

describe('homologa doctor', () => {
  it('ends with 1 where something is to mend, with a remedy for each line', async () => {
    const { out, status } = await homologa('doctor', '--json', '--base-url', 'http://127.0.0.1:1/Api/v3')
    const { lines, toMend } = JSON.parse(out) as {
      toMend: number
      lines: { state: string; remedy: string | null }[]
    }
    expect(status).toBe(1)
    expect(toMend).toBe(2)
    expect(lines.filter(({ state }) => state === 'fail').every(({ remedy }) => remedy !== null)).toBe(true)
  })
})
