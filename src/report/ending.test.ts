import {
  isPluralElement,
  isSelectElement,
  type MessageFormatElement,
  parse,
} from '@formatjs/icu-messageformat-parser'
import { describe, expect, it } from 'vitest'
import { langs, loadCatalogue } from '../words/catalogue.js'
import { buildReport } from './build-report.js'
import type { ComparedLine } from './diff/compare-requests.js'
import { drawEnding, quietLine } from './ending.js'
import { wrap } from './look.js'
import type { Report, ReportFinding } from './report.js'
import { finding, HOSTILE, judgements, meta } from './sample-run.fixture.js'

const diff: readonly ComparedLine[] = [
  { part: 'line', mark: 'same', actual: 'POST /p', correct: 'POST /p' },
  { part: 'header', mark: 'extra', actual: 'x-more: 1', correct: null },
  { part: 'body', mark: 'changed', actual: '"nome": "a"', correct: '"nome": "b"' },
  { part: 'body', mark: 'missing', actual: null, correct: '"preco": 1' },
]

async function drawn(change: Partial<Report>, lines = diff, lang: (typeof langs)[number] = 'en', width = 80) {
  const catalogue = await loadCatalogue(lang)
  const report = { ...buildReport(meta, judgements.fail, { catalogue, lang }), ...change }
  const look = { catalogue, lang, width, colour: false }
  const run = {
    report,
    diff: lines,
    files: ['r/journal.ndjson', 'r/report.html'],
    repeatCommand: 'npx homologa check',
  }
  return {
    lines: drawEnding(run, look),
    quiet: quietLine(run, look),
    report,
    fix: catalogue.ui['ending.fix'],
  }
}

async function failing(requirement: string, variant = 'other') {
  const { report } = await drawn({})
  const [first] = report.findings
  const code = `${requirement}:${variant}`
  return {
    findings: first ? [{ ...first, requirement, code, severity: 'error' as const, consequenceOf: null }] : [],
  }
}

/** Every text that a message can become. Values stay their names. */
function textsOf(message: readonly MessageFormatElement[]): string[] {
  return message.reduce(
    (texts, part) => {
      const isChoice = isSelectElement(part) || isPluralElement(part)
      const ends = isChoice
        ? Object.values(part.options).flatMap(({ value }) => textsOf(value))
        : ['value' in part ? part.value : '1']
      return texts.flatMap((text) => ends.map((end) => text + end))
    },
    [''],
  )
}

const differing = (lines: readonly string[]) =>
  lines.filter((line) => /^ {4}[-+] /.test(line)).map((line) => line.trim())

it.each(langs)('the end of a run that never began quotes the last line of the client in %s', async (lang) => {
  const output = { command: 'app', status: 1, signal: null, lines: ['200', 'stop \u001b[2J', ' '] }
  const change = { verdict: 'incomplete' as const, cause: 'None came.', findings: [], fix: 'Begin.', output }
  const { lines, fix } = await drawn(change, [], lang)
  expect(lines.slice(2, 6)).toEqual([
    '  None came.',
    `  ${fix}: Begin.`,
    expect.stringMatching(/ 1\..*:$/),
    expect.stringMatching(/^ {4}> stop /),
  ])
  expect(lines.join('\n')).not.toContain('examine -- php')
})

