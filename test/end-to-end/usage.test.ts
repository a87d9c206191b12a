import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { dirname, join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { afterAll, describe, inject, it } from 'vitest'
import { closed, listening, startErp } from './services/erp.js'
import {
  filesBelow,
  newFolder,
  RUN_FILES,
  removeFolders,
  reportOf,
  runInside,
  runnerOf,
  runTool,
  type ToolOptions,
} from './tool.js'

afterAll(removeFolders)

const LIVE = { HOMOLOGA_BASE_URL: 'http://127.0.0.1:9/Api/v3', HOMOLOGA_ACCESS_TOKEN: 'token-of-the-test' }

const LIVE_RENEWABLE = {
  HOMOLOGA_TOKEN_URL: 'http://127.0.0.1:9/oauth/token',
  HOMOLOGA_REFRESH_TOKEN: 'refresh-token-of-the-test',
  HOMOLOGA_CLIENT_ID: 'client-of-the-test',
  HOMOLOGA_CLIENT_SECRET: 'secret-of-the-test',
}

interface Wrong {
  readonly args: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  readonly files?: Readonly<Record<string, string>>
  /** What the sentence must name. */
  readonly names: RegExp
}

const wrong: Readonly<Record<string, Wrong>> = {
  'no command': { args: [], names: /check/ },
  'an unknown command': { args: ['chekc'], names: /'chekc'.*check/s },
  'an unknown flag': { args: ['check', '--base-ulr', 'x'], names: /--base-ulr.*--base-url/s },
  'a flag without its value': { args: ['check', '--spacing-ms'], names: /value/ },
  'a word too many': { args: ['check', 'everything'], names: /check/ },
  'a spacing that is no number': { args: ['check', '--spacing-ms', 'two'], names: /--spacing-ms.*two/s },
  'a negative spacing': { args: ['check', '--spacing-ms=-1'], names: /--spacing-ms/ },
  'an endless time-out': { args: ['check', '--timeout-ms', 'Infinity'], names: /--timeout-ms/ },
  'a step that does not exist': { args: ['check', '--invalidate-at', '6'], names: /6/ },
  'an unknown fault': { args: ['check', '--fault', 'no-hsah'], names: /no-hsah.*no-hash/s },
  'an unknown language': { args: ['check', '--lang', 'tlh'], names: /tlh.*pt-BR/s },
  'an unknown log level': { args: ['check', '--log-level', 'loud'], names: /loud/ },
  'an unknown profile': { args: ['check', '--profile', 'blign'], names: /blign.*bling/s },
  'a profile file that is missing': { args: ['check', '--profile', './none.json'], names: /none\.json/ },
  'a broken profile file': {
    args: ['check', '--profile', './p.json'],
    files: { 'p.json': '{"extends":' },
    names: /p\.json/,
  },
  'a suite that is no JavaScript': {
    args: ['contract', '--suite', './s.mjs'],
    files: { 's.mjs': "export default {\n  id: 'x' steps: [] }\n" },
    names: /s\.mjs:2"/,
  },
  'a profile file with a mistyped field': {
    args: ['check', '--profile', './p.yaml'],
    files: { 'p.yaml': 'spacing:\n  readign: free\n' },
    names: /readign.*reading/s,
  },
  'a profile file with a wrong value': {
    args: ['check', '--profile', './p.json'],
    files: { 'p.json': '{"spacing":{"intervalMs":"2s"}}' },
    names: /intervalMs/,
  },
  'a profile file that is a list': {
    args: ['check', '--profile', './p.json'],
    files: { 'p.json': '[]' },
    names: /p\.json/,
  },
  'an unknown variable': {
    args: ['check'],
    env: { HOMOLOGA_BASEURL: 'x' },
    names: /HOMOLOGA_BASEURL.*HOMOLOGA_BASE_URL/s,
  },
  'an unknown key in .env': {
    args: ['check'],
    files: { '.env': 'HOMOLOGA_ACESS_TOKEN=x\n' },
    names: /HOMOLOGA_ACESS_TOKEN.*HOMOLOGA_ACCESS_TOKEN/s,
  },
  'a bad value in .env': {
    args: ['check'],
    files: { '.env': 'HOMOLOGA_SPACING_MS=soon\n' },
    names: /HOMOLOGA_SPACING_MS.*soon/s,
  },
  'an address that is set but empty': {
    args: ['contract'],
    env: { HOMOLOGA_BASE_URL: '' },
    names: /HOMOLOGA_BASE_URL.*empty/,
  },
  'a live target without an address': { args: ['contract', '--target', 'live'], names: /HOMOLOGA_BASE_URL/ },
  'a .env with a line that is no setting': {
    args: ['contract'],
    files: { '.env': 'HOMOLOGA_PROFILE=spec\nHOMOLOGA_BASE_URL https://erp.example/Api/v3\n' },
    names: /\.env.*: 2\./,
  },
  'a floor of routes that is no number': { args: ['contract', '--min-routes', 'all'], names: /--min-routes/ },
  'a .env that is a folder': { args: ['check'], files: { '.env/x': '' }, names: /\.env/ },
  'a base URL that is none': { args: ['check', '--base-url', 'erp.example'], env: LIVE, names: /--base-url/ },
  'a base URL with a password': {
    args: ['check', '--base-url', 'https://a:b@erp.example/Api/v3'],
    names: /--base-url/,
  },
  'a base URL with a query': {
    args: ['check', '--base-url', 'https://erp.example/?x=1'],
    names: /--base-url/,
  },
  'a live service without a token': {
    args: ['check', '--base-url', 'https://erp.example/Api/v3'],
    names: /HOMOLOGA_ACCESS_TOKEN/,
  },
  'a refresh token without a client': {
    args: ['check', '--base-url', 'https://erp.example/Api/v3', '--token-url', 'https://erp.example/t'],
    env: { HOMOLOGA_REFRESH_TOKEN: 'r' },
    names: /HOMOLOGA_CLIENT_ID/,
  },
  'plain http to another machine': {
    args: ['check', '--base-url', 'http://erp.example/Api/v3'],
    env: { HOMOLOGA_ACCESS_TOKEN: 'token-of-the-test' },
    names: /https/,
  },
  'plain http to another token address': {
    args: ['check', '--token-url', 'http://erp.example/token'],
    env: { ...LIVE, HOMOLOGA_REFRESH_TOKEN: 'r', HOMOLOGA_CLIENT_ID: 'c' },
    names: /https/,
  },
  'plain http to another machine, for an application': {
    args: ['proxy', '--target', 'http://erp.example/Api/v3'],
    names: /https/,
  },
  'a token that no header can carry': {
    args: ['check'],
    env: { ...LIVE, HOMOLOGA_ACCESS_TOKEN: 'two words' },
    names: /HOMOLOGA_ACCESS_TOKEN/,
  },
  'a fault of a live service': { args: ['check', '--fault', 'no-hash'], env: LIVE, names: /--fault/ },
  'a report folder that is a file': {
    args: ['check', '--report-dir', './f'],
    files: { f: '' },
    names: /\/f/,
  },
  'a report folder below a file': {
    args: ['check', '--report-dir', './f/g'],
    files: { f: '' },
    names: /\/f\/g/,
  },
  'a report folder with a folder in the place of the journal': {
    args: ['check', '--report-dir', './f'],
    files: { 'f/journal.ndjson/x': '' },
    names: /\/f' .*\((it is a folder, EISDIR|not permitted, EPERM)\)/,
  },
  'a port that is none': { args: ['emulate', '--port', '70000'], names: /--port/ },
  'an address that is not ours': {
    args: ['emulate', '--host', '203.0.113.7'],
    names: /203\.0\.113\.7|EADDRNOTAVAIL/,
  },
  'an env file that cannot be written': {
    args: ['emulate', '--write-env', './f/.env'],
    files: { f: '' },
    names: /f\/\.env/,
  },
  'an env file that holds settings of the user': {
    args: ['emulate', '--write-env', './.env.local'],
    files: { '.env.local': 'DB_PASSWORD=x\n' },
    names: /\.env\.local.*other settings/,
  },
  'a registration that is a folder': {
    args: ['review', '--application', './registered'],
    files: { 'registered/x': '' },
    names: /registered.*cannot be read \(it is a folder, EISDIR\)/,
  },
  'a report of no run': { args: ['report', './nowhere'], names: /nowhere/ },
  'a report of a folder without a journal': { args: ['report', '.'], names: /journal|'\.'/ },
  'a report of a file that lies in no run': {
    args: ['report', './session.har'],
    files: { 'session.har': '{}' },
    names: /no run at '\.\/session\.har'/,
  },
  'a report of a broken journal': {
    args: ['report', './journal.ndjson'],
    files: { 'journal.ndjson': '{"a":1}\n' },
    names: /journal\.ndjson/,
  },
  'a judgement of no file': { args: ['judge', './nowhere.har'], names: /nowhere\.har/ },
  'a judgement of what is no recording': {
    args: ['judge', './x.har'],
    files: { 'x.har': 'not json' },
    names: /x\.har/,
  },
  'an unknown requirement': {
    args: ['explain', 'homologation/spacng'],
    names: /spacng.*homologation\/spacing/s,
  },
}

function lay(files: Readonly<Record<string, string>> = {}): string {
  const cwd = newFolder()
  for (const [name, text] of Object.entries(files)) {
    const path = join(cwd, name)
    if (name.includes('/')) mkdirSync(join(path, '..'), { recursive: true })
    writeFileSync(path, text)
  }
  return cwd
}

describe.concurrent('wrong usage', () => {
  it.for(Object.entries(wrong).map(([name, one], i) => [name, one, runnerOf(i)] as const))(
    'ends with 2 and one clear sentence: %s',
    { timeout: 40_000 },
    async ([, one, run], { expect }) => {
      const cwd = lay(one.files)
      const env = one.args.includes('--report-dir') ? { HOMOLOGA_REPORT_DIR: '' } : {}
      const { status, out, err } = await run(one.args, { cwd, env: { ...env, ...one.env } })
      expect({ status, out, err }).toEqual({ status: 2, out: '', err })
      expect(err).toMatch(one.names)
      expect(err).not.toMatch(/^\s+at |node:internal|Error:|undefined|\[object|\{\w+\}/m)
      expect(err.trim().split('\n').length).toBeLessThanOrEqual(one.args.length === 0 ? 60 : 4)
    },
  )

  it('of a port in use ends with 2 and names it', { timeout: 40_000 }, async ({ expect }) => {
    const server = createServer()
    const port = new URL(await listening(server)).port
    try {
      const { status, err } = await runInside(['emulate', '--port', port])
      expect({ status, err }).toEqual({ status: 2, err: expect.stringMatching(new RegExp(port)) })
    } finally {
      await closed(server)
    }
  })

  it('of a pipe for a recording ends with 2, and is not taken for an empty file', async ({ expect }) => {
    const cwd = newFolder()
    execFileSync('mkfifo', [join(cwd, 'traffic')])
    const { status, err } = await runInside(['judge', './traffic'], { cwd })
    expect([status, err]).toEqual([2, expect.stringContaining("'./traffic' is a pipe")])
  })

  it.for([
    ['.env', ['check']],
    ['profile', ['check', '--profile', './profile']],
    ['ca', ['check', '--ca', 'ca']],
    ['application.yaml', ['review']],
    ['document', ['contract', '--list', '--openapi', 'document']],
    ['suite.mjs', ['contract', '--list', '--suite', 'suite.mjs']],
    ['packed', ['review', '--verify', 'packed']],
    ['run/journal.ndjson', ['report', 'run']],
    ['run/report.json', ['compare', 'run', 'run']],
    ['.homologa/ledger-x.ndjson', ['cleanup']],
    ['settings', ['emulate', '--write-env', 'settings']],
  ] as const)(
    'of a pipe that nobody writes into in the place of %s ends at once',
    async ([name, args], { expect }) => {
      const cwd = newFolder()
      mkdirSync(dirname(join(cwd, name)), { recursive: true })
      execFileSync('mkfifo', [join(cwd, name)])
      const { status, err } = await runTool(args, { cwd, env: LIVE_RENEWABLE, deadlineMs: 15_000 })
      expect([status, err]).toEqual([args[0] === 'cleanup' ? 0 : 2, expect.not.stringMatching(/^\s+at /m)])
      expect(statSync(join(cwd, name)).isFIFO()).toBe(true)
    },
  )

  it('a .env that is a pipe is read once, and its first word counts', async ({ expect }) => {
    const cwd = newFolder()
    execFileSync('mkfifo', [join(cwd, '.env')])
    const { status, err } = await runTool(['check', '--spacing-ms', 'x'], {
      cwd,
      onStart: () => spawn('/bin/sh', ['-c', 'echo HOMOLOGA_LANG=pt-BR > .env'], { cwd }),
    })
    expect([status, err]).toEqual([2, expect.stringContaining('deve ser um número')])
  })

  it('of a .env or a profile that is no UTF-8 ends with 2 and names the line', async ({ expect }) => {
    const cwd = newFolder()
    writeFileSync(join(cwd, 'p.json'), Buffer.from('{"extends": "bling",\n"x": "\xe7"}', 'latin1'))
    const profile = await runInside(['check', '--profile', './p.json'], { cwd })
    expect([profile.status, profile.err]).toEqual([2, expect.stringMatching(/'\.\/p\.json'.*line 2 /)])
    writeFileSync(join(cwd, '.env'), Buffer.from('# a\n\nHOMOLOGA_CLIENT_ID=\xe7\n', 'latin1'))
    const env = await runInside(['check'], { cwd })
    expect([env.status, env.err]).toEqual([2, expect.stringMatching(/'\.env'.*line 3 .*UTF-8/)])
  })

  it.skipIf(!existsSync('/dev/zero'))('of a device that never ends ends with 1', async ({ expect }) => {
    const told = await runTool(['review', '--verify', '/dev/zero'], { deadlineMs: 20_000 })
    expect(told).toMatchObject({ status: 1, out: expect.stringMatching(/200 MB|larger/) })
  })

  it('of a folder that is gone ends with 2, whatever the command', async ({ expect }) => {
    const through = ['/bin/sh', '-c', 'mkdir gone && cd gone && rmdir ../gone && exec "$@"', 'sh']
    const told = await runTool(['explain', 'homologation/spacing'], { through })
    expect(told).toMatchObject({
      status: 2,
      out: '',
      err: expect.stringMatching(/^The current folder no longer exists/),
    })
    expect(await runTool(['--help'], { through })).toMatchObject({ status: 0, err: '' })
  })

  it.for([
    ['a folder that is none', ['check', '--report-dir', '.env/x']],
    ['a flag that is none', ['check', '--nada']],
    ['a file that is none', ['judge', 'nada.har']],
  ] as const)('of %s is told in the language of .env', async ([, args], { expect }) => {
    const cwd = lay({ '.env': 'HOMOLOGA_LANG=pt-BR\n' })
    const { status, err } = await runInside(args, { cwd })
    expect([status, err]).toEqual([2, expect.stringMatching(/não|Não|pasta|arquivo/)])
    expect(err).not.toMatch(/\b(the|cannot|not)\b/)
    const flagged = await runInside([...args, '--lang', 'en'], { cwd })
    expect(flagged.err).toMatch(/\b(is|cannot|not)\b/)
  })

  it('is told in Portuguese where that was asked for', { timeout: 40_000 }, async ({ expect }) => {
    const { status, err } = await runInside(['check', '--lang', 'pt-BR', '--spacing-ms', 'dois'])
    expect({ status, err }).toEqual({ status: 2, err: expect.stringMatching(/dois/) })
    expect(err).toMatch(/[áâãçéêíóôõú]|número|milissegundos/)
  })
})

const schema: unknown = JSON.parse(
  readFileSync(new URL('../../schema/report.schema.json', import.meta.url), 'utf8'),
)

it.concurrent.for([
  ['http://127.0.0.1:9', true],
  ['http://127.0.0.1:9/Api', true],
  ['http://127.0.0.1:9/Api/v3', false],
  ['http://127.0.0.1:9/erp/V3/', false],
] as const)('a proxy before %s is told to lack its version: %s', async ([target, isTold], { expect }) => {
  const { err } = await runInside(['proxy', '--target', target, '--timeout', '1'])
  expect(err).toContain('The proxy listens')
  expect(err.includes(`${target} names no version`)).toBe(isTold)
})

describe.concurrent('the outcome', () => {
  const validate = formats.default(new Ajv2020({ strict: false })).compile(schema as object)

  it.for([
    ['of a pass', { deathAt: 2 }, 0, runTool],
    ['of a fail', { hashHeader: 'x-else' }, 1, runInside],
  ] as const)(
    '%s is one JSON document that keeps the schema',
    { timeout: 40_000 },
    async ([, options, status, runner], { expect }) => {
      const erp = await startErp(options)
      try {
        const run = await runner(['check', '--json', '--spacing-ms', '5'], { env: erp.env })
        expect(run.status).toBe(status)
        const report: unknown = JSON.parse(run.out)
        expect({ valid: validate(report), errors: validate.errors }).toEqual({ valid: true, errors: null })
        expect(report).toEqual(reportOf(run))
        expect(run.err).not.toBe('')
      } finally {
        await erp.close()
      }
    },
  )

  it('can be read by nobody: a reader that leaves crashes nothing', { timeout: 40_000 }, async ({
    expect,
  }) => {
    const erp = await startErp({ deathAt: 3 })
    try {
      for (const args of [
        ['check', '--spacing-ms', '5'],
        ['requirements'],
        ['check', '--fault', 'list'],
        ['--help'],
      ]) {
        const { status, err } = await withoutReader(args, { env: erp.env })
        expect({ args, status, err }).toEqual({
          args,
          status: 0,
          err: expect.not.stringMatching(/EPIPE|^\s+at /m),
        })
      }
    } finally {
      await erp.close()
    }
  })
})

/** Its standard output is closed before it can write anything. */
function withoutReader(
  args: readonly string[],
  { env = {} }: ToolOptions,
): Promise<{ status: number | null; err: string }> {
  const cwd = newFolder()
  const faults = args.includes('list')
  const own = faults ? {} : env
  const child = spawn(process.execPath, [inject('tool'), ...args], {
    cwd,
    env: { PATH: process.env.PATH, TMPDIR: cwd, ...own },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  child.stdout.destroy()
  let err = ''
  child.stderr.on('data', (part: Buffer) => {
    err += part.toString()
  })
  return new Promise((resolve) => child.on('exit', (status) => resolve({ status, err })))
}

describe.concurrent('an interrupt', () => {
  it.for(['SIGINT', 'SIGTERM'] as const)(
    'by %s amid a wait ends with 130, with every report written',
    { timeout: 40_000 },
    async (signal, { expect }) => {
      const erp = await startErp()
      try {
        const run = await runTool(['check', '--spacing-ms', '60000'], {
          env: erp.env,
          onStart: (child) => whenArrived(erp, 1, () => child.kill(signal)),
        })
        expect({
          status: run.status,
          steps: reportOf(run).steps.map(({ verdict }) => verdict),
          err: run.err,
        }).toEqual({
          status: 130,
          steps: [
            expect.not.stringMatching('not-reached'),
            'not-reached',
            'not-reached',
            'not-reached',
            'not-reached',
          ],
          err: expect.not.stringMatching(/^\s+at /m),
        })
        expect(
          filesBelow(run.dir)
            .map((file) => file.slice(run.dir.length + 1))
            .sort(),
        ).toEqual(RUN_FILES)
      } finally {
        await erp.close()
      }
    },
  )

  it('amid an answer that does not come ends at once', { timeout: 40_000 }, async ({ expect }) => {
    const erp = await startErp({ instead: { 2: () => undefined } })
    try {
      const run = await runTool(['check', '--spacing-ms', '5', '--timeout-ms', '60000'], {
        env: erp.env,
        onStart: (child) => whenArrived(erp, 2, () => child.kill('SIGINT')),
      })
      expect({ status: run.status, names: filesBelow(run.dir).length }).toEqual({
        status: 130,
        names: RUN_FILES.length,
      })
    } finally {
      await erp.close()
    }
  })

  it('and a second one end examine at once, with the command that would not end', {
    timeout: 40_000,
  }, async ({ expect }) => {
    const stubborn =
      "process.on('SIGTERM',()=>{});process.on('SIGINT',()=>{});console.log('pid',process.pid);setInterval(()=>{},999)"
    let told = ''
    const run = await runTool(['examine', '--no-page', '--', process.execPath, '-e', stubborn], {
      onStart: (child) => {
        const hear = (part: Buffer) => {
          const isFirst = !/pid \d+/.test(told)
          told += part.toString()
          if (!isFirst || !/pid \d+/.test(told)) return
          child.kill('SIGINT')
          setTimeout(() => child.kill('SIGINT'), 200)
        }
        child.stdout?.on('data', hear)
        child.stderr?.on('data', hear)
      },
    })
    const pid = Number(/pid (\d+)/.exec(told)?.[1])
    // the first alone would have waited for the command, and then written the report
    const names = filesBelow(run.dir).map((file) => file.slice(run.dir.length + 1))
    expect({ status: run.status, names, err: run.err }).toEqual({
      status: 130,
      names: ['journal.ndjson'],
      err: expect.not.stringMatching(/^\s+at /m),
    })
    await expect.poll(() => isAlive(pid)).toBe(false)
  })

  it.for([
    ['proxy', '--target', 'http://127.0.0.1:9/Api/v3'],
    ['contract', '--rate', '3'],
  ])(
    'and a second one right behind it end %s with 130 and no trace',
    { timeout: 40_000 },
    async (words, { expect }) => {
      const run = await runTool(words, {
        onStart: (child) =>
          child.stderr?.once('data', () => {
            setTimeout(() => child.kill('SIGINT'), 300)
            setTimeout(() => child.kill('SIGINT'), 303)
          }),
      })
      expect(run.err).not.toMatch(/^\s+at /m)
      expect(run.status).toBe(130)
    },
  )

  it('for the first time ends what waits for a pipe that somebody holds open', async ({ expect }) => {
    const cwd = newFolder()
    execFileSync('mkfifo', [join(cwd, 'profile')])
    // the shell gets beyond the first command once the tool reads
    const writer = spawn('/bin/sh', ['-c', 'exec 3> profile; echo; exec sleep 30'], { cwd })
    const { status, err } = await runTool(['check', '--profile', './profile'], {
      cwd,
      deadlineMs: 15_000,
      onStart: (child) => writer.stdout.once('data', () => setTimeout(() => child.kill('SIGTERM'), 100)),
    })
    writer.kill()
    expect([status, err]).toEqual([130, 'Interrupted.\n'])
  })

  it('for the third time ends what waits in the system, as a suite may that reads a pipe', async ({
    expect,
  }) => {
    const cwd = newFolder()
    execFileSync('mkfifo', [join(cwd, 'pipe')])
    writeFileSync(
      join(cwd, 'suite.mjs'),
      "import { readFile } from 'node:fs/promises'\nexport default await readFile('pipe')\n",
    )
    // the shell gets beyond the first command once the suite reads
    const writer = spawn('/bin/sh', ['-c', 'exec 3> pipe; echo; exec sleep 30'], { cwd })
    const { signal } = await runTool(['contract', '--suite', 'suite.mjs'], {
      cwd,
      deadlineMs: 25_000,
      onStart: (child) =>
        writer.stdout.once('data', () => {
          for (const after of [300, 800, 1300, 1800]) setTimeout(() => child.kill('SIGTERM'), after)
        }),
    })
    writer.kill()
    expect(signal).toBe('SIGTERM')
  })

  it('of the emulator ends it with 130', { timeout: 40_000 }, async ({ expect }) => {
    const run = await runTool(['emulate'], {
      onStart: (child) => child.stderr?.once('data', () => setTimeout(() => child.kill('SIGINT'), 300)),
    })
    expect({ status: run.status, out: run.out }).toEqual({
      status: 130,
      out: expect.stringMatching(/^HOMOLOGA_BASE_URL=.*\n[\s\S]*HOMOLOGA_CLIENT_SECRET=/m),
    })
  })
})

/** One that was killed and that nobody has asked for may still have its number. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !existsSync('/proc/self/stat') || !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

function whenArrived(erp: { readonly arrivals: readonly unknown[] }, count: number, act: () => void): void {
  const timer = setInterval(() => {
    if (erp.arrivals.length < count) return
    clearInterval(timer)
    // the response's way back, and the journal
    setTimeout(act, 250)
  }, 10)
}
