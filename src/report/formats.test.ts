import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { type CTRFReport, validate } from 'ctrf'
import { afterAll, describe, expect, it } from 'vitest'
import { growth, LINEAR } from '../../test/growth.js'
import { fileChunks } from '../exchange/journal.js'
import { readHarFrom } from '../exchange/read-har.js'
import type { Judgement } from '../rules/finding.js'
import { langs, loadCatalogue } from '../words/catalogue.js'
import { buildReport, buildReportOfRuns } from './build-report.js'
import { ctrfOf } from './ctrf.js'
import { renderMarkdown } from './markdown.js'
import { collectPageData } from './page-data-of.js'
import { type Report, reportJsonSchema, reportSchema } from './report.js'
import { exchange, exchanges, finding, HOSTILE, header, judgements, meta } from './sample-run.fixture.js'
import { formatNames, formats, pointLatestTo, type ReportedRun, writeReports } from './write-reports.js'

const folder = mkdtempSync(join(tmpdir(), 'homologa-reports-'))
afterAll(() => rmSync(folder, { recursive: true }))
let runs = 0
const freshPath = () => join(folder, `run-${++runs}`)

async function reported(judgement: Judgement, lang: (typeof langs)[number] = 'en'): Promise<ReportedRun> {
  const catalogue = await loadCatalogue(lang)
  return {
    report: buildReport(meta, judgement, { catalogue, lang }),
    judgement,
    header,
    catalogue,
    exchanges: () => exchanges,
    repeatCommand: 'npx homologa check',
    renderPage: (data) => `<html>${JSON.stringify(data).length}</html>`,
  }
}

const cases = Object.entries(judgements).flatMap(([name, judgement]) =>
  langs.map((lang) => ({ name, judgement, lang })),
)

const publishedSchema = JSON.parse(
  readFileSync(new URL('../../schema/report.schema.json', import.meta.url), 'utf8'),
) as object
const ajv = new Ajv2020({ strict: false })
addFormats.default(ajv)
const isReport = ajv.compile(publishedSchema)

describe('every report', () => {
  it.each(cases)(
    'of a run with verdict $name keeps the published schema, in $lang',
    async ({ judgement, lang }) => {
      const { report } = await reported(judgement, lang)
      const text = await formats['report.json'](await reported(judgement, lang))
      expect(reportSchema.parse(report)).toEqual(report)
      expect(isReport(JSON.parse(text)), ajv.errorsText(isReport.errors)).toBe(true)
    },
  )

  it.each(cases)(
    'of a run with verdict $name shows no control character in any text, in $lang',
    async ({ judgement, lang }) => {
      const run = await reported(judgement, lang)
      for (const name of ['junit.xml', 'summary.md'] as const) {
        expect(formats[name](run)).not.toMatch(
          /[^\P{Cc}\n]|[\u202e\ufffe]|[\ud800-\udbff](?![\udc00-\udfff])/u,
        )
      }
    },
  )

  it.each(cases)(
    'of a run with verdict $name leaves no code unsaid, in $lang',
    async ({ judgement, lang }) => {
      const { report } = await reported(judgement, lang)
      const said = [
        report.cause ?? '',
        ...report.findings.flatMap(({ message, hint, expected }) => [message, hint, expected]),
      ]
      for (const text of said) expect(text).not.toMatch(/\{\w+\}|undefined/)
    },
  )
})

describe('the schema', () => {
  it('that is published is the one of the code; else run `node scripts/generate-schema.mjs`', () => {
    expect(publishedSchema).toEqual(JSON.parse(JSON.stringify(reportJsonSchema())))
  })

  it('refuses what is no report', () => {
    expect(isReport({ schemaVersion: 1, verdict: 'green' })).toBe(false)
  })
})

