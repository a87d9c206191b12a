import { describe, expect, it } from 'vitest'
import type { Exchange } from '../exchange/exchange.js'
import type { Judgement, RunVerdict } from '../rules/finding.js'
import { homologationSteps } from '../specification/homologation.js'
import { langs, loadCatalogue } from '../words/catalogue.js'
import { buildReport } from './build-report.js'
import { drawEnding, quietLine } from './ending.js'
import { type Look, lengthOf, wrap } from './look.js'
import type { ReportFinding } from './report.js'
import { exchange, exchanges, HOSTILE, judgements, meta } from './sample-run.fixture.js'
import {
  applyEvent,
  createView,
  drawLive,
  type LiveView,
  plainLine,
  type ShownEvent,
  shortHash,
} from './terminal.js'
import { drawDetails } from './verbose-details.js'

async function look(changes: Partial<Look> = {}): Promise<Look> {
  const lang = changes.lang ?? 'en'
  return { catalogue: await loadCatalogue(lang), lang, width: 80, colour: false, ...changes }
}

const blank = createView(homologationSteps, 'x-service-homologacao')

function viewAfter(...events: ShownEvent[]): LiveView {
  return events.reduce(applyEvent, blank)
}

function responded(number: number, changes: Partial<Exchange> = {}): ShownEvent {
  return {
    kind: 'responded',
    step: `homologation/${number}`,
    exchange: { ...exchange(`e${number}`), ...changes },
  }
}

function refused(number: number): ShownEvent {
  const { response } = exchange(`e${number}`)
  return responded(number, { response: response && { ...response, status: 401 } })
}

const text = (lines: readonly string[]) => lines.join('\n')

