import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, inject, it } from 'vitest'
import {
  begin,
  freePort,
  newFolder,
  quick,
  RUN_FILES,
  removeFolders,
  reportOf,
  rootsOf,
  runInside,
  runTool,
  type ToolRun,
} from './tool.js'

afterAll(removeFolders)

/** A client of few lines. `BREAKS`: the step at which it does not renew. */
const client = `
const env = process.env
const base = env.HOMOLOGA_BASE_URL
let token = env.HOMOLOGA_ACCESS_TOKEN, hash = null
async function send(step, method, path, body) {
  const once = () => fetch(base + path, { method, body: body && JSON.stringify(body), headers: {
    authorization: 'Bearer ' + token, ...(hash ? { 'x-bling-homologacao': hash } : {}), ...(body ? { 'content-type': 'application/json' } : {}) } })
  let answer = await once()
  if (answer.status === 401 && String(step) !== env.BREAKS) {
    const basic = Buffer.from(env.HOMOLOGA_CLIENT_ID + ':' + env.HOMOLOGA_CLIENT_SECRET).toString('base64')
    const renewal = await fetch(env.HOMOLOGA_TOKEN_URL, { method: 'POST', headers: { authorization: 'Basic ' + basic },
      body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: env.HOMOLOGA_REFRESH_TOKEN }) })
    token = (await renewal.json()).access_token
    answer = await once()
  }
  hash = answer.headers.get('x-bling-homologacao') || hash
  if (!answer.ok) { console.log('the client gives up: ' + token); process.exit(7) }
  return answer
}
const path = '/homologacao/produtos'
const { data } = await (await send(1, 'GET', path)).json()
if (env.STOPS) process.exit(0)
const { data: made } = await (await send(2, 'POST', path, data)).json()
await send(3, 'PUT', path + '/' + made.id, { ...data, nome: 'Copo' })
await send(4, 'PATCH', path + '/' + made.id + '/situacoes', { situacao: 'I' })
await send(5, 'DELETE', path + '/' + made.id)
`

function scene(env: Readonly<Record<string, string>> = {}): { cwd: string; args: string[]; app: string } {
  const cwd = newFolder()
  writeFileSync(join(cwd, 'quick.json'), JSON.stringify(quick))
  writeFileSync(join(cwd, 'app.mjs'), `Object.assign(process.env, ${JSON.stringify(env)})\n${client}`)
  return { cwd, app: join(cwd, 'app.mjs'), args: ['--profile', './quick.json'] }
}

