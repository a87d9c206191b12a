import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { commonSettings } from '../settings/setting.js'
import { commands } from './commands.js'
import { runTool } from './run-tool.fixture.js'

const cwd = mkdtempSync(join(tmpdir(), 'homologa-options-'))
afterAll(() => rmSync(cwd, { recursive: true, force: true }))

const homologa = (words: readonly string[]) => runTool(words, { cwd })

/** What no option of a kind may take. */
const bad: Readonly<Record<string, readonly string[]>> = {
  text: ['', ' '],
  path: ['', ' '],
  url: ['', 'erp.example', 'ftp://erp.example', 'https://a:b@erp.example/Api/v3', 'https://erp.example/?a=1'],
  integer: ['abc', '-1', '1.5', '', '1e3', '99999999999999', 'NaN', '0x10'],
  number: ['abc', '-1', '0', '', 'Infinity', '1e3'],
  duration: ['abc', '-1', '0', '', '1.5', '5d', '99999999999999'],
  milliseconds: ['abc', '-1', '', 'Infinity', '99999999999'],
  choice: ['nada', '', '0'],
  language: ['nada', '', '0'],
  moment: ['3', 'expire', '0:expire', '3:die', '3:scope-', ''],
  webhook: ['', 'hooks.slack.com/a', 'ftp://h/a', 'http://erp.example/hook'],
  mapping: ['', 'BLING_URL', '1A=a', '=a'],
  day: ['31/05/2027', '2027-02-30', 'tomorrow', ''],
  range: ['abc', '-1', '5..', '9..5', '0..99999', ''],
  origin: ['host:80', 'ftp://host', 'http://host/path', 'http://u@host', 'http://host/?a', ''],
  part: ['3', '0/2', '3/2', 'a/b', ''],
  severity: ['drift/added', 'drift/added=loud', '=error', ''],
}

const options = commands.flatMap(({ name, args, options: own, common }) =>
  [...Object.values(own), ...(common === false ? [] : commonSettings)]
    .filter(({ kind }) => kind.takes !== 'nothing')
    .map(({ flags, kind }) => ({
      name,
      flag: flags.split(' ')[0] ?? flags,
      kind: kind.name,
      args: Object.keys(args).flatMap((arg) => (arg.startsWith('<') ? ['x'] : [])),
    })),
)

describe('every option of every command', () => {
  it('has a kind that this table knows', () => {
    expect(options.length).toBeGreaterThan(150)
    expect([...new Set(options.map(({ kind }) => kind))].filter((kind) => !(kind in bad))).toEqual([])
  })

  it.each(options)(
    '$name $flag refuses what is no $kind, with one sentence that names it',
    async (option) => {
      for (const value of bad[option.kind] ?? []) {
        const { status, out, err } = await homologa([option.name, ...option.args, `${option.flag}=${value}`])
        expect({ value, status, out, err }).toEqual({ value, status: 2, out: '', err })
        expect(err).toContain(option.flag)
        expect(err.trim().split('\n')).toHaveLength(1)
        expect(err).not.toMatch(/Error|undefined|\{\w+\}|\bat /)
      }
    },
  )

  it('is refused in Portuguese where that was asked for', async () => {
    const { err } = await homologa(['emulate', '--port=abc', '--lang', 'pt-BR'])
    expect(err).toBe("'--port' é 'abc', mas deve ser um número inteiro de 0 a 65.535.\n")
  })
})

describe('an option that a command does not know', () => {
  it.each([
    [['--json', 'check'], "The option '--json' belongs after the command.", ''],
    [['--profile=bling', 'check'], "The option '--profile' belongs after the command.", ''],
    [['completion', 'bash', '--json'], "There is no option '--json'.", ' completion'],
    [['check', '--profil=bling'], "There is no option '--profil'. Did you mean '--profile'?", ' check'],
  ])('%j is told with what to do next', async (words, sentence, command) => {
    const { status, err } = await homologa(words)
    expect([status, err]).toEqual([2, `${sentence}\nSee \`homologa${command} --help\`.\n`])
  })
})

describe('a command that is none', () => {
  it.each([[['chek']], [['chek', '--help']], [['chek', '--version']], [['chek', 'report', '-h']]])(
    '%j ends with 2 and names the nearest',
    async (words) => {
      expect(await homologa(words)).toEqual({
        status: 2,
        out: '',
        err: "There is no command 'chek'. Did you mean 'check'?\nSee `homologa --help`.\n",
      })
    },
  )

  it('is told without a neighbour where none is near', async () => {
    const { status, out, err } = await homologa(['nosuch', '--help'])
    expect([status, out, err.split('\n')[0]]).toEqual([2, '', "There is no command 'nosuch'."])
  })

  it('is none of those that exist: their help is theirs', async () => {
    const { status, out } = await homologa(['check', '--help'])
    expect([status, out.split('\n')[0]]).toEqual([0, 'Usage: homologa check [options]'])
  })

  it('explains the options of the command, and the shared ones only when asked for all', async () => {
    const { out: own } = await homologa(['check', '--help'])
    const { out: all } = await homologa(['check', '--help', 'all'])
    expect(own).toContain('--invalidate-at <step>')
    expect(own).not.toContain('--timeout-ms')
    expect(own).toMatch(/^Shared options, .*: homologa check --help all$/m)
    expect(own.split('\n').length).toBeLessThanOrEqual(20)
    expect(all).toContain('--timeout-ms <n>')
    expect(all).not.toContain('--help all')
  })

  it.each(commands.map(({ name }) => [name]))('of %s ends with examples of it', async (name) => {
    const { out } = await homologa([name, '--help'])
    expect(out).toMatch(new RegExp(`\\nExamples:\\n(  homologa ${name}\\b.*\\n)+$`))
  })

  it('speaks the reader’s language, headings included', async () => {
    const { out } = await homologa(['report', '--help', '--lang', 'pt-BR'])
    expect(out.split('\n').filter((line) => line.includes(':') && !line.startsWith(' '))).toEqual([
      expect.stringMatching(/^Uso: homologa report /),
      'Argumentos:',
      'Opções:',
      'Opções comuns a todos, como --base-url, --profile, --json, --lang e --quiet: homologa report --help all',
      'Exemplos:',
    ])
  })
})

describe('a command of the user without `--` before it', () => {
  it.each([
    [['examine', 'php', 'artisan', 'homologar'], 'homologa examine -- php artisan homologar'],
    [['review', '--port', '0', 'node', 'app.js'], 'homologa review --port 0 -- node app.js'],
    [
      ['examine', '--no-page', 'node', '--inspect', 'app.js'],
      'homologa examine --no-page -- node --inspect app.js',
    ],
  ])('is shown with it: %j', async (words, line) => {
    const { status, err } = await homologa(words)
    expect([status, err.split('\n')[0]]).toEqual([2, `Put \`--\` before your own command: \`${line}\`.`])
  })

  it.each([
    [['examine', '--fualt', 'list'], "There is no option '--fualt'. Did you mean '--fault'?"],
    [['examine', '--runs'], '--runs'],
    [['check', 'node', 'app.js'], 'Too many arguments.'],
  ])('is not suspected in %j', async (words, said) => {
    const { err } = await homologa(words)
    expect(err).toContain(said)
    expect(err).not.toContain('Put `--`')
  })
})