describe('the live view', () => {
  it('shows all steps before anything happens', async () => {
    const lines = drawLive(blank, 0, await look())
    expect(lines).toHaveLength(6)
    expect(lines[4]).toContain('· 4 PATCH  /homologacao/produtos/{idProduto}/situacoes')
  })

  it.each([
    [1999.9, '2.0'],
    [1400, '1.4'],
  ])('counts down to the next request: %s ms', async (spareMs, seconds) => {
    const view = viewAfter({ kind: 'waiting', step: 'homologation/2', untilMs: 5000 })
    expect(drawLive(view, 5000 - spareMs, await look())[2]).toMatch(new RegExp(`› 2 POST .*in ${seconds} s$`))
  })

  it.each([
    [false, 0, 'due now'],
    [true, 400, 'within 0.4 s'],
    [true, -1, 'late'],
  ])(
    'says when the request is due, and when it is late (deadline: %s, %s ms left)',
    async (isDeadline, leftMs, said) => {
      const view = viewAfter({ kind: 'waiting', step: 'homologation/2', untilMs: 5000 })
      const steps = view.steps.map((step) => ({ ...step, isDeadline }))
      expect(drawLive({ ...view, steps }, 5000 - leftMs, await look())[2]).toMatch(new RegExp(` ${said}$`))
    },
  )

  it('shows status, duration, measured gap and the chain of hashes', async () => {
    const lines = drawLive(viewAfter(responded(1), responded(2)), 0, await look())
    expect(lines[1]).toMatch(/✓ 1 GET {4}\/homologacao\/produtos +200 +12 ms +– {2}d41d8cd9→e3b0c442$/)
    expect(lines[2]).toMatch(/✓ 2 POST .* 200 +12 ms +2001 ms {2}d41d8cd9→e3b0c442$/)
  })

  it('shows a refused token and its renewal beneath the step, and the step again', async () => {
    const way = { because: 'refusal', way: 'refresh' } as const
    const view = viewAfter(
      responded(1),
      refused(2),
      { kind: 'renewing', step: 'homologation/2', ...way },
      { kind: 'renewed', step: 'homologation/2' },
      { kind: 'sending', step: 'homologation/2' },
    )
    expect(text(drawLive(view, 0, await look()))).toMatch(
      /› 2 POST.*waiting for the response\n +! token refused.*\n +! token renewed/,
    )
  })

  it('never rounds a gap up to what was wanted', async () => {
    const view = viewAfter(responded(1, { sentAtMs: 0 }), responded(2, { sentAtMs: 1999.97 }))
    expect(text(drawLive(view, 0, await look()))).toContain(' 1999 ms')
  })

  it('keeps each step on one line of eighty columns', async () => {
    const view = viewAfter(...[1, 2, 3, 4, 5].map((number) => responded(number)))
    for (const lang of langs) expect(drawLive(view, 0, await look({ lang }))).toHaveLength(6)
  })

  it('keeps the token address out of gaps and steps', async () => {
    const view = viewAfter(responded(1), responded(2, { channel: 'token', sentAtMs: 2500 }), responded(2))
    expect(view.steps[1]?.gapMs).toBeCloseTo(2001)
    expect(viewAfter(responded(1, { channel: 'token' })).steps[0]?.state).toBe('pending')
  })

  it('begins anew after the limit was hit, and says so', async () => {
    const view = viewAfter(responded(1), {
      kind: 'restarting',
      step: 'homologation/2',
      repeat: 1,
      spacingMs: 2500,
    })
    expect(view.steps.every(({ state }) => state === 'pending')).toBe(true)
    expect(text(drawLive(view, 0, await look()))).toContain(
      '! limit hit: everything again from step 1, 2500 ms apart (repeat 1)',
    )
  })

  it.each([40, 60, 80, 132])('fits into %i columns', async (width) => {
    const view = viewAfter(responded(1), refused(2), {
      kind: 'renewing',
      step: 'homologation/2',
      because: 'refusal',
      way: 'refresh',
    })
    const lines = drawLive(viewAfter(responded(1), responded(4)), 0, await look({ width }))
    for (const line of [...lines, ...drawLive(view, 0, await look({ width }))]) {
      expect(lengthOf(line), line).toBeLessThanOrEqual(width)
    }
    expect(lines.length).toBeGreaterThanOrEqual(5)
  })

  it('says in plain lines the same, once each', async () => {
    const l = await look()
    const events: ShownEvent[] = [
      { kind: 'waiting', step: 'homologation/1', untilMs: 0 },
      { kind: 'sending', step: 'homologation/1' },
      responded(1),
      { kind: 'renewing', step: 'homologation/2', because: 'expiry', way: 'command' },
      responded(2, { channel: 'token' }),
      { kind: 'renewed', step: 'homologation/2' },
      { kind: 'not-reached', step: 'homologation/5', reason: { code: 'interrupted' } },
    ]
    let view = blank
    const lines = events.flatMap((event) => {
      view = applyEvent(view, event)
      return plainLine(event, view, l) ?? []
    })
    expect(lines).toEqual([
      '✓ 1 GET /homologacao/produtos: 200, took 12 ms, hash d41d8cd9→e3b0c442',
      '! 2 token expired, renewing it',
      '! 2 token renewed',
      '– 5 DELETE /homologacao/produtos/{idProduto}  not reached',
    ])
  })

  it('lets no answer command the terminal', async () => {
    const { response, request } = exchange('e1')
    const headers = [['x-service-homologacao', HOSTILE]] as const
    const event = responded(1, {
      request: { ...request, headers },
      response: response && { ...response, headers },
      failure: { kind: 'reset', message: HOSTILE },
    })
    const view = viewAfter(event)
    expect(text(drawLive(view, 0, await look()))).not.toMatch(/[^\P{Cc}\n]/u)
    expect(plainLine(event, view, await look())).not.toMatch(/\p{Cc}/u)
  })

  it.each([
    [null, '–'],
    ['', "''"],
    ['abcdefghijkl', 'abcdefgh'],
  ])('shortens the hash %j', (hash, short) => {
    expect(shortHash(hash)).toBe(short)
  })
})

