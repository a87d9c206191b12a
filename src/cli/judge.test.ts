import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { runTool } from './run-tool.fixture.js'

const cwd = mkdtempSync(join(tmpdir(), 'homologa-judge-'))
afterAll(() => rmSync(cwd, { recursive: true, force: true }))

function entry(url: string, at: number) {
  return {
    startedDateTime: new Date(Date.UTC(2026, 10, 21) + at).toISOString(),
    time: 20,
    request: { method: 'GET', url, httpVersion: 'HTTP/1.1', headers: [], queryString: [], cookies: [] },
    response: { status: 200, statusText: '', httpVersion: 'HTTP/1.1', headers: [], content: { text: '{}' } },
  }
}

function withoutBody(url: string, at: number) {
  const made = entry(url, at)
  return { ...made, response: { ...made.response, content: { size: 500, text: undefined } } }
}

const homologa = (...words: readonly string[]) => runTool(words, { cwd })

it('without a file says what to do', async () => {
  const { status, err } = await homologa('judge')
  expect(status).toBe(2)
  expect(err).toContain('take --page to judge in a browser')
})

it.each(['judge', 'report'])('takes no empty name for the working folder: %s', async (command) => {
  writeFileSync(join(cwd, 'journal.ndjson'), '')
  const { status, err } = await homologa(command, '')
  rmSync(join(cwd, 'journal.ndjson'))
  expect([status, err]).toEqual([2, expect.stringContaining("There is no run at ''. Name")])
})

it('of a file without homologation says how many entries it read, and what they were', async () => {
  const urls = [
    'https://erp.example/Api/v3/produtos/17',
    'https://erp.example/Api/v3/produtos/18',
    'https://cdn.example/a.js',
  ]
  const entries = urls.map((url, i) => entry(url, i * 1000))
  writeFileSync(join(cwd, 'x.har'), JSON.stringify({ log: { version: '1.2', creator: {}, entries } }))
  const { status, err } = await homologa('judge', 'x.har', '--report-dir', 'out')
  expect(status).not.toBe(0)
  expect(err).toContain("'x.har' holds no homologation: 3 entries were read")
  expect(err).toContain('\n  GET erp.example /Api/v3/produtos/… (2)\n  GET cdn.example /a.js (1)\n')
})

it('says of how many bodies only the beginning was kept, and how many the recording left out', async () => {
  const url = 'https://erp.example/Api/v3/homologacao/produtos'
  const responses = ['{"data":{}}', `{"data":"${'x'.repeat(2_000)}"}`]
  const entries = responses.map((text, i) => {
    const made = entry(url, i * 3_000)
    return { ...made, response: { ...made.response, content: { size: text.length, text } } }
  })
  writeFileSync(
    join(cwd, 'long.har'),
    JSON.stringify({ log: { version: '1.2', creator: {}, entries: [...entries, withoutBody(url, 6_000)] } }),
  )
  const { err } = await homologa('judge', 'long.har', '--report-dir', 'kept', '--max-body', '1000')
  expect(err).toContain('Of 1 body only the beginning was kept')
  expect(err).toContain('Of 1 body nothing was judged: the recording left it out.')
})

it('tells the bodies that the recording left out by themselves', async () => {
  const url = 'https://erp.example/Api/v3/contatos'
  const entries = [entry(url, 0), withoutBody(url, 0)]
  writeFileSync(join(cwd, 'bare.har'), JSON.stringify({ log: { version: '1.2', creator: {}, entries } }))
  const { err } = await homologa('judge', 'bare.har', '--report-dir', 'bare')
  expect(err).toContain('Of 1 body nothing was judged: the recording left it out.')
  expect(err).not.toContain('--timeout-ms')
})

it('leaves a folder that names the file it was made of, to whoever asks it for a journal', async () => {
  const entries = [entry('https://erp.example/Api/v3/contatos', 0)]
  writeFileSync(join(cwd, 'named.har'), JSON.stringify({ log: { version: '1.2', creator: {}, entries } }))
  const { status } = await homologa('judge', './named.har', '--report-dir', 'reports/named')
  const said = (folder: string) =>
    `'${folder}' holds no journal: \`judge\` wrote it from 'named.har', and leaves that where it lies. ` +
    'Judge it again, in any language: `homologa judge named.har`.\n'
  for (const folder of ['reports/named', 'reports/latest'])
    for (const command of ['report', 'judge'])
      expect(await homologa(command, folder)).toEqual({ status: 2, out: '', err: said(folder) })
  expect((await homologa('judge', 'named.har', '--report-dir', 'again')).status).toBe(status)
  const { run } = JSON.parse(readFileSync(join(cwd, 'reports/named/report.json'), 'utf8'))
  expect(run.recording).toBe('named.har')
})