describe('a report', () => {
  it('begins with the root cause and goes on in the order of happening', async () => {
    const nowhere = finding({
      requirement: 'homologation/complete',
      severity: 'warning',
      exchange: null,
      fingerprint: 'f4',
    })
    const { report } = await reported({
      ...judgements.fail,
      findings: [nowhere, ...judgements.fail.findings],
    })
    expect(report.findings.map(({ fingerprint }) => fingerprint)).toEqual(['f1', 'f3', 'f2', 'f4'])
    expect(report.cause).toBe(report.findings[0]?.message)
  })

  it('says why a step was not reached, and of others nothing', async () => {
    const { report } = await reported(judgements.fail)
    expect(report.steps.map(({ reason }) => reason)).toEqual([
      undefined,
      undefined,
      undefined,
      expect.stringContaining('step 3'),
      expect.stringContaining('step 3'),
    ])
  })

  it('says every reason in words', async () => {
    const [first, ...rest] = judgements.fail.steps
    if (!first) throw new Error('a step')
    const { report } = await reported({
      ...judgements.fail,
      steps: [{ ...first, verdict: 'not-reached', reason: 'report.notReached.lost' }, ...rest],
      coverage: {
        requirements: { tested: [], untested: [{ id: 'auth/https', reason: 'review.untested.open' }] },
        routes: { exercised: [], notExercised: [{ route: 'GET /nfe', reason: 'step-not-reached' }] },
      },
    })
    const { requirements, routes } = report.coverage
    const [step, requirement, route] = [report.steps, requirements.untested, routes.notExercised].map(
      ([one]) => one?.reason,
    )
    expect(step).toContain('of which entries cannot be read')
    expect(requirement).toContain('not decided yet')
    expect(route).toContain('did not come to this step')
  })

  it('of several runs has the worst verdict and says of each finding whose it is', async () => {
    const catalogue = await loadCatalogue('en')
    const watched = [judgements.pass, judgements.incomplete, judgements.fail].map((judgement, i) => ({
      judgement,
      session: `s${i}`,
    }))
    const report = buildReportOfRuns(meta, watched, { catalogue, lang: 'en' })
    expect([report.verdict, report.steps[2]?.verdict, report.cause]).toEqual([
      'fail',
      'fail',
      report.runs?.[2]?.cause,
    ])
    expect(report.runs?.map(({ verdict }) => verdict)).toEqual(['pass', 'incomplete', 'fail'])
    expect(new Set(report.findings.map(({ run }) => run))).toEqual(new Set([3]))
    expect(isReport(JSON.parse(JSON.stringify(report)))).toBe(true)
    expect(buildReportOfRuns(meta, [], { catalogue, lang: 'en' }).verdict).toBe('incomplete')
    expect(buildReportOfRuns(meta, watched.slice(0, 2), { catalogue, lang: 'en' }).verdict).toBe('incomplete')
  })

  it('with a code that the catalogue does not know says the code', async () => {
    const unknown = finding({ code: 'homologation/order:of-tomorrow' as never })
    const { report } = await reported({ ...judgements.fail, cause: unknown, findings: [unknown] })
    expect(report.cause).toBe('homologation/order:of-tomorrow')
  })
})

describe('junit.xml', () => {
  it.each(cases)(
    'of a run with verdict $name is well-formed, its counts are true, in $lang',
    async ({ judgement, lang }) => {
      const xml = formats['junit.xml'](await reported(judgement, lang))
      expect(flawOf(xml)).toBeNull()
      for (const [attribute, element] of [
        ['tests', 'testcase'],
        ['failures', 'failure'],
        ['errors', 'error'],
        ['skipped', 'skipped'],
      ] as const) {
        const counted = xml.match(new RegExp(`<${element}[ />]`, 'g'))?.length ?? 0
        expect(xml).toMatch(new RegExp(`<testsuite [^>]*\\b${attribute}="${counted}"`))
      }
    },
  )

  it('has a case for each step, skipped ones with their reason, and one for an error without a step', async () => {
    const xml = formats['junit.xml'](await reported(judgements.fail))
    expect(xml.match(/<testcase /g)).toHaveLength(6)
    expect(xml.match(/<skipped message="[^"]*step 3[^"]*"\/>/g)).toHaveLength(2)
    expect(xml).toContain('homologation/complete')
  })

  it('of an incomplete run is not green', async () => {
    expect(formats['junit.xml'](await reported(judgements.incomplete))).toContain('<error ')
  })

  it('tells a failure whole', async () => {
    const run = await reported({ ...judgements.fail, steps: judgements.pass.steps })
    const xml = formats['junit.xml'](run)
    const [first] = run.report.findings
    for (const part of ['message', 'expected', 'actual', 'clause'] as const)
      expect(xml).toContain(first?.[part])
  })
})