describe('the outcome', () => {
  async function drawn(
    name: keyof typeof judgements,
    changes: Partial<Look> = {},
    seen = (one: Exchange) => one,
  ): Promise<string[]> {
    const l = await look(changes)
    const report = buildReport(meta, judgements[name], l)
    const find = (id: string) => exchanges.filter((one) => one.id === id).map(seen)[0] ?? null
    return drawDetails({ report, exchange: find, files: ['reports/x/report.html'] }, l)
  }

  it('cuts a header of ten million characters', async () => {
    const long = ['x-rubbish', 'r'.repeat(10_000_000)] as const
    const lines = await drawn('fail', {}, ({ response, ...one }) => ({
      ...one,
      response: response && { ...response, headers: [long, ...response.headers] },
    }))
    expect(text(lines)).toContain('x-rubbish: rrr')
    expect(text(lines).length).toBeLessThan(10_000)
  })

  it('tells a failure in the order that a tired person needs', async () => {
    const lines = text(await drawn('fail'))
    const parts = [
      '✗ homologation/order · homologation/3',
      'Step 4 never came',
      'Expected',
      'Actual',
      'Request',
      'Authorization: Bearer [access_token#1]',
      'Response',
      '200',
      'Clause',
      'How to fix',
      'Warnings',
      'Readings',
      'passes under',
      'ms to spare',
      'fails under',
      ' s over',
      'Files',
      'reports/x/report.html',
    ]
    let from = 0
    for (const part of parts) {
      const at = lines.indexOf(part, from)
      expect(at, part).toBeGreaterThanOrEqual(from)
      from = at + part.length
    }
  })

  it('names the profile of the public service where only the reading of `spec` fails', async () => {
    const l = await look({ width: 200 })
    const report = buildReport(meta, judgements.fail, l)
    const told = (
      profile: string,
      ...verdicts: [atLeast: RunVerdict, atMost: RunVerdict, free: RunVerdict]
    ) => {
      const [first] = report.readings
      if (!first) throw new Error('no reading')
      const ids = ['spacing/at-least', 'spacing/at-most', 'spacing/free'] as const
      const readings = ids.map((id, i) => ({
        ...first,
        id,
        inForce: i === 0,
        verdict: verdicts[i] ?? 'fail',
      }))
      const drawing = { report: { ...report, readings, run: { ...report.run, profile } }, files: [] }
      return text(drawDetails({ ...drawing, exchange: () => null }, l)).includes(
        l.catalogue.ui['report.otherProfile'],
      )
    }
    expect(told('spec', 'fail', 'pass', 'pass')).toBe(true)
    expect(told('spec', 'fail', 'fail', 'pass')).toBe(false)
    expect(told('spec', 'pass', 'pass', 'pass')).toBe(false)
    expect(told('bling', 'fail', 'pass', 'pass')).toBe(false)
  })

  it('says where what fails nothing was seen, and how often', async () => {
    const l = await look()
    const report = buildReport(meta, judgements.fail, l)
    const [warning] = report.findings.filter(({ severity }) => severity === 'warning')
    if (!warning) throw new Error('no warning')
    const route = 'GET /produtos'
    const told = (places: ReportFinding['places']) => {
      const findings = [{ ...warning, route, ...(places && { places }) }]
      const drawing = {
        report: { ...report, findings },
        exchange: () => null,
        files: [],
      }
      return text(drawDetails(drawing, l))
    }
    const { requirement, message } = warning
    expect(told(undefined)).toContain(`! ${requirement} · ${route}: ${message.slice(0, 9)}`)
    expect(told([{ route, step: null, exchange: 'e2' }])).toContain(`! ${requirement} · ${route} · 2 times: `)
  })

  it('shows an exchange once', async () => {
    const l = await look()
    const report = buildReport(meta, judgements.fail, l)
    const [error] = report.findings.filter(({ severity }) => severity === 'error')
    if (!error) throw new Error('no error')
    const e7 = { ...exchange('e1'), id: 'e7' }
    const findings = ['a', 'b', 'c'].map((code) => ({ ...error, code, exchange: 'e7', consequenceOf: null }))
    const drawing = { report: { ...report, findings }, exchange: () => e7, files: [] }
    const told = text(drawDetails(drawing, l))
    expect(told.match(/^ +Response /gm)).toHaveLength(1)
    expect(told.match(/^ +Request +e7, as above/gm)).toHaveLength(2)
  })

  it('keeps the command that repeats the run on one line, to be pasted', async () => {
    const l = await look({ width: 40 })
    const report = buildReport(meta, judgements.fail, l)
    const repeatCommand = `homologa check ${'--fault no-hash '.repeat(4)}--seed abc`
    const lines = drawEnding({ report, diff: [], files: [], repeatCommand }, l)
    expect(lines.filter((line) => line.endsWith(repeatCommand))).toHaveLength(1)
  })

  it('tells what follows from a failure with it and nowhere else, and how much is left out', async () => {
    const l = await look()
    const report = buildReport(meta, judgements.fail, l)
    const [error] = report.findings.filter(({ severity }) => severity === 'error')
    if (!error) throw new Error('no error')
    const root = { ...error, fingerprint: 'root', consequenceOf: null }
    const said = (message: string, consequenceOf: string | null) => ({
      ...error,
      severity: 'warning' as const,
      message,
      consequenceOf,
      code: message,
      fingerprint: message,
    })
    const follow = Array.from({ length: 10 }, (_, i) => said(`follows ${i}.`, 'root'))
    const findings = [root, ...follow, said('stands alone.', null), said('follows another.', 'elsewhere')]
    const drawing = { report: { ...report, findings }, exchange: () => null, files: [] }
    const told = text(drawDetails(drawing, l))
    expect(told.match(/follows \d/g)).toHaveLength(8)
    expect(told).toContain('… and 2 more')
    const [, warnings = ''] = told.split(/^Warnings$/m)
    expect(warnings.replace(/\s+/g, ' ').match(/(?:stands|follows) \w+/g)).toEqual([
      'stands alone',
      'follows another',
    ])
  })

  it('says in a line that no reading could be decided', async () => {
    const l = await look()
    const { readings, ...report } = buildReport(meta, judgements.pass, l)
    const said = (undecided: (id: string) => boolean) => {
      const all = readings.map((one) => ({
        ...one,
        verdict: undecided(one.id) ? ('incomplete' as const) : ('pass' as const),
      }))
      const drawing = { report: { ...report, readings: all }, exchange: () => null, files: [] }
      return text(drawDetails(drawing, l))
    }
    const none = said((id) => !/free|unlimited/.test(id))
    expect(none).toContain('Readings\n  none could be decided')
    expect(none).not.toContain('undecided')
    const one = said((id) => id !== 'spacing/at-least')
    expect(one).toContain('passes under    spacing/at-least')
    expect(one.match(/undecided under/g)).toHaveLength(readings.length - 1)
  })

  it('names the routes of a failure, of several how often each', async () => {
    const l = await look()
    const report = buildReport(meta, judgements.fail, l)
    const [error] = report.findings.filter(({ severity }) => severity === 'error')
    if (!error) throw new Error('no error')
    const told = (...routes: string[]) => {
      const [first = '', ...others] = routes
      const places = others.map((route) => ({ route, step: null, exchange: null }))
      const findings = [{ ...error, route: first, places, consequenceOf: null }]
      return text(drawDetails({ report: { ...report, findings }, exchange: () => null, files: [] }, l))
    }
    expect(told('GET /a', 'GET /b', 'GET /b', 'GET /a', 'GET /a')).toMatch(
      /5 times +3 × GET \/a\n +2 × GET \/b\n/,
    )
    expect(told('GET /one', 'GET /one')).toMatch(/2 times +GET \/one\n/)
    expect(told('GET /one')).not.toContain('times')
  })

  it('says of a pass and of an incomplete run what they mean', async () => {
    const l = await look()
    const said = (judgement: Judgement) => quietLine({ report: buildReport(meta, judgement, l) }, l)
    expect(said(judgements.pass)).toMatch(/✓ PASS.*met/)
    expect(said(judgements.incomplete)).toMatch(/! INCOMPLETE.*No verdict/)
  })

  const cases = Object.keys(judgements).flatMap((name) =>
    langs.flatMap((lang) =>
      [40, 80, 120].map((width) => ({ name: name as keyof typeof judgements, lang, width })),
    ),
  )

  it.each(cases)('of $name fits into $width columns, in $lang', async ({ name, lang, width }) => {
    for (const line of await drawn(name, { lang, width })) {
      if (!/^ {2}[✓✗!] (?:pass|fail|reprov|aprov)/.test(line))
        expect(lengthOf(line), line).toBeLessThanOrEqual(width)
      expect(line).not.toMatch(/\p{Cc}|\p{Extended_Pictographic}\uFE0F|undefined/u)
    }
  })

  it('says with colours what it says without', async () => {
    const escapes = new RegExp(`${String.fromCharCode(27)}\\[\\d+m`, 'g')
    const coloured = text(await drawn('fail', { colour: true }))
    expect(coloured).toMatch(escapes)
    expect(coloured.replace(escapes, '')).toBe(text(await drawn('fail')))
  })
})

describe('wrapping', () => {
  it.each([
    ['', ['']],
    ['short', ['short']],
    ['one two three', ['one two', 'three']],
    ['abcdefghijklmnop', ['abcdefgh', 'ijklmnop']],
    ['a abcdefghijk b', ['a', 'abcdefgh', 'ijk b']],
    ['', ['']],
    ['a\nb', ['a', 'b']],
  ])('of %j at eight columns', (long, lines) => {
    expect(wrap(long, 8)).toEqual(lines)
  })
})