describe('the end of a failing run', () => {
  it.each(langs.flatMap((lang) => [40, 80, 100].map((width) => [lang, width] as const)))(
    'in %s at %i columns has the fix among its last ten lines, and the report, explain and command after it',
    async (lang, width) => {
      const { lines, fix } = await drawn({}, diff, lang, width)
      const at = lines.findIndex((line) => line.startsWith(`  ${fix}: `))
      expect(lines.length).toBeLessThanOrEqual(19)
      expect(lines.length - at).toBeLessThanOrEqual(10)
      expect(lines.slice(-3).map((line) => line.trim().split(/ {2,}/)[1])).toEqual([
        'r/report.html',
        'npx homologa explain homologation/order',
        'npx homologa check',
      ])
    },
  )

  it.each([
    ['homologation/post-data', ['- "nome": "a"', '+ "nome": "b"', '+ "preco": 1']],
    ['homologation/hash-carried', ['- x-more: 1']],
    ['homologation/right-routes', ['- x-more: 1', '- "nome": "a"', '+ "nome": "b"', '+ "preco": 1']],
  ])('shows of the difference the part that %s is about', async (requirement, expected) => {
    const { lines } = await drawn(await failing(requirement))
    expect(differing(lines)).toEqual(expected)
  })

  it.each([
    ['in-address', ['- PUT /p?hash=1', '+ PUT /p']],
    ['in-body', ['- "nome": "a"', '+ "nome": "b"', '+ "preco": 1']],
  ])('shows of a hash the part that it was wrongly put %s', async (variant, expected) => {
    const line = { part: 'line', mark: 'changed', actual: 'PUT /p?hash=1', correct: 'PUT /p' } as const
    const { lines } = await drawn(await failing('homologation/hash-carried', variant), [...diff, line])
    expect(differing(lines)).toEqual(expected)
  })

  it('shows of a wrong order what was expected and what came, and nothing of what the request carried', async () => {
    const { lines } = await drawn(await failing('homologation/order', 'restarted'))
    expect(differing(lines)).toEqual([])
    expect(lines.some((line) => line.startsWith('    Expected  '))).toBe(true)
  })

  it('shows where two long lines differ', async () => {
    const correct = `PATCH http://127.0.0.1:39635/Api/v3/homologacao/produtos/${'1'.repeat(30)}/situacoes`
    const line = { part: 'line', mark: 'changed', actual: `${correct}/1`, correct } as const
    const { lines } = await drawn(await failing('homologation/right-routes'), [line])
    const kept = `7.0.0.1:39635/Api/v3/homologacao/produtos/${'1'.repeat(30)}/situacoes`.slice(-59)
    expect(differing(lines)).toEqual([`- PATCH http:/…${kept}/1`, `+ PATCH http:/…${kept}`])
    const early = { ...line, actual: `PUT ${'x'.repeat(80)}`, correct: `PATCH ${'x'.repeat(80)}` }
    const atOnce = await drawn(await failing('homologation/right-routes'), [early])
    expect(differing(atOnce.lines)).toEqual([`- PUT ${'x'.repeat(69)}…`, `+ PATCH ${'x'.repeat(67)}…`])
  })

  it('marks a fix that a narrow terminal has no room for', async () => {
    const { findings } = await failing('homologation/right-routes')
    const long = findings.map((one) => ({ ...one, hint: 'a word '.repeat(50) }))
    const { lines, fix } = await drawn({ findings: long }, [], 'en', 40)
    const at = lines.findIndex((line) => line.startsWith(`  ${fix}: `))
    expect(lines.slice(at, at + 5).map((line) => line.endsWith('…'))).toEqual([
      false,
      false,
      false,
      true,
      false,
    ])
  })

  it.each(langs)('has room for every fix in %s, whatever the values', async (lang) => {
    const { findings, ui } = await loadCatalogue(lang)
    const width = 78 - `${ui['ending.fix']}: `.length
    const tooLong = Object.entries(findings).filter(([, { hint }]) =>
      textsOf(parse(hint, { ignoreTag: true })).some((text) => wrap(text, width).length > 4),
    )
    expect(tooLong.map(([code]) => code)).toEqual([])
  })

  it('shows of a request at the wrong moment the moments, and nothing of what it carried', async () => {
    const { lines } = await drawn(await failing('homologation/spacing'))
    const { report } = await drawn({})
    const [first] = report.findings
    const changed = lines.filter((line) => /^ {4}[-+] /.test(line)).map((line) => line.trim())
    expect(changed).toEqual([`- ${first?.actual}`, `+ ${first?.expected}`])
  })

  it('shows what was expected and what came if no correct request can be derived', async () => {
    const { lines } = await drawn({}, [])
    expect(lines.join('\n')).toMatch(/Expected +.+\n +Actual /)
  })

  it('says nothing twice', async () => {
    const { lines } = await drawn({})
    const said = lines.map((line) => line.trim()).filter((line) => line !== '')
    expect(new Set(said).size).toBe(said.length)
  })

  it('lets nothing from outside command the terminal', async () => {
    const { lines } = await drawn({ cause: HOSTILE }, [
      { part: 'body', mark: 'extra', actual: HOSTILE, correct: null },
    ])
    expect(lines.join('')).not.toMatch(/\p{Cc}|\u202e/u)
  })
})