it('says that a run of ours is judged under another profile than it was made under', async () => {
  await homologa('check', '--profile', 'bling', '--spacing-ms', '5', '--report-dir', 'made')
  const told = /made under the profile bling, and is judged under spec/
  expect((await homologa('judge', 'made', '--report-dir', 'own')).err).not.toMatch(told)
  expect((await homologa('judge', 'made', '--profile', 'bling', '--report-dir', 'named')).err).not.toMatch(
    told,
  )
  writeFileSync(join(cwd, '.env'), 'HOMOLOGA_PROFILE=spec\n')
  expect((await homologa('judge', 'made', '--report-dir', 'other')).err).toMatch(told)
  rmSync(join(cwd, '.env'))
})

it('changes of the profile that a run was made under what a flag says, and no more', async () => {
  await homologa('check', '--profile', 'bling', '--spacing-ms', '5', '--report-dir', 'bling')
  const { err } = await homologa(
    'judge',
    'bling',
    '--spacing-ms',
    '20',
    '--strict-shapes',
    '--report-dir',
    'respaced',
  )
  expect(err).not.toContain('made under the profile')
  const { run } = JSON.parse(readFileSync(join(cwd, 'respaced/report.json'), 'utf8'))
  expect(run.profile).toBe('bling')
  expect(run.assumptions).toContain('our own run waits 20 ms after each response')
})

it('judges by the interval that a flag names', async () => {
  await homologa('check', '--spacing-ms', '5', '--report-dir', 'swift')
  expect((await homologa('judge', 'swift', '--report-dir', 'as-made')).status).toBe(0)
  expect((await homologa('judge', 'swift', '--spacing-ms', '60000', '--report-dir', 'slower')).status).toBe(1)
})

it.each(['judge', 'report'])(
  'says that the run of a journal without an end was killed: %s',
  async (command) => {
    const told = /This journal has no end/
    await homologa('check', '--spacing-ms', '5', '--report-dir', 'ended')
    expect((await homologa(command, 'ended', '--report-dir', 'again')).err).not.toMatch(told)
    const lines = readFileSync(join(cwd, 'ended/journal.ndjson'), 'utf8').split('\n')
    writeFileSync(join(cwd, 'killed.ndjson'), `${lines.slice(0, 4).join('\n')}\n`)
    expect((await homologa(command, 'killed.ndjson', '--report-dir', 'again')).err).toMatch(told)
    const { notices } = JSON.parse(readFileSync(join(cwd, 'again/report.json'), 'utf8'))
    expect(notices).toContainEqual(expect.stringMatching(told))
    expect(readFileSync(join(cwd, 'again/summary.md'), 'utf8')).toMatch(
      /\*\*Note:\*\* This journal has no end/,
    )
  },
)

it('says of a recording in Latin-1 that it is read with gaps, and of one that breaks off that it does', async () => {
  const text = JSON.stringify({
    log: { entries: [entry('https://erp.example/Api/v3/produtos?nome=\xe3', 0)] },
  })
  writeFileSync(join(cwd, 'latin.har'), text, 'latin1')
  writeFileSync(join(cwd, 'cut.har'), text.slice(0, 10))
  const [latin, cut] = [
    await homologa('judge', 'latin.har', '--report-dir', 'latin'),
    await homologa('judge', 'cut.har'),
  ]
  const told = 'Entries of the recording with bytes that are not UTF-8: 1'
  expect(latin.err).toContain(told)
  expect(readFileSync(join(cwd, 'latin', 'report.json'), 'utf8')).toContain(told)
  expect([cut.status, cut.err]).toEqual([2, expect.stringContaining('breaks off before its first entry')])
})

it.each(['reports/latest', 'reports/latest/journal.ndjson'])(
  'judges the newest run that failed, although `latest` names the judgement afterwards: %s',
  async (file) => {
    expect((await homologa('check', '--fault', 'no-hash', '--spacing-ms', '0')).status).toBe(1)
    const { status, out } = await homologa('judge', file)
    expect([status, out]).toEqual([1, expect.stringContaining('homologation/hash-issued')])
  },
)
