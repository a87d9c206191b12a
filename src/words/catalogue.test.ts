import { beforeAll, describe, expect, it } from 'vitest'
import { judge } from '../judging/judge.js'
import { spec } from '../specification/profile.js'
import { isRequirementId, requirementIds, requirements } from '../specification/requirements.js'
import { fill, type Lang, loadCatalogue, loadRequirementTexts } from './catalogue.js'
import { namesIn } from './fill.js'

/** Sentences that read alike in both languages: identifiers, and words that are spelt alike. */
const alike = [
  "PATCH /homologacao/produtos/'{idProduto}'/situacoes",
  "DELETE /homologacao/produtos/'{idProduto}'",
  'Content-Type: application/json',
  'Content-Type: text/html',
  'Content-Type: {declared}',
  'Content-Type: {contentType}',
  'Referrer-Policy: {policy}',
  'JSON',
  'null',
  'http',
  'https',
  'Status',
  'status',
  'status {status}',
  '{bytes} bytes',
  '{sizeBytes} bytes',
  '{size} bytes',
  'total {totalMs} ms',
  'Node {version}',
  'Inativado',
  'Seed',
  'Fingerprint',
  'Em desenvolvimento',
]

type Sentences = ReadonlyMap<string, string>
const said: Record<Lang, Sentences> = { en: new Map(), 'pt-BR': new Map() }

beforeAll(async () => {
  for (const lang of ['en', 'pt-BR'] as const) {
    const requirements = await loadRequirementTexts(lang)
    said[lang] = new Map(sentencesOf({ ...(await loadCatalogue(lang)), requirements }))
  }
})

function sentencesOf(part: object, place = ''): [string, string][] {
  return Object.entries(part).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[place + key, value]] : sentencesOf(value as object, `${place}${key} > `),
  )
}