it('shows in a table how each run ended whose token was revoked at another step', async () => {
  const run = { run: 1, cause: null, session: 'app1' }
  const runs: Report['runs'] = [
    { ...run, verdict: 'pass', death: 1 },
    { ...run, verdict: 'fail', death: 2 },
    { ...run, verdict: 'pass', death: 2 },
    { ...run, verdict: 'incomplete', death: 2 },
    { ...run, verdict: 'incomplete', death: 'never' },
  ]
  const { lines } = await drawn({ runs })
  const at = lines.findIndex((line) => line.startsWith('  Revoked at'))
  expect(lines.slice(at, at + 2)).toEqual(['  Revoked at  1  2  never', '              ✓  ✗  !'])
})

describe('the profiles at the end', () => {
  const pass = { verdict: 'pass' as const, cause: null, findings: [] }
  const profiles = (requirement: string) => [
    { name: 'spec', verdict: 'fail' as const, cause: 'Step 2 came too soon.', requirement },
    { name: 'bling', verdict: 'pass' as const, cause: null, requirement: null },
  ]

  it('have a line each, with the reason of the one that differs', async () => {
    const { lines } = await drawn({ ...pass, profiles: profiles('homologation/order') })
    expect(lines).toContain('  spec   ✗ FAIL  as written: Step 2 came too soon.')
    expect(lines).toContain('  bling  ✓ PASS  as Bling reads it: a maximum interval, 10 s in all')
    expect(lines.join(' ')).not.toContain('Pace for both')
    expect(lines.length).toBeLessThanOrEqual(9)
  })

  it.each(langs)(
    'say in %s on one line of 80 columns what each stands for, also one of the user',
    async (lang) => {
      const own = { name: 'ours', verdict: 'pass' as const, cause: null, requirement: null }
      const all = ['spec', 'bling', 'ours'].map((name) => ({ ...own, name, verdict: 'fail' as const }))
      const { lines } = await drawn({ ...pass, profiles: all }, diff, lang)
      const said = lines.filter((line) => / (?:FAIL|REPROVADO) /.test(line))
      expect(said).toHaveLength(3)
      for (const line of said) expect(line).toMatch(/ {2}\S.*[^…]$/)
    },
  )

  it('name the same reason as the head of the ending, not once more', async () => {
    const { report } = await drawn({})
    const requirement = 'homologation/order'
    const all = [{ name: 'bling', verdict: 'fail' as const, cause: report.cause, requirement }]
    const { lines } = await drawn({ profiles: all })
    expect(lines).toContain('  bling  ✗ FAIL  as Bling reads it: for the same reason')
  })

  it('say what a profile stands for where no reason is known', async () => {
    const all = [{ name: 'bling', verdict: 'incomplete' as const, cause: null, requirement: null }]
    const { lines } = await drawn({ verdict: 'incomplete', cause: null, findings: [], profiles: all })
    expect(lines.join(' ')).toContain('INCOMPLETE  as Bling reads it: a maximum interval')
  })

  it('leave out what a profile stands for where the reason takes the whole line', async () => {
    const cause = 'Step 2 came 2,001.3 ms after the last response, longer than the 2,000 ms allowed.'
    const all = [{ name: 'bling', verdict: 'fail' as const, cause, requirement: 'homologation/spacing' }]
    const { lines } = await drawn({ ...pass, profiles: all }, diff, 'en', 100)
    expect(lines).toContain(`  bling  ✗ FAIL  ${cause}`)
  })

  it.each([
    ['examine', 'homologation/spacing', 1, 'Pace for both: ≥ 2000 ms'],
    ['examine', 'homologation/total-time', 2, 'With a renewal no pace passes both'],
    ['examine', 'homologation/total-time', 1, 'Pace for both: ≥ 2000 ms'],
    ['check', 'homologation/spacing', 2, '`check` sends nothing early'],
  ])(
    'are followed by what %s can do about the pace (%s, step 4 sent %i times)',
    async (command, id, times, said) => {
      const { report } = await drawn({})
      const steps = report.steps.map((step) => ({ ...step, exchanges: Array<string>(times).fill('e') }))
      const { lines } = await drawn({
        ...pass,
        steps,
        run: { ...report.run, command },
        profiles: profiles(id),
      })
      expect(lines.join(' ')).toContain(said)
    },
  )
})