describe('ctrf-report.json', () => {
  it.each(cases)(
    'of a run with verdict $name is valid, and has the cases of junit.xml, in $lang',
    async (one) => {
      const run = await reported(one.judgement, one.lang)
      const ctrf = JSON.parse(formats['ctrf-report.json'](run)) as CTRFReport
      expect(validate(ctrf)).toEqual({ valid: true, errors: [] })
      const { summary, tests } = ctrf.results
      for (const status of ['passed', 'failed', 'skipped'] as const)
        expect(summary[status]).toBe(tests.filter((test) => test.status === status).length)
      const xml = formats['junit.xml'](run)
      expect(tests).toHaveLength(xml.match(/<testcase /g)?.length ?? 0)
      expect(summary.failed).toBe(xml.match(/<(failure|error) /g)?.length ?? 0)
    },
  )

  it('tells a failure whole', async () => {
    const { report, ...run } = await reported({ ...judgements.fail, steps: judgements.pass.steps })
    const { tests } = ctrfOf(report, run.catalogue).results
    const [first] = report.findings
    const failed = tests.find(({ status }) => status === 'failed')
    expect(failed).toMatchObject({ message: first?.message, tags: [first?.requirement] })
    expect(failed?.trace).toContain(first?.hint)
  })
})

describe('summary.md', () => {
  it('names each place once, however often it was called', async () => {
    const [finding] = judgements.fail.findings
    if (!finding) throw new Error('a finding')
    const at = (route: string | null, exchange: string) => ({ route, step: null, exchange })
    const places = [
      at('GET /contatos', 'e7'),
      at('GET /contatos', 'e8'),
      at(null, 'e9'),
      at('GET /nfe', 'e10'),
      { ...at(null, 'e11'), step: 'homologation/4' },
    ]
    const judgement = { ...judgements.fail, findings: [{ ...finding, places }] }
    const line = formats['summary.md'](await reported(judgement))
      .split('\n')
      .find((one) => one.includes('`e9`'))
    expect(line).toMatch(/^- 6 .*: `[^`]+`, `GET \/contatos`, `e9`, `GET \/nfe`, `homologation\/4`$/)
  })

  it('says how often the whole operation was repeated', async () => {
    const { report, catalogue } = await reported(judgements.pass)
    const summary = (repeats: number) =>
      renderMarkdown({ ...report, run: { ...report.run, repeats } }, catalogue)
    expect(summary(1)).toContain('- Whole operation repeated: 1\n')
    expect(summary(0)).not.toContain('repeated')
  })

  it('tells of many steps those that did not pass, of many findings the first, and how many more', async () => {
    const many = judgementOf(300)
    const { report, catalogue } = await reported(many)
    const summary = (change: Partial<Report>) => renderMarkdown({ ...report, ...change }, catalogue)
    const steps = report.steps.map((step, i) => (i === 250 ? { ...step, verdict: 'fail' as const } : step))
    expect(summary({ steps })).toMatch(/## Steps\n\n(?:\|.*\n){2}\| . s\/250 .*\n\n… and 299 more/)
    expect(summary({})).toContain('## Steps\n\n… and 300 more')
    expect(summary({})).toContain('… and 10 more')
    expect(summary({ run: { ...report.run, command: 'contract' } })).not.toContain('## Steps')
  })

  it('keeps its tables, whatever the texts', async () => {
    for (const judgement of Object.values(judgements)) {
      const text = formats['summary.md'](await reported(judgement))
      for (const table of text.split('\n\n').filter((part) => part.startsWith('|'))) {
        const columns = table.split('\n').map((row) => row.replaceAll('\\|', '').split('|').length)
        expect(new Set(columns).size).toBe(1)
      }
    }
  })

  it('lets no text of a stranger become HTML, a heading, a link or a mention', async () => {
    const text = formats['summary.md'](await reported(judgements.hostile))
    const outsideCode = text.replace(/(`+)[^\n]*?\1/g, '')
    expect(outsideCode).not.toMatch(/<script|<!--|[^\\]\]\(javascript|@all/)
    expect(text.split('\n').filter((line) => line.startsWith('# '))).toHaveLength(1)
  })
})

