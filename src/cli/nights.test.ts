import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { systemClock } from '../node/clock.js'
import { type Report, reportSchema } from '../report/report.js'
import { main } from './main.js'

let cwd: string
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'homologa-nights-'))
})
afterEach(() => rmSync(cwd, { recursive: true, force: true }))

/** Runs the tool in the folder of the test. A word list may hold blanks within a word. */
async function homologa(words: string | readonly string[], env: Record<string, string> = {}) {
  let out = ''
  let err = ''
  const status = await main(typeof words === 'string' ? words.split(' ') : words, {
    out: (text) => {
      out += text
    },
    err: (text) => {
      err += text
    },
    ...{ outIsTty: false, errIsTty: false, width: 100, env, cwd, clock: systemClock },
    signal: new AbortController().signal,
  })
  return { status, out, err }
}

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
