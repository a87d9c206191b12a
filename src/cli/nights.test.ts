import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Report, reportSchema } from '../report/report.js'
import { runTool } from './run-tool.fixture.js'

let cwd: string
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'homologa-nights-'))
})
afterEach(() => rmSync(cwd, { recursive: true, force: true }))

/** Runs the tool in the folder of the test. A word list may hold blanks within a word. */
const homologa = (words: string | readonly string[], env: Record<string, string> = {}) =>
  runTool(typeof words === 'string' ? words.split(' ') : words, { env, cwd })

const file = (...path: string[]) => readFileSync(join(cwd, ...path), 'utf8')
const report = (dir: string): Report => reportSchema.parse(JSON.parse(file(dir, 'report.json')))

const night = (words = '') => homologa(`contract depositos --fault errors-as-html${words}`)
const accept = (...words: string[]) => homologa(['accept', ...words])

describe('homologa accept', () => {
  it('writes a finding that the next night reads without a flag, and that then fails nothing', async () => {
    expect((await night(' --report-dir first')).status).toBe(1)
    const { fingerprint = '', message } = report('first').findings[0] ?? {}
    const written = await accept(fingerprint, '--until', '2999-01-31', '--reason', 'announced: "May" # 812')
    expect([written.status, written.err]).toEqual([0, expect.stringContaining('homologa.accept.yaml')])
    expect(file('homologa.accept.yaml')).toContain(`${message}`)
    const next = await night(' --report-dir next')
    expect([next.status, next.err]).toEqual([0, expect.stringContaining('homologa.accept.yaml')])
    const acceptance = { reason: 'announced: "May" # 812', expires: '2999-01-31' }
    expect(report('next').accepted).toMatchObject([{ fingerprint, acceptance }])
  })

  it('keeps the comments and entries of the file, and gives a finding that it holds the new day and reason', async () => {
    await night(' --report-dir first')
    const { fingerprint = '' } = report('first').findings[0] ?? {}
    writeFileSync(
      join(cwd, 'ours.yaml'),
      `# ours\naccepted:\n  - requirement: drift/* # all\n    reason: r\n    expires: 2030-01-01\n  - {fingerprint: ${fingerprint}, reason: old, expires: 2020-01-01}\n`,
    )
    const words = ['--reason', 'new', '--accept', 'ours.yaml']
    expect((await accept(fingerprint, '--until', '2999-01-31', ...words)).status).toBe(0)
    const text = file('ours.yaml')
    expect(text).toMatch(/^# ours\naccepted:\n {2}- requirement: drift\/\* # all\n/)
    expect([text.split(fingerprint).length, text.includes('old'), text.includes('2999-01-31')]).toEqual([
      2,
      false,
      true,
    ])
    expect((await night(' --accept ours.yaml')).status).toBe(0)
  })

  it.each([
    ['no run is kept', [], 'contract run'],
    ['the newest run has no such finding', ['000000000000', '--until', '2999-01-31'], '000000000000'],
    ['the day is none', ['FOUND', '--until', '2026-02-30'], '2026-02-30'],
    ['the day is over', ['FOUND', '--until', '2020-01-01'], '2020-01-01'],
    ['no day is given', ['FOUND'], '--until'],
    ['no reason is given', ['FOUND', '--until', '2999-01-31', 'NONE'], '--reason'],
    ['the reason is empty', ['FOUND', '--until', '2999-01-31', '--reason', ''], '--reason'],
  ])('writes nothing and ends with 2 where %s', async (what, given, named) => {
    if (what !== 'no run is kept') await night(' --report-dir first')
    const known = what === 'no run is kept' ? 'a' : (report('first').findings[0]?.fingerprint ?? '')
    const words = given.length === 0 ? [known, '--until', '2999-01-31'] : given
    const reason = words.some((word) => word === '--reason' || word === 'NONE') ? [] : ['--reason', 'r']
    const own = words.filter((word) => word !== 'NONE').map((word) => (word === 'FOUND' ? known : word))
    const { status, err } = await accept(...own, ...reason)
    expect([status, err]).toEqual([2, expect.stringContaining(named)])
    expect(() => file('homologa.accept.yaml')).toThrow('ENOENT')
  })
})

const three = '--fault errors-as-html --fault reads-as-html --fault page-repeats-record'
const contract = (words: string, env = {}) => homologa(`contract depositos contatos ${words}`, env)
const told = ({ since, code }: Report['findings'][number]) => `${since} ${code}`
const problems = (dir: string) => report(dir).findings.filter(({ severity }) => severity === 'error')
/** The names of the cases of a junit.xml that fail. */
const failing = (dir: string) =>
  [...file(dir, 'junit.xml').matchAll(/<testcase [^>]*name="(\S+)[^"]*"[^>]*>\s*<failure/g)].map(
    ([, name]) => name,
  )

describe('a night that is compared with an earlier one', () => {
  it('counts verdict, new, known and fixed in the outputs of a GitHub step', async () => {
    await contract(`${three} --report-dir first`)
    await contract(
      '--fault errors-as-html --fault page-repeats-record --fault reads-answer-500 --against last --report-dir second',
      { GITHUB_OUTPUT: join(cwd, 'output') },
    )
    expect(file('output')).toBe('verdict=fail\nnew=1\nknown=3\nfixed=1\n')
    expect(report('second').against).toMatchObject({ run: report('first').run.id, failOn: 'any' })
  })

  it('fails under --fail-on new for new errors alone, in every file', async () => {
    await contract(`${three} --report-dir first`)
    const same = await contract(`${three} --against last --fail-on new --report-dir same`)
    expect([same.status, report('same').verdict, report('same').cause]).toEqual([0, 'pass', null])
    expect([problems('same').map(({ since }) => since), failing('same')]).toEqual([
      ['known', 'known', 'known', 'known'],
      [],
    ])
    const more = await contract(`${three} --fault reads-answer-500 --fail-on new --report-dir more`)
    const [fresh] = problems('more').filter(({ since }) => since === 'new')
    expect([more.status, report('more').cause]).toEqual([1, fresh?.message])
    expect(failing('more')).toEqual(['contatos/read'])
  })

  it.each([
    ['report', 'same', 'same'],
    ['judge', 'same/journal.ndjson', 'again'],
    ['judge', 'same/exchanges.har', 'again'],
  ])('is judged the same again by %s %s', async (command, given, dir) => {
    await contract(`${three} --report-dir first`)
    const fewer = '--fault errors-as-html --fault page-repeats-record'
    await contract(`${fewer} --against last --fail-on new --report-dir same`)
    const before = report('same')
    expect(before.fixed).toHaveLength(1)
    const again = await homologa([
      command,
      given,
      '--lang',
      'pt',
      ...(dir === 'again' ? ['--report-dir', dir] : []),
    ])
    const { against, cause, findings, fixed, verdict } = report(dir)
    expect([again.status, verdict, cause, against]).toEqual([0, 'pass', null, before.against])
    expect(findings.map(told)).toEqual(before.findings.map(told))
    expect(fixed?.map(({ code }) => code)).toEqual(before.fixed?.map(({ code }) => code))
    expect(fixed?.[0]?.message).not.toBe(before.fixed?.[0]?.message)
  })

  it('keeps its least extent when it is judged again', async () => {
    await contract(`${three} --report-dir first`)
    await contract(`${three} --fail-on new --min-routes 100 --report-dir few`)
    expect((await homologa('report few')).status).toBe(4)
    expect((await homologa('judge few/journal.ndjson')).status).toBe(4)
    expect((await homologa('report few --min-routes 1')).status).toBe(0)
  })

  it('does not pass under --fail-on new where it ended early or saw too little', async () => {
    await contract(`${three} --report-dir first`)
    const known = `${three} --fail-on new`
    expect((await contract(`${known} --budget 4`)).status).toBe(4)
    expect((await contract(`${known} --min-routes 100`)).status).toBe(4)
  })

  it('finds the last run of the same command that had a verdict: beside it, in its own folder, among the reports', async () => {
    await contract(`${three} --report-dir nights/1`)
    await contract('--min-routes 100 --report-dir nights/few')
    await homologa('check --spacing-ms 0 --report-dir nights/check')
    for (const dir of ['nights/2', 'nights/1']) {
      const { run } = report(dir === 'nights/2' ? 'nights/1' : 'nights/2')
      const { status } = await contract(`${three} --against last --fail-on new --report-dir ${dir}`)
      expect([status, report(dir).against?.startedAt]).toEqual([0, run.startedAt])
    }
    await contract(three)
    expect((await contract(`${three} --against last --fail-on new`)).status).toBe(0)
    expect((await contract(`${three} --against nights/1 --fail-on new`)).status).toBe(0)
  })

  it('takes everything for new where no earlier run is kept, and says so', async () => {
    const { status, err } = await contract(`${three} --fail-on new --report-dir first`)
    expect([status, err]).toEqual([1, expect.stringContaining('No earlier contract run')])
    expect(new Set(problems('first').map(({ since }) => since))).toEqual(new Set(['new']))
  })

  it('ends with 2 before anything is sent where --against names no run', async () => {
    const { status, err } = await contract('--against nowhere --report-dir first')
    expect([status, err]).toEqual([2, expect.stringContaining("'nowhere'")])
    expect(() => file('first/report.json')).toThrow('ENOENT')
  })

  it('gives a finding the same fingerprint over seeds, languages and services', async () => {
    const words = `${three} --fault read-without-id --write`
    await contract(`${words} --seed a --report-dir a`)
    await contract(`${words} --seed b --lang pt-BR --report-dir b`)
    const prints = (dir: string) =>
      report(dir)
        .findings.map((one) => `${one.code} ${one.fingerprint}`)
        .sort()
    expect(prints('b')).toEqual(prints('a'))
    expect(report('b').findings.map(told)).toContainEqual(expect.stringMatching(/^null /))
  })
})

interface Post {
  readonly path: string | undefined
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

/** A webhook that keeps what it gets. Without a status it never responds. */
async function webhook(status: number | null) {
  const posts: Post[] = []
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    posts.push({ path: request.url, headers: request.headers, text })
    if (status !== null) response.writeHead(status).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return {
    posts,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook?key=s3cr3t-value`,
    close,
  }
}

describe('contract --notify', () => {
  it('posts the new findings once, masked, and never shows the address of the webhook', async () => {
    const { posts, url, close } = await webhook(204)
    await contract(`${three} --report-dir first`)
    const more = `${three} --fault reads-answer-500 --against last --report-dir second --notify ${url}`
    const { out, err } = await contract(more)
    const same = await contract(`${three} --fault reads-answer-500 --against last --report-dir third`, {
      HOMOLOGA_NOTIFY: url,
    })
    close()
    expect(posts.map(({ path }) => path)).toEqual(['/hook?key=s3cr3t-value'])
    const body = JSON.parse(posts[0]?.text ?? '')
    const [fresh] = problems('second').filter(({ since }) => since === 'new')
    expect(body).toMatchObject({
      verdict: 'fail',
      headline: expect.stringContaining('1 new'),
      run: report('second').run.id,
    })
    expect(body.new).toEqual([
      expect.objectContaining({ fingerprint: fresh?.fingerprint, routes: [fresh?.route] }),
    ])
    const written = ['report.json', 'summary.md', 'journal.ndjson'].map((name) => file('second', name))
    for (const text of [out, err, same.out, ...written]) expect(text).not.toContain('s3cr3t-value')
  })

  it.each([
    ['slack', { text: expect.stringMatching(/4 problems[^<>]*\n• GET \/contatos/) }],
    ['teams', { type: 'message', attachments: [{ content: { type: 'AdaptiveCard' } }] }],
  ])('posts what %s shows', async (format, body) => {
    const { posts, url, close } = await webhook(200)
    await contract(`${three} --notify ${url} --notify-format ${format}`)
    close()
    expect(posts.map(({ text }) => JSON.parse(text))).toMatchObject([body])
  })

  it.each([
    ['refuses it', 500, 'HTTP 500'],
    ['never responds', null, 'timeout'],
  ])('only warns where the webhook %s', async (_, status, why) => {
    const { posts, url, close } = await webhook(status)
    const ended = await contract(`${three} --timeout-ms 300 --notify ${url}`)
    close()
    expect([ended.status, ended.err.includes(why), posts.length]).toEqual([1, true, 1])
  })
})

it('adds summary.md to the page of a GitHub job, once', async () => {
  writeFileSync(join(cwd, 'step.md'), 'before\n')
  await contract('--report-dir r', { GITHUB_STEP_SUMMARY: join(cwd, 'step.md') })
  expect(file('step.md')).toBe(`before\n${file('r/summary.md')}`)
})

describe('examine --env', () => {
  const printed = [
    '--',
    'node',
    '-e',
    'const {BLING_URL: a, ID: b} = process.env; console.log("<" + a + "|" + b + ">")',
  ]
  const examine = (...words: string[]) => homologa(['examine', '--no-page', ...words, ...printed])

  it('gives the command the settings under its own names', async () => {
    const { err } = await examine('--env', 'BLING_URL={baseUrl}/x', '--env', 'ID={clientId}-{clientSecret}')
    expect(err).toMatch(/<http:\/\/127\.0\.0\.1:\d+\/Api\/v3\/x\|[^-{}]+-[^{}]+>/)
  })

  it.each([
    ['en', true, 'your app │ <undefined'],
    ['pt', true, 'seu app │ <undefined'],
    ['en', false, '\n<undefined'],
  ])(
    'marks what the command prints on a terminal as the command’s (%s, %s)',
    async (lang, errIsTty, line) => {
      const words = ['examine', '--no-page', '--no-color', '--lang', lang, ...printed]
      expect((await runTool(words, { env: {}, cwd, errIsTty })).err).toContain(line)
    },
  )

  it('refuses a template with a name that it does not know, before anything starts', async () => {
    const { status, err } = await examine('--env', 'BLING_URL={baseURL}')
    expect([status, err]).toEqual([2, expect.stringContaining("Did you mean 'baseUrl'")])
  })
})