describe('the files of a run', () => {
  it('are those of the design, whole, and none besides', async () => {
    const dir = freshPath()
    const paths = await writeReports(dir, await reported(judgements.fail))
    expect(readdirSync(dir).sort()).toEqual([
      'ctrf-report.json',
      'exchanges.har',
      'junit.xml',
      'report.html',
      'report.json',
      'summary.md',
    ])
    expect(paths).toHaveLength(6)
    const har = await readHarFrom(fileChunks(join(dir, 'exchanges.har')))
    const read = []
    for await (const one of har.exchanges) read.push(one)
    expect(read).toHaveLength(exchanges.length)
    expect(read[0]).toEqual(exchanges[0])
  })

  it('do without the page where nobody renders it', async () => {
    const dir = freshPath()
    const { renderPage: _, ...run } = await reported(judgements.pass)
    await writeReports(dir, run)
    expect(readdirSync(dir)).not.toContain('report.html')
  })

  it.each(['report.json', 'exchanges.har'])(
    'are whole, or not there, where %s cannot be written',
    async (name) => {
      const dir = freshPath()
      mkdirSync(join(dir, name, 'held'), { recursive: true })
      const writing = writeReports(dir, await reported(judgements.fail))
      await expect(writing).rejects.toMatchObject({ path: join(dir, name) })
      const others = formatNames.concat('exchanges.har' as never).sort()
      expect(readdirSync(dir).sort()).toEqual(others)
      const { verdict } = JSON.parse(
        readFileSync(join(dir, name === 'report.json' ? 'exchanges.har' : 'report.json'), 'utf8'),
      )
      expect(verdict).toBe(name === 'report.json' ? undefined : 'fail')
    },
  )

  it('replace those of an earlier run', async () => {
    const dir = freshPath()
    await writeReports(dir, await reported(judgements.fail))
    await writeReports(dir, await reported(judgements.pass))
    expect(JSON.parse(readFileSync(join(dir, 'report.json'), 'utf8'))).toMatchObject({ verdict: 'pass' })
  })

  it('are as many as there are formats and the recording', () => {
    expect([...formatNames]).toEqual([
      ...['report.json', 'report.html', 'junit.xml', 'ctrf-report.json', 'summary.md'],
    ])
  })
})

describe('latest', () => {
  it('names the newest run, and the next one after it', async () => {
    const parent = freshPath()
    for (const name of ['a', 'b']) {
      mkdirSync(join(parent, name), { recursive: true })
      await pointLatestTo(join(parent, name))
      expect(readlinkSync(join(parent, 'latest'))).toBe(name)
    }
    expect(readdirSync(parent).sort()).toEqual(['a', 'b', 'latest'])
  })

  it('leaves a folder of that name alone', async () => {
    const parent = freshPath()
    mkdirSync(join(parent, 'latest', 'mine'), { recursive: true })
    await pointLatestTo(join(parent, 'a'))
    expect(readdirSync(join(parent, 'latest'))).toEqual(['mine'])
    expect(readdirSync(parent)).toEqual(['latest'])
  })

  it('replaces a link that leads nowhere', async () => {
    const parent = freshPath()
    mkdirSync(join(parent, 'a'), { recursive: true })
    symlinkSync('gone', join(parent, 'latest'))
    await pointLatestTo(join(parent, 'a'))
    expect(lstatSync(join(parent, 'latest')).isSymbolicLink()).toBe(true)
    expect(readlinkSync(join(parent, 'latest'))).toBe('a')
  })
})