async function appears(path: string): Promise<string> {
  for (let i = 0; i < 1_600; i++) {
    const text = existsSync(path) ? readFileSync(path, 'utf8') : ''
    if (text.includes('HOMOLOGA_CLIENT_SECRET')) return text
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  throw new Error(`${path} never appeared`)
}

function environment(text: string): Record<string, string> {
  return Object.fromEntries(
    text.split('\n').flatMap((line) => (line ? [line.split(/=(.*)/s).slice(0, 2)] : [])),
  )
}

function runApp(app: string, env: Record<string, string>): Promise<number | null> {
  const child: ChildProcess = spawn(process.execPath, [app], {
    env: { ...process.env, ...env },
    stdio: 'ignore',
  })
  return new Promise((resolve) => child.on('exit', resolve))
}

describe.concurrent('examine, with a command', { timeout: 120_000 }, () => {
  it('passes an application that keeps the rules, with every file of a run', async () => {
    const { cwd, app, args } = scene()
    const run = await runTool(
      ['examine', ...args, '--timeout', '10', '--json', '--', process.execPath, app],
      { cwd },
    )
    expect([run.status, run.err]).toEqual([0, expect.stringContaining('PUT')])
    expect(JSON.parse(run.out).verdict).toBe('pass')
    expect(readdirSync(run.dir).sort()).toEqual(RUN_FILES)
  })

  it('passes nothing where a planted fault found no occasion, and says which', async () => {
    const { cwd, app, args } = scene()
    const faults = ['--fault', 'delete-200', '--fault', 'filter-refused']
    const run = await runInside(['examine', ...args, ...faults, '--', process.execPath, app], { cwd })
    expect(run.status).toBe(4)
    expect(`${run.out}${run.err}`.match(/The fault '[\w-]+' changed nothing/g)).toEqual([
      "The fault 'filter-refused' changed nothing",
    ])
  })

  it('runs it again when a file changes, until it is broken off', async () => {
    const { cwd, app, args } = scene()
    let [heard, waits] = ['', 0]
    const hear = (child: ChildProcess) => (chunk: Buffer) => {
      heard += chunk.toString()
      const seen = heard.split('Waiting for a change').length - 1
      if (seen === waits) return
      waits = seen
      // The second run is of a client that stops midway.
      if (waits === 1)
        setTimeout(
          () => writeFileSync(app, client.replace('const env = process.env', '$& \nenv.STOPS = 1')),
          100,
        )
      else child.kill('SIGINT')
    }
    const run = await runTool(['examine', ...args, '--watch', app, '--', process.execPath, app], {
      cwd,
      onStart: (child) => child.stderr?.on('data', hear(child)),
    })
    expect(run.status).toBe(130)
    expect(run.err.match(/^(?:✓ PASS|✗ FAIL)/gm)).toEqual(['✓ PASS', '✗ FAIL'])
  })

  it.each([
    ['no command', ['--watch', '.'], 'name it after `--`'],
    ['no such path', ['--watch', 'nowhere', '--', 'true'], 'nowhere'],
  ])('ends with 2 where it is to watch and there is %s', async (_name, words, said) => {
    const { status, err } = await runInside(['examine', ...words])
    expect([status, err]).toEqual([2, expect.stringContaining(said)])
  })

  it('fails one that stopped midway, at the end of its command', async () => {
    const { cwd, app, args } = scene({ STOPS: '1' })
    const run = await runInside(['examine', ...args, '--', process.execPath, app], { cwd })
    expect(run.status).toBe(1)
    expect(rootsOf(reportOf(run))).toEqual(['homologation/complete'])
  })

  it('runs it once where no number of runs is wanted', async () => {
    const { cwd, app, args } = scene({ STOPS: '1' })
    const words = ['examine', ...args, '--runs', '0', '--', process.execPath, app]
    const run = await runInside(words, { cwd })
    expect([run.status, run.err.match(/^Starting: /gm)?.length]).toEqual([1, 1])
  })

  it('says at which deaths of its token it recovers, and where it fails', async () => {
    const { cwd, app, args } = scene({ BREAKS: '4' })
    const words = ['examine', ...args, '--invalidate-at', 'each', '--', process.execPath, app]
    const run = await runInside(words, { cwd })
    expect(run.status).toBe(1)
    expect(run.out).toContain('recovers at 1, 2, 3, 5, never; fails at 4: ')
    expect(run.out).toMatch(
      / {2}Revoked at {2}1 {2}2 {2}3 {2}4 {2}5 {2}never\n {12} {2}✓ {2}✓ {2}✓ {2}✗ {2}✓ {2}✓\n/,
    )
    expect(run.err.match(/^Starting: /gm)).toHaveLength(1)
    expect(reportOf(run).runs?.map(({ verdict }) => verdict)).toEqual([
      'pass',
      'pass',
      'pass',
      'fail',
      'pass',
      'pass',
    ])
    await expectAlike(run)
  })

  it('shows no token, not even where the application prints one', async () => {
    const { cwd, app, args } = scene({ BREAKS: '4' })
    const words = ['examine', ...args, '--invalidate-at', '4', '--', process.execPath, app]
    const run = await runInside(words, { cwd })
    expect(run.err).toContain('the client gives up: [access_token#')
    expect(run.status).toBe(1)
  })

  it('passes our own check, and keeps its files from ours', async () => {
    const { cwd, args } = scene()
    const tool = inject('tool')
    const run = await runTool(['examine', ...args, '--', process.execPath, tool, 'check', ...args], { cwd })
    expect(run.status).toBe(0)
    expect(reportOf(run).run.command).toBe('examine')
    expect(readdirSync(join(cwd, 'reports')).some((name) => name.includes('check'))).toBe(true)
    const judged = await runInside(['judge', join(run.dir, 'journal.ndjson')])
    expect(judged.status).toBe(0)
  })

  it('is incomplete where the command calls nobody, and wrong usage where there is none', async () => {
    const silent = await runInside(['examine', '--fault', 'delete-200', '--', process.execPath, '-e', '0'])
    expect(silent.status).toBe(4)
    expect(silent.err).not.toContain('changed nothing')
    const asking = "console.log('token command:', process.env.HOMOLOGA_TOKEN_COMMAND)"
    const words = ['examine', '--', process.execPath, '-e', asking]
    const told = await runInside(words, { env: { HOMOLOGA_TOKEN_COMMAND: 'echo ours' } })
    expect(told.err).toContain('token command: undefined')
    const killing = "process.kill(process.pid, 'SIGKILL')"
    const killed = await runInside(['examine', '--', process.execPath, '-e', killing])
    expect([killed.status, killed.err]).toEqual([4, expect.stringContaining('was ended by SIGKILL')])
    const reading = `fetch(process.env.HOMOLOGA_BASE_URL + '/produtos', {
      headers: { authorization: 'Bearer ' + process.env.HOMOLOGA_ACCESS_TOKEN } })`
    const elsewhere = await runInside(['examine', '--', process.execPath, '-e', reading])
    const again = await runInside(['judge', join(elsewhere.dir, 'journal.ndjson')])
    expect([elsewhere.status, again.status]).toEqual([4, 4])
    for (const run of [elsewhere, again])
      expect(reportOf(run).cause).toContain('it was not step 1: GET /Api/v3/produtos → 200')
  })

  it('begins with how the command ended and what it printed, and keeps that in the report', async () => {
    const dying = "console.log('Could not open input file: artisan'); process.exitCode = 3"
    const run = await runInside(['examine', '--', process.execPath, '-e', dying])
    const cause = 'Your command exited with 3: Could not open input file: artisan'
    expect([run.status, reportOf(run).cause]).toEqual([4, expect.stringContaining(cause)])
    expect(reportOf(run).output).toMatchObject({ status: 3, lines: ['Could not open input file: artisan'] })
    const page = readFileSync(join(run.dir, 'report.html'), 'utf8')
    expect(page).toContain('Could not open input file: artisan')
    const silent = await runInside(['examine', '--', process.execPath, '-e', 'process.exitCode = 3'])
    expect(silent.out).toContain('Your command exited with 3 and printed nothing.')
  })

  it('is written again with the duration and the command of the run, not those of the writing', async () => {
    const { cwd, app, args } = scene()
    const run = await runInside(['examine', ...args, '--', process.execPath, app], { cwd })
    const { durationMs } = reportOf(run).run
    const again = await runInside(['report', run.dir], { cwd })
    expect(reportOf(again).run.durationMs).toBe(durationMs)
    expect(readFileSync(join(again.dir, 'report.html'), 'utf8')).toContain(
      '"repeatCommand":"npx homologa examine',
    )
  })

  it.each([
    ['that is nowhere', 'no-such-command', 'ENOENT'],
    ['that nobody may run', './application.yaml', 'EACCES'],
    ['that cannot be there', './application.yaml/app', 'ENOTDIR'],
    ['without a name', '', ''],
  ])('refuses a command %s, in a review as well', async (_, command, why) => {
    const cwd = newFolder()
    writeFileSync(join(cwd, 'application.yaml'), 'name: Loja\n')
    for (const by of ['examine', 'review']) {
      const { status, err } = await runInside([by, '--', command], { cwd })
      const told = expect.stringMatching(new RegExp(`'${command}' could not be started .*${why}\\)`))
      expect([by, status, err]).toEqual([by, 2, told])
    }
  })
})

/** Judged again in every way, it comes to the same. */
async function expectAlike(run: ToolRun): Promise<void> {
  const { verdict, cause, findings, runs } = reportOf(run)
  for (const words of [
    ['judge', 'journal.ndjson'],
    ['judge', 'exchanges.har'],
    ['report', ''],
  ]) {
    const [command = '', file = ''] = words
    const again = await runInside([command, join(run.dir, file)])
    const told = reportOf(again)
    if (command === 'judge') expect(again.out).not.toContain('--seed')
    expect({ words, status: again.status, verdict: told.verdict, cause: told.cause }).toEqual({
      words,
      status: run.status,
      verdict,
      cause,
    })
    expect([told.findings, told.runs]).toEqual([findings, runs])
  }
}

describe.concurrent('examine, attached', { timeout: 120_000 }, () => {
  async function attached(
    extra: readonly string[],
    use: (env: Record<string, string>, app: string) => Promise<unknown>,
  ) {
    const { cwd, app, args } = scene()
    const file = join(cwd, 'client.env')
    const words = ['examine', ...args, '--write-env', file, ...extra]
    const done = runInside(words, { cwd })
    const text = await appears(file)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    await use(environment(text), app)
    return await done
  }

  it('grades whoever is given the settings', async () => {
    const run = await attached(['--runs', '2', '--timeout', '20'], async (env, app) => {
      expect([await runApp(app, env), await runApp(app, env)]).toEqual([0, 0])
    })
    expect(run.status).toBe(0)
    expect(reportOf(run).runs?.length).toBe(2)
    await expectAlike(run)
  })

  it('fails a run that stopped midway when the time is over', async () => {
    const run = await attached(['--timeout', '6'], (env, app) => runApp(app, { ...env, STOPS: '1' }))
    expect([run.status, reportOf(run).verdict]).toEqual([1, 'fail'])
    await expectAlike(run)
  })

  it('is incomplete where nobody calls in time, and leaves nothing but the journal', async () => {
    const run = await attached(['--timeout', '2'], async () => undefined)
    expect([run.status, readdirSync(run.dir)]).toEqual([4, ['journal.ndjson']])
    expect(run.err).toContain('No client connected within 2 s.')
  })

  it('says where a run begins to whoever calls and begins none', async () => {
    const run = await attached(['--timeout', '2'], async (env) => {
      const headers = { authorization: `Bearer ${env.HOMOLOGA_ACCESS_TOKEN}` }
      expect((await fetch(`${env.HOMOLOGA_BASE_URL}/produtos`, { headers })).status).toBe(200)
    })
    expect([run.status, run.out]).toEqual([4, expect.stringContaining('GET /Api/v3/homologacao/produtos')])
    expect(run.err).not.toContain('No client connected')
  })

  it('answers a lost prefix and names it', async () => {
    const run = await attached(['--timeout', '3'], async (env) => {
      const { origin } = new URL(env.HOMOLOGA_BASE_URL ?? '')
      const headers = { authorization: `Bearer ${env.HOMOLOGA_ACCESS_TOKEN}` }
      expect((await fetch(`${origin}/homologacao/produtos`, { headers })).status).toBe(404)
    })
    expect(run.status).toBe(1)
    expect(rootsOf(reportOf(run))).toContain('homologation/right-routes')
  })

  it('leaves the journal when it is interrupted before anybody calls', async () => {
    const { cwd, args } = scene()
    const file = join(cwd, 'client.env')
    let child: ChildProcess | null = null
    const done = runTool(['examine', ...args, '--write-env', file], {
      cwd,
      onStart: (one) => {
        child = one
      },
    })
    await appears(file)
    await new Promise((resolve) => setTimeout(resolve, 500))
    ;(child as ChildProcess | null)?.kill('SIGINT')
    const run = await done
    expect(run.status).toBe(130)
    expect(readdirSync(run.dir)).toEqual(['journal.ndjson'])
  })
})

describe.concurrent('proxy and judge', { timeout: 120_000 }, () => {
  async function proxied(
    env: Record<string, string>,
    run: typeof runTool | typeof runInside,
  ): Promise<ToolRun> {
    const { cwd, app, args } = scene()
    const file = join(cwd, 'client.env')
    const [port, own] = [await freePort(), await freePort()]
    const serving = ['emulate', ...args, '--port', String(port), '--write-env', file, '--invalidate-at', '3']
    const emulator = begin(serving, { cwd, dir: join(cwd, 'emulated') })
    const settings = environment(await appears(file))
    const target = settings.HOMOLOGA_BASE_URL ?? ''
    const words = [
      'proxy',
      ...args,
      '--target',
      target,
      '--port',
      String(own),
      '--runs',
      '1',
      '--timeout',
      '6',
    ]
    const done = run(words, { cwd })
    for (let i = 0; i < 800; i++) {
      const up = await fetch(`http://127.0.0.1:${own}/`).then(
        () => true,
        () => false,
      )
      if (up) break
      await new Promise((resolve) => setTimeout(resolve, 25))
    }
    const through = (address = '') => address.replace(`:${port}`, `:${own}`)
    await runApp(app, {
      ...settings,
      HOMOLOGA_BASE_URL: through(target),
      HOMOLOGA_TOKEN_URL: through(settings.HOMOLOGA_TOKEN_URL),
      ...env,
    })
    const ended = await done
    await emulator.stop()
    return ended
  }

  it('are told apart: that nobody called, and that somebody did who began no run', async () => {
    const { cwd, args } = scene()
    const port = await freePort()
    const target = `http://127.0.0.1:${await freePort()}/Api/v3`
    const words = ['proxy', ...args, '--target', target, '--port', String(port), '--timeout', '2']
    const tokenUrl = 'https://login.example/entrar'
    const done = runInside(words, { cwd, env: { HOMOLOGA_TOKEN_URL: tokenUrl } })
    await expect
      .poll(
        () =>
          fetch(`http://127.0.0.1:${port}/`).then(
            ({ status }) => status,
            () => null,
          ),
        { timeout: 20_000 },
      )
      .toBe(502)
    const { dir, err } = await done
    expect(err).not.toContain('No client connected')
    const [header = ''] = readFileSync(join(dir, 'journal.ndjson'), 'utf8').split('\n')
    expect(JSON.parse(header).run.tokenUrl).toBe(tokenUrl)
    expect((await runInside(words, { cwd })).err).toContain('No client connected within 2 s.')
  })

  it.each([
    ['pass', 0, {}, runTool],
    ['fail', 1, { BREAKS: '3' }, runInside],
  ] as const)('give a run that passes by the same verdict: %s', async (verdict, status, env, runner) => {
    const run = await proxied(env, runner)
    const live = reportOf(run)
    expect([run.status, live.verdict]).toEqual([status, verdict])
    for (const file of ['journal.ndjson', 'exchanges.har']) {
      const judged = await runInside(['judge', join(run.dir, file)])
      const recorded = reportOf(judged)
      expect([judged.status, recorded.verdict, recorded.cause]).toEqual([status, verdict, live.cause])
      expect(recorded.findings).toEqual(live.findings)
    }
  })
})
