import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { systemClock } from '../node/clock.js'
import { main } from './main.js'

const WIDTH = 80
let cwd = ''
beforeAll(() => {
  cwd = mkdtempSync(join(tmpdir(), 'homologa-terminal-'))
})
afterAll(() => rmSync(cwd, { recursive: true, force: true }))

const homologa = (isTty: boolean, ...words: readonly string[]) => homologaIn({}, isTty, ...words)

async function homologaIn(env: Record<string, string>, isTty: boolean, ...words: readonly string[]) {
  let shown = ''
  const write = (text: string) => {
    shown += text
  }
  const status = await main(words, {
    out: write,
    err: write,
    outIsTty: isTty,
    errIsTty: isTty,
    width: WIDTH,
    env,
    cwd,
    clock: systemClock,
    signal: new AbortController().signal,
  })
  return { status, shown, longest: Math.max(...shown.split('\n').map((line) => [...line].length)) }
}

it.each([
  [['--help']],
  [['requirements']],
  [['check', '--fault', 'list']],
  [['contract', '--list']],
  [['doctor', '--base-url', 'https://127.0.0.1:1', '--lang', 'pt-BR']],
  [['contract', 'nope']],
  [['check', '--no-colour']],
  [['explain', 'nope/none']],
  [['drift', 'none.json', 'none.json']],
])('says %j within the columns of a terminal, and whole elsewhere', async (words) => {
  // commander lays out a help for the real terminal
  const own = (text: string) => text.slice(words[0] === '--help' ? text.indexOf('Without') : 0)
  const [narrow, whole] = [await homologa(true, ...words), await homologa(false, ...words)]
  expect(own(whole.shown).length).toBeGreaterThan(0)
  for (const line of own(narrow.shown).split('\n')) expect([...line].length).toBeLessThanOrEqual(WIDTH)
})

it('gives a shell its script whole, also where it is only looked at', async () => {
  const [shown, piped] = [
    await homologa(true, 'completion', 'zsh'),
    await homologa(false, 'completion', 'zsh'),
  ]
  expect(shown.shown).toBe(piped.shown)
  expect(shown.longest).toBeGreaterThan(WIDTH)
})

it.each([
  ['emulate', '--openapi'],
  ['examine', '--openapi'],
  ['contract', '--accounts'],
  ['cleanup', '--accounts'],
  ['check', '--rehearse'],
])('%s no longer has %s, and says so as of any unknown option', async (name, flag) => {
  const { status, shown } = await homologa(false, name, flag, 'file.yaml')
  expect(status).toBe(2)
  expect(shown).toContain(`There is no option '${flag}'`)
})

it('finds the language of an error as if an empty HOMOLOGA_LANG were not set', async () => {
  const { shown } = await homologaIn({ HOMOLOGA_LANG: '', LANG: 'pt_BR.UTF-8' }, false, 'chekc')
  expect(shown).toContain('Não há o comando')
})

it('takes the last of several --lang, as commander does', async () => {
  const { shown } = await homologa(false, 'check', '--lang', 'en', '--lang=pt-BR', '--falt')
  expect(shown).toContain('Não há a opção')
})

it('takes no language and no log level from behind --', async () => {
  const words = ['examine', '--falt', 'x', '--', 'client', '--lang', 'pt-BR', '--level', 'debug']
  const { status, shown } = await homologa(false, ...words)
  expect(status).toBe(2)
  expect(shown).toContain("There is no option '--falt'")
})

it('lists the faults of the five steps apart from those that other routes alone show', async () => {
  const { shown } = await homologa(false, 'contract', '--fault', 'list')
  const [steps = '', routes = ''] = shown.split(/^Faults of every other route.*$/m)
  expect(steps).toMatch(/^no-hash /m)
  expect(steps).not.toMatch(/^list-missing /m)
  expect(routes).toMatch(/^list-missing /m)
  expect(routes).not.toMatch(/^no-hash /m)
})