describe('the page of a very long run', () => {
  it('is given what steps and findings name, and the first ones, in bounded size', async () => {
    const many = Array.from({ length: 3000 }, (_, i) => exchange(`e${i + 10}`, 'x'.repeat(50_000)))
    const last = exchange('e9999')
    const run = await reported({ ...judgements.fail, findings: [finding({ exchange: 'e9999' })] })
    const data = await collectPageData({ ...run, exchanges: () => [...many, last] })
    expect(data.exchanges.at(-1)?.id).toBe('e9999')
    expect(data.exchanges.length + data.exchangesLeftOut).toBe(3001)
    expect(JSON.stringify(data).length).toBeLessThan(3_000_000)
  })
})

it('the page is given every exchange that a step names, also if failed steps come before', async () => {
  const run = await reported(judgements.fail)
  const steps = Array.from({ length: 1800 }, (_, i) => ({
    ...(run.report.steps[0] as Report['steps'][number]),
    verdict: i < 1000 ? ('fail' as const) : ('pass' as const),
    exchanges: [`e${i + 1}`],
  }))
  const long = 'x'.repeat(19_000)
  const all = steps.flatMap(({ exchanges: ids }) => ids.map((id) => exchange(id, long)))
  const report = { ...run.report, steps, findings: [] }
  const data = await collectPageData({ ...run, report, exchanges: () => all })
  expect(data.exchangesLeftOut).toBe(0)
})

describe('a run of ten thousand steps', () => {
  it('is reported in every format, in time that grows with it and in bounded size', async () => {
    const written = async (steps: number) => {
      const run = await reported(judgementOf(steps))
      return Promise.all(formatNames.map(async (name) => (await formats[name](run))?.length ?? 0))
    }
    for (const size of await written(10_000)) expect(size).toBeLessThan(5_000_000)
    expect(await growth(written, 2_500)).toBeLessThan(LINEAR)
  })
})

function judgementOf(steps: number): Judgement {
  const [step] = judgements.pass.steps
  const all = Array.from({ length: steps }, (_, i) => ({
    ...step,
    id: `s/${i}`,
    number: null,
    route: 'GET /x',
  }))
  const findings = Array.from({ length: steps / 5 }, (_, i) =>
    finding({ step: `s/${i * 5}`, fingerprint: `g${i}`, values: { path: `$.f${i}` } }),
  )
  return { ...judgements.fail, steps: all, findings } as unknown as Judgement
}

/** The first thing that makes a text no well-formed XML, or null. */
function flawOf(xml: string): string | null {
  const open: string[] = []
  const body = xml.replace(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n/, '')
  const token = /<(\/?)([a-z-]+)((?:\s+[a-z]+="[^"<]*")*)\s*(\/?)>|([^<]+)/gy
  while (token.lastIndex < body.length) {
    const at = token.lastIndex
    const match = token.exec(body)
    if (!match) return body.slice(at, at + 80)
    const [, closes, name = '', attributes = '', empty, text = ''] = match
    if (/&(?!(?:amp|lt|gt|quot|apos|#\d+);)/.test(attributes + text) || text.includes(']]>'))
      return text || attributes
    if (closes && open.pop() !== name) return `</${name}>`
    if (name && !closes && !empty) open.push(name)
  }
  return open.length === 0 ? null : open.join(' ')
}

it('the hostile text is as hostile as it should be', () => {
  expect(HOSTILE.match(/\p{Cc}/gu)?.length).toBeGreaterThan(5)
})
