import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { assumedBy, sayAssumptions } from '../../src/report/assumptions.js'
import type { Report } from '../../src/report/report.js'
import { profiles } from '../../src/specification/profile.js'
import { loadCatalogue } from '../../src/words/catalogue.js'
import { finding, report } from '../browser/samples.js'
import { newFolder, removeFolders, runInside } from './tool.js'

afterAll(removeFolders)

/** A folder of kept runs, one a day, each with the findings that are named. */
function keptRuns(nights: readonly (readonly string[])[], over: Partial<Report['run']> = {}): string {
  const folder = newFolder()
  for (const [at, names] of nights.entries()) {
    const findings = names.map((name) =>
      finding({ requirement: 'lists/limit', fingerprint: name, message: name }),
    )
    const startedAt = `2026-07-0${at + 1}T03:00:00.000Z`
    keep(folder, report({ findings }, { id: `night-${at}`, command: 'contract', startedAt, ...over }))
  }
  return folder
}

function keep(folder: string, kept: Report): void {
  mkdirSync(join(folder, kept.run.id), { recursive: true })
  writeFileSync(join(folder, kept.run.id, 'report.json'), JSON.stringify(kept))
}

describe('compare of a folder of runs', { timeout: 40_000 }, () => {
  it('writes the runs side by side as a page', async () => {
    const folder = keptRuns([['kept', 'left'], ['kept'], ['kept']])
    const { status, out, err } = await runInside(['compare', folder, '--page', 'nights.html'], {
      cwd: folder,
    })
    expect([status, out]).toEqual([0, expect.stringContaining('■■■')])
    expect(err).toContain('nights.html')
    const page = readFileSync(join(folder, 'nights.html'), 'utf8')
    expect(page).toContain('"standings":["there","gone","gone"]')
    expect(page).toContain('"run":{"id":"night-2"')
  })

  it('says on the page what was assumed in the language of its reader, not in that of the run', async () => {
    const profile = profiles.bling
    const en = await loadCatalogue('en')
    const assumed = assumedBy(profile, en)
    const told = { assumptions: sayAssumptions(assumed, { catalogue: en, lang: 'en' }), assumed }
    const folder = keptRuns([[], []], told)
    await runInside(['compare', folder, '--page', 'nights.html', '--lang', 'pt-BR'], { cwd: folder })
    const page = readFileSync(join(folder, 'nights.html'), 'utf8')
    const said = sayAssumptions(assumed, { catalogue: await loadCatalogue('pt-BR'), lang: 'pt-BR' })
    for (const [i, sentence] of said.entries()) {
      expect(page).toContain(JSON.stringify(sentence).slice(1, -1))
      expect(page).not.toContain(JSON.stringify(told.assumptions[i]).slice(1, -1))
    }
  })

  it('says which folders hold no report', async () => {
    const folder = keptRuns([[], []])
    mkdirSync(join(folder, 'empty'))
    const { status, err } = await runInside(['compare', folder])
    expect([status, err]).toEqual([0, expect.stringContaining('hold no report: empty')])
  })

  it.each([
    ['a run', 'night-0', 'is a single run. Name a second one'],
    ['a run that was killed', 'killed', 'is a single run. Name a second one'],
    ['a folder of runs that were killed', 'all-killed', '`homologa report all-killed/one`'],
    ['an empty folder', 'empty', 'is not a folder of runs'],
    ['nothing', 'none', 'is not a folder of runs'],
  ])('says what to name instead of %s', async (_, name, sentence) => {
    const folder = keptRuns([[], []])
    for (const one of ['killed', 'empty', 'all-killed/one']) mkdirSync(join(folder, one), { recursive: true })
    for (const one of ['killed', 'all-killed/one']) writeFileSync(join(folder, one, 'journal.ndjson'), '')
    const { status, err } = await runInside(['compare', name], { cwd: folder })
    expect([status, err]).toEqual([2, expect.stringContaining(sentence)])
  })

  it('fails where the newest run has an error that the one before had not', async () => {
    const { status } = await runInside(['compare', keptRuns([[], [], ['new']])])
    expect(status).toBe(1)
  })

  it('ends with 2 where the page cannot be written', async () => {
    const folder = keptRuns([[], []])
    const { status, err } = await runInside(['compare', folder, '--page', 'no/where.html'], { cwd: folder })
    expect([status, err]).toEqual([2, expect.stringContaining('where.html')])
    execFileSync('mkfifo', [join(folder, 'pipe.html')])
    const piped = await runInside(['compare', folder, '--page', 'pipe.html'], { cwd: folder })
    expect([piped.status, piped.err]).toEqual([2, expect.stringContaining('pipe.html')])
  })
})