/** Whether anything but placeholders, code and signs is left to translate. */
function hasWords(sentence: string): boolean {
  return /\p{L}{3,}/u.test(sentence.replace(/\{\w+\}|`[^`]*`/g, ''))
}

describe('the catalogues', () => {
  it('have the same sentences in both languages', () => {
    expect(said.en.size).toBeGreaterThan(1000)
    expect([...said['pt-BR'].keys()].sort()).toEqual([...said.en.keys()].sort())
  })

  it('use the same evidence in both languages, sentence by sentence', () => {
    const messages = [...said.en].filter(([key]) => !/^(requirements|help) /.test(key))
    const differing = messages.filter(
      ([key, english]) =>
        namesIn(english).sort().join() !==
        namesIn(said['pt-BR'].get(key) ?? '')
          .sort()
          .join(),
    )
    expect(differing).toEqual([])
  })

  it('leave no sentence empty', () => {
    const empty = [...said.en, ...said['pt-BR']].filter(([, sentence]) => sentence.trim() === '')
    expect(empty).toEqual([])
  })

  it('translate every sentence but those that read alike', () => {
    const same = [...said.en].filter(
      ([key, english]) => said['pt-BR'].get(key) === english && hasWords(english),
    )
    expect(same.filter(([, sentence]) => !alike.includes(sentence))).toEqual([])
    expect(alike.filter((sentence) => !same.some(([, other]) => other === sentence))).toEqual([])
  })

  it('say every finding of a requirement that exists', async () => {
    const codes = Object.keys((await loadCatalogue('en')).findings)
    expect(codes.filter((code) => !isRequirementId(code.slice(0, code.indexOf(':'))))).toEqual([])
  })

  it('say why an empty run tested nothing, and how it stands under each reading', async () => {
    const { ui, readings: sentences } = await loadCatalogue('en')
    const { coverage, readings } = judge([], {
      profile: spec,
      baseUrl: 'http://127.0.0.1:1/Api/v3',
      tokenUrl: null,
      toleranceMs: 5,
      ended: true,
      underTest: 'application',
    })
    const reasons = [...coverage.requirements.untested, ...coverage.routes.notExercised].map(
      ({ reason }) => reason,
    )
    expect(reasons).not.toHaveLength(0)
    expect(reasons.filter((reason) => !(`untested.${reason}` in ui))).toEqual([])
    expect(readings).not.toHaveLength(0)
    expect(readings.filter(({ because }) => !(because.code in sentences))).toEqual([])
  })
})

describe('loadRequirementTexts', () => {
  it.each(['en', 'pt-BR'] as const)('has five texts for every requirement in %s', async (lang) => {
    const texts = await loadRequirementTexts(lang)
    expect(Object.keys(texts).sort()).toEqual([...requirementIds].sort())
    for (const id of requirementIds) {
      expect(Object.keys(texts[id]).sort(), id).toEqual(['breaks', 'fix', 'means', 'text', 'why'])
    }
  })

  it('quotes the text of the specification in English, where a requirement has its own', async () => {
    const texts = await loadRequirementTexts('en')
    const own = requirements.filter(
      ({ text }) => requirements.filter((one) => one.text === text).length === 1,
    )
    expect(own.length).toBeGreaterThan(50)
    for (const { id, text } of own) expect(texts[id].text, id).toBe(text)
  })

  it.each(['en', 'pt-BR'] as const)('tells the requirements apart in %s', async (lang) => {
    const lines = Object.values(await loadRequirementTexts(lang)).map(({ text }) => text)
    expect(new Set(lines).size).toBe(lines.length)
  })
})

describe('fill', () => {
  it('writes numbers as the language does', () => {
    expect(fill('{ms} ms', { ms: 120_000 }, 'en')).toBe('120,000 ms')
    expect(fill('{ms} ms', { ms: 120_000 }, 'pt-BR')).toBe('120.000 ms')
    expect(fill('{ms} ms', { ms: 1999.5 }, 'pt-BR')).toBe('1999,5 ms')
  })

  it('translates kinds of values, and leaves what follows them', () => {
    const values = { expected: 'one-of A, I / integer', seen: 'text "integer"' }
    expect(fill('{expected_kind}; {seen_kind}', values, 'en')).toBe('one of A, I / integer; text "integer"')
    expect(fill('{expected_kind}; {seen_kind}', values, 'pt-BR')).toBe(
      'um de A, I / inteiro; texto "integer"',
    )
  })

  it.each([
    ['en', 'anything expected', 'x; places: 2.'],
    ['pt-BR', 'qualquer valor expected', 'x; lugares: 2.'],
  ] as const)(
    'says in %s what takes every kind in a word, and how many places only of several',
    (lang, any, two) => {
      const places = `x{places, plural, =1 {} other {; ${lang === 'en' ? 'places' : 'lugares'}: #}}.`
      const every = { kinds: 'text / number / boolean / null / array / object' }
      expect(fill('{kinds_kind} expected', every, lang)).toBe(any)
      expect(fill(places, { places: 2 }, lang)).toBe(two)
      expect(fill(places, { places: 1 }, lang)).toBe('x.')
    },
  )

  it('leaves a placeholder without a value standing, and shows null as a dash', () => {
    expect(fill('{a} and {b}', { b: null })).toBe('{a} and —')
  })
})

it.each([
  [0, '0 routes, nothing of them'],
  [1, '1 route, nothing of it'],
  [2, '2 routes, nothing of them'],
])('fills in a word that goes with its number: %s', (count, said) => {
  expect(
    fill('{count, plural, =1 {# route, nothing of it} other {# routes, nothing of them}}', { count }),
  ).toBe(said)
})

it.each([
  ['en', 'step 2'],
  ['pt-BR', 'passo 2'],
] as const)('a request to a wrong route is told in %s with its step if that is known', async (lang, name) => {
  const { findings } = await loadCatalogue(lang)
  for (const how of ['real-route', 'lost-prefix', 'unknown-path'] as const) {
    const { message } = findings[`homologation/right-routes:${how}`]
    const values = { method: 'POST', path: '/p', isV2: false }
    expect(fill(message, { ...values, step: 2 }, lang)).toContain(name)
    expect(fill(message, { ...values, step: null }, lang)).not.toMatch(/step|passo/)
  }
})

it.each([
  ['en', 'POST /homologacao/produtos, below the base address'],
  ['pt-BR', 'POST /homologacao/produtos, abaixo do endereço base'],
] as const)(
  'the route that an unknown path is compared with is in %s below the base address',
  async (lang, told) => {
    const { findings } = await loadCatalogue(lang)
    const { expected } = findings['homologation/right-routes:unknown-path']
    expect(fill(expected, { method: 'POST' }, lang)).toBe(told)
  },
)
