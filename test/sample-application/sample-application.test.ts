import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { directNetwork } from '../../src/client/network.js'
import { createMasker } from '../../src/exchange/masking.js'
import { systemClock } from '../../src/node/clock.js'
import { parseApplication } from '../../src/review/application-file.js'
import { type ReviewOutcome, review } from '../../src/review/review.js'
import type { ReviewOptions } from '../../src/review/review-options.js'
import { spec } from '../../src/specification/profile.js'

const here = fileURLToPath(new URL('.', import.meta.url))
const quick = { ...spec, spacing: { ...spec.spacing, intervalMs: 40, paceMs: 40 } }
const isDay = process.env.HOMOLOGA_VARIANTS === undefined
let folder = ''
let ready: ReviewOutcome

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

interface Setting {
  readonly flaw?: string
  readonly edit?: (yaml: string) => string
  readonly recordings?: readonly string[]
  readonly works?: boolean
}

let count = 0

async function reviewed({ flaw = '', edit = (yaml) => yaml, recordings = [], works = false }: Setting) {
  const port = await freePort()
  const reportDir = join(folder, `run-${++count}`)
  const yaml = edit(await readFile(join(here, 'application.yaml'), 'utf8')).replaceAll('8787', String(port))
  const flaws = [flaw, ...(works ? [] : ['no-work'])].join(',')
  const options: ReviewOptions = {
    registration: await parseApplication(yaml, 'application.yaml'),
    applicationPath: join(here, 'application.yaml'),
    profile: quick,
    recordings,
    command: [
      'env',
      `PORT=${port}`,
      `SAMPLE_FLAW=${flaws}`,
      'SAMPLE_SPACING_MS=40',
      process.execPath,
      join(here, 'server.js'),
    ],
    cwd: folder,
    reportDir,
    header: {
      id: `run-${count}`,
      command: 'review',
      startedAt: '2026-11-21T10:00:00.000Z',
      tool: { name: 'homologa', version: '0.1.0' },
      profile: quick,
      toleranceMs: 5,
    },
    baseUrl: null,
    tokenUrl: null,
    network: directNetwork,
    timeoutMs: 5_000,
    masker: createMasker(),
    clock: { ...systemClock, wall: () => new Date('2026-11-21T10:00:00Z') },
    browser: { missing: 'no-browser', detail: '' },
    patience: works ? { beginMs: 3_000, quietMs: 500 } : { beginMs: 0, quietMs: 0 },
  }
  return { outcome: await review(options), reportDir }
}

/** All that is to mend; that the sample lives on this machine is no flaw of it. */
const codesOf = ({ judgement }: ReviewOutcome) =>
  judgement.findings
    .filter(({ code, severity }) => severity !== 'info' && !code.endsWith(':this-machine'))
    .map(({ code }) => code)

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sample-'))
  ready = (await reviewed({ works: true })).outcome
}, 30_000)

afterAll(() => rm(folder, { recursive: true, force: true }))