describe('the end of a run that nobody began', () => {
  const started = 'npx homologa examine -- php artisan homologar'
  it.each([
    ['npx homologa examine', true],
    ['npx homologa examine -- php app.php', false],
  ])('names the command that connects, unless one was given: %s', async (repeatCommand, isNamed) => {
    const catalogue = await loadCatalogue('en')
    const report = buildReport({ ...meta, command: 'examine' }, judgements.incomplete, {
      catalogue,
      lang: 'en',
    })
    const look = { catalogue, lang: 'en' as const, width: 80, colour: false }
    const lines = drawEnding({ report, diff: [], files: [], repeatCommand }, look)
    expect(lines.some((line) => line.endsWith(started))).toBe(isNamed)
  })

  it('names none where requests came and failed', async () => {
    const { report } = await drawn({})
    const steps = report.steps.map((step) => ({ ...step, exchanges: [] }))
    const { lines } = await drawn({ steps, run: { ...report.run, command: 'examine' } })
    expect(lines.some((line) => line.endsWith(started))).toBe(false)
  })
})

describe('the counts of a failing run', () => {
  async function counted(...more: Partial<ReportFinding>[]) {
    const { report } = await drawn({})
    const [first] = report.findings
    if (!first) throw new Error('the sample has no finding')
    const root = { ...first, consequenceOf: null, fingerprint: 'root' }
    const findings = more.map((change, i) => ({ ...first, fingerprint: `f${i}`, ...change }))
    const { lines } = await drawn({ findings: [{ ...root, ...more[0] }, ...findings.slice(1)] })
    return lines.join(' ')
  }
  const follows = { consequenceOf: 'root' }
  const occurrence = { route: null, step: null, exchange: null }

  it('name what vanishes with the fix, and nothing that comes of another mistake', async () => {
    const other = { consequenceOf: null, fingerprint: 'other' }
    const text = await counted({}, follows, follows, other, { consequenceOf: 'other' })
    expect(text).toContain('2 more findings follow from it and vanish with it')
    expect(text).toContain('1 more error')
    expect(await counted({}, follows)).toContain('1 more finding follows from it and vanishes with it')
  })

  it('call a repetition a repetition', async () => {
    const text = await counted({ occurrences: [occurrence, occurrence, occurrence] })
    expect(text).toContain('2 repetitions of this error')
    expect(text).not.toContain('vanish')
  })
})

it('is one line where the user wants it quiet', async () => {
  const { quiet, report } = await drawn({})
  expect(quiet).toBe(`✗ FAIL  ${report.cause}`)
})

it('names of several problems of a contract run the first, new ones first, and counts none twice', async () => {
  const catalogue = await loadCatalogue('en')
  const report = buildReport({ ...meta, command: 'contract' }, judgements.fail, { catalogue, lang: 'en' })
  const [first] = report.findings
  if (!first) throw new Error('the sample has no finding')
  const error = { ...first, severity: 'error' as const, consequenceOf: null }
  const findings = [
    { ...error, since: 'known' as const },
    { ...error, since: 'new' as const, route: 'GET /fresh', fingerprint: 'fresh' },
  ]
  const look = { catalogue, lang: 'en' as const, width: 80, colour: false }
  const run = { report: { ...report, findings }, diff: [], files: [], repeatCommand: null }
  const lines = drawEnding(run, look)
  expect(lines[1]).toContain('GET /fresh')
  expect(lines.join('\n')).toMatch(/^ {2}Fix the first: /m)
  expect(lines.join(' ')).not.toContain('more error')
})

it('lists each problem of a contract run once, with its routes and fingerprint', async () => {
  const judgement = {
    ...judgements.fail,
    findings: [finding({ places: [{ route: 'GET /a', step: null, exchange: null }] })],
  }
  const catalogue = await loadCatalogue('en')
  const report = buildReport({ ...meta, command: 'contract' }, judgement, { catalogue, lang: 'en' })
  const look = { catalogue, lang: 'en' as const, width: 80, colour: false }
  const lines = drawEnding({ report, diff: [], files: [], repeatCommand: null }, look)
  const problems = lines.join(' ').match(/ {2}✗ DELETE [^[]* \(2\s+routes\) \[f1\]/g)
  expect(problems).toHaveLength(1)
})