describe('compare of two runs', { timeout: 40_000 }, () => {
  const nights = (...names: (readonly string[])[]) => {
    const folder = keptRuns(names)
    return ['compare', join(folder, 'night-0'), join(folder, 'night-1')]
  }

  it.each([
    ['nothing changed', ['kept'], ['kept'], 0, 'Still there (1)'],
    ['what was there is gone', ['kept', 'left'], ['kept'], 0, 'Fixed (1)'],
    ['an error is new', ['kept'], ['kept', 'new'], 1, 'New (1)'],
  ])(
    'ends with the status that says whether something got worse: %s',
    async (_name, before, after, status, told) => {
      const run = await runInside(nights(before, after))
      expect([run.status, run.out]).toEqual([status, expect.stringContaining(told)])
    },
  )

  it('ends with 0 where what is new is a warning alone', async () => {
    const folder = newFolder()
    const warning = finding({ requirement: 'lists/limit', severity: 'warning' })
    keep(folder, report({ findings: [] }, { id: 'before' }))
    keep(folder, report({ findings: [warning] }, { id: 'after' }))
    const { status, out } = await runInside(['compare', join(folder, 'before'), join(folder, 'after')])
    expect([status, out]).toEqual([0, expect.stringContaining('New (1)')])
  })

  it('takes the run that a text names as the latest, where links cannot be made', async () => {
    const [command = '', before = '', after = ''] = nights(['kept', 'left'], ['kept'])
    const latest = join(after, '..', 'latest')
    writeFileSync(latest, 'night-1\n')
    const { status, out } = await runInside([command, before, latest])
    expect([status, out]).toEqual([0, expect.stringContaining('Fixed (1)')])
  })

  it('ends with 2 where one of them is no run', async () => {
    const [command = '', before = ''] = nights([], [])
    const { status, err } = await runInside([command, before, 'nowhere'])
    expect([status, err]).toEqual([2, expect.stringContaining("'nowhere'")])
  })

  it('says how to write the reports of one that has a journal alone', async () => {
    const [command = '', before = '', after = ''] = nights([], [])
    unlinkSync(join(after, 'report.json'))
    writeFileSync(join(after, 'journal.ndjson'), '')
    const { status, err } = await runInside([command, before, after])
    expect([status, err]).toEqual([2, expect.stringContaining(`\`homologa report ${after}\``)])
    const named = await runInside([command, before, join(after, 'report.json')])
    expect(named.err).toContain('There is no run')
  })

  it('speaks the reader’s language, whatever the runs were told in', async () => {
    const folder = newFolder()
    const longer = finding({
      requirement: 'lists/limit',
      code: 'lists/limit:longer',
      fingerprint: 'f',
      message: 'too long',
      values: { limite: 2, count: 3 },
    })
    keep(folder, report({ findings: [] }, { id: 'before' }))
    keep(folder, report({ findings: [longer] }, { id: 'after' }))
    const { out } = await runInside([
      'compare',
      join(folder, 'before'),
      join(folder, 'after'),
      '--lang',
      'pt-BR',
    ])
    expect(out).toContain('A página tem mais registros do que `limite`: 3, e não no máximo 2.')
    expect(out).not.toMatch(/\b(pass|fail|too long)\b/)
  })
})