describe('the sample application', () => {
  it('is ready without flaws: nothing broken, nothing open', () => {
    expect(codesOf(ready)).toEqual([])
    expect(ready.open).toEqual([])
    expect(ready.verdict).toBe('pass')
    expect(ready.run?.judgement.verdict).toBe('pass')
  })

  it('leaves neither credential nor code in the journal', async () => {
    const journal = await readFile(join(folder, 'run-1', 'journal.ndjson'), 'utf8')
    expect(journal).toContain('code=[code#')
    expect(journal).toContain('Bearer [access_token#')
    expect(journal).not.toMatch(
      /code=[0-9a-f]{20}|Bearer [0-9a-f]{20}|Basic [\w+/=]{20}|_token\\?"?[:=]\\?"?[0-9a-f]{20}/,
    )
  })

  it('has its lost hash named when it works through the five steps', async () => {
    const { outcome } = await reviewed({ flaw: 'hash-lost', works: true })
    expect(outcome.verdict).toBe('fail')
    expect(codesOf(outcome)[0]).toMatch(/^homologation\/hash-carried:/)
  }, 20_000)

  const errors = 'application/redirect-error'
  const done = 'application/redirect-success'
  const served: [flaw: string, codes: string[]][] = [
    ['homepage-404', ['application/homepage-link:status']],
    ['homepage-sign-in', ['application/homepage-link:sign-in']],
    ['manual-empty', ['application/manual-link:empty']],
    ['video-gone', ['application/video-link:unavailable']],
    ['error-500', [`${errors}:status`, `${errors}:status`]],
    ['error-json', [`${errors}:raw-json`, `${errors}:raw-json`]],
    ['same-as-success', [`${errors}:same-as-success`, `${errors}:same-as-success`]],
    ['redirect-loop', [`${errors}:redirects`, `${errors}:redirects`]],
    ['english', [`${errors}:language`, `${errors}:language`]],
    ['state-accepted', [`${errors}:state-accepted`]],
    ['stack-trace', [`${errors}:stack-trace`]],
    ['not-exchanged', [`${done}:not-exchanged`]],
    ['strict-cookie', [`${done}:strict-cookie`]],
    ['wrong-secret', [`${done}:exchange-refused`]],
    ['success-json', [`${done}:raw-json`]],
    ['leak-redirect', [`${done}:leak-redirect`]],
    ['leak-link', [`${done}:leak-link`]],
    ['leak-form', [`${done}:leak-form`]],
    ['leak-text', [`${done}:leak-text`]],
    ['leak-script', [`${done}:leak-script`]],
    ['referrer', [`${done}:referrer`]],
    ['referrer-open', [`${done}:referrer-open`]],
    ['no-title', [`${done}:no-title`, `${errors}:no-title`]],
    ['no-words', [`${done}:no-words`, `${errors}:no-words`]],
    ['no-viewport', [`${done}:no-viewport`, `${errors}:no-viewport`]],
    ['lang-missing', [`${done}:lang-missing`, `${errors}:lang-missing`]],
    ['lang-other', [`${done}:lang-other`, `${errors}:lang-other`]],
  ]
  const recordings = () => [join(folder, 'run-1', 'journal.ndjson')]

  /** By day flaws of pages apart are tried together; by night each alone. */
  const apart = [
    ['homepage-404', 'manual-empty', 'video-gone', 'error-500', 'leak-redirect'],
    ['homepage-sign-in', 'error-json', 'leak-link'],
    ['leak-form', 'referrer'],
    ['redirect-loop', 'leak-text'],
    ['english', 'leak-script', 'referrer-open'],
    ['stack-trace', 'success-json'],
  ]
  const alone = served.filter(([flaw]) => !isDay || !apart.flat().includes(flaw))
  const together = (isDay ? apart : []).map((flaws): (typeof served)[number] => [
    flaws.join(),
    served.flatMap(([flaw, codes]) => (flaws.includes(flaw) ? codes : [])),
  ])

  it.each([...together, ...alone])('with the flaw %s has it named, and nothing else', async (flaw, codes) => {
    const { outcome } = await reviewed({ flaw, recordings: recordings() })
    expect([...new Set(codesOf(outcome))].sort()).toEqual([...new Set(codes)].sort())
    expect(outcome.verdict).toBe(codes.every((code) => /missing|referrer-open/.test(code)) ? 'pass' : 'fail')
  })

  it('names the exchanges of its recording apart from the calls of the review', async () => {
    const { outcome } = await reviewed({ recordings: recordings() })
    const shown = outcome.judgement.steps.flatMap(({ exchanges }) => exchanges)
    expect(shown.length).toBeGreaterThanOrEqual(5)
    const calls = outcome.exchanges.map(({ id }) => id)
    expect(shown.filter((id) => calls.includes(id))).toEqual([])
    const own = ready.judgement.steps.flatMap(({ exchanges }) => exchanges)
    expect(own.every((id) => ready.exchanges.some((exchange) => exchange.id === id))).toBe(true)
  })

  const written: [name: string, edit: (yaml: string) => string, codes: string[]][] = [
    ['no name', (y) => y.replace(/^name: .*/m, 'name:'), ['application/name:missing']],
    [
      'a placeholder',
      (y) => y.replace(/^category: .*/m, 'category: TODO'),
      ['application/category:placeholder'],
    ],
    [
      'a very short text',
      (y) => y.replace(/^shortDescription: .*/m, 'shortDescription: Avisa.'),
      ['application/short-description:short'],
    ],
    ['no logo file', (y) => y.replace('logo.png', 'gone.png'), ['application/logo:unreadable']],
    [
      'a logo that is no image',
      (y) => y.replace('logo.png', 'answers/manual.txt'),
      ['application/logo:no-image'],
    ],
    [
      'a link without https',
      (y) => y.replace(/^manualLink: .*/m, 'manualLink: http://exemplo.invalid/'),
      ['application/manual-link:not-https'],
    ],
    [
      'a link that is none',
      (y) => y.replace(/^videoLink: .*/m, 'videoLink: vídeo no site'),
      ['application/video-link:no-address'],
    ],
    [
      'a scope without a reason',
      (y) => y.replace(/why: Lê .*/, 'why: Precisa.'),
      ['application/scopes:unjustified'],
    ],
    [
      'a scope too many',
      (y) =>
        y.replace(
          'scopes:',
          'scopes:\n  - { scope: Contatos, why: Guarda os contatos dos clientes da loja., resources: [contatos] }',
        ),
      ['application/scopes-used:unused'],
    ],
    [
      'a scope too few',
      (y) => y.replace(/ {2}- scope: Produtos\n.*\n.*\n.*\n/, ''),
      ['application/scopes-used:uncovered'],
    ],
    [
      'a scope that is too wide',
      (y) => y.replace('access: read', 'access: write'),
      ['application/scopes-used:wider'],
    ],
    [
      'a move that cannot be',
      (y) => y.replace(/^nextSituation: .*/m, 'nextSituation: aprovado'),
      ['application/situation:refused-review-first'],
    ],
    [
      'the answer no',
      (y) => y.replace('question: logo-own, answer: yes', 'question: logo-own, answer: no'),
      ['application/logo:answered-no'],
    ],
  ]

  it.each(isDay ? inThree(written) : written)(
    'with %s in its registration has it named, and nothing else',
    async (_name, edit, codes) => {
      const { outcome } = await reviewed({ edit, recordings: recordings() })
      expect(codesOf(outcome).sort()).toEqual(codes.toSorted())
      expect(outcome.open).toEqual([])
    },
  )

  /** Every third of the changes together. */
  function inThree(all: typeof written): typeof written {
    return [0, 1, 2].map((part) => {
      const some = all.filter((_, i) => i % 3 === part)
      const edit = (yaml: string) => some.reduce((text, [, change]) => change(text), yaml)
      return [some.map(([name]) => name).join(', '), edit, some.flatMap(([, , codes]) => codes)]
    })
  }

  const unfinished: [name: string, setting: Setting, open: string][] = [
    [
      'an unanswered question',
      { edit: (y) => y.replace('scopes-needed, answer: yes', 'scopes-needed, answer:') },
      'unanswered',
    ],
    [
      'an answer without a date',
      { edit: (y) => y.replace('name-fits, answer: yes, date: 2026-11-20', 'name-fits, answer: yes') },
      'answer-undated',
    ],
    [
      'an answer of tomorrow',
      {
        edit: (y) =>
          y.replace('name-fits, answer: yes, date: 2026-11-20', 'name-fits, answer: yes, date: 2026-11-22'),
      },
      'answer-in-future',
    ],
    [
      'an answer of last year',
      {
        edit: (y) =>
          y.replace('name-fits, answer: yes, date: 2026-11-20', 'name-fits, answer: yes, date: 2025-11-20'),
      },
      'answer-old',
    ],
    [
      'evidence that is not there',
      { edit: (y) => y.replace('answers/video.txt', 'answers/gone.txt') },
      'evidence-missing',
    ],
    ['no situation', { edit: (y) => y.replace(/^(next)?[sS]ituation: .*\n/gm, '') }, 'situation'],
  ]

  it.each(unfinished)('is incomplete with %s', async (_name, setting, code) => {
    const { outcome } = await reviewed({ recordings: recordings(), ...setting })
    expect(outcome.open.map((item) => item.code)).toEqual([code])
    expect(outcome.verdict).toBe('incomplete')
  })

  it('is incomplete where nobody saw it work', async () => {
    const { outcome } = await reviewed({})
    expect(outcome.open.map((item) => item.code)).toEqual(['no-run', 'no-traffic'])
    expect(outcome.verdict).toBe('incomplete')
  })
})
