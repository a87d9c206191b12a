import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import { firstDiff } from '../../report/first-diff.js'
import { headlineOf } from '../../report/night.js'
import type { PageData } from '../../report/page-data.js'
import { drawPrompt } from '../../report/prompt.js'
import type { ReportFinding, ReportReading, ReportStep } from '../../report/report.js'
import type { Values } from '../../rules/finding.js'
import { stepNumber } from '../../specification/homologation.js'
import { clauseText, fill, type Lang } from '../../words/catalogue.js'
import type en from '../../words/en.json'
import { langs } from '../../words/lang.js'
import { formatNumber } from '../../words/numerals.js'
import { visible } from '../data/visible.js'
import type { PageWords } from '../data/words.js'

type RunOfReport = NonNullable<PageData['report']['runs']>[number]

export type Sentence = keyof typeof en.page

export interface FindingWords {
  readonly message: string
  readonly expected: string
  readonly actual: string
  readonly hint: string
}

/** Everything that the page says, in one language; what strangers put into it is made visible. */
export interface Speech {
  readonly lang: Lang
  say(sentence: Sentence, values?: Values): string
  finding(finding: ReportFinding): FindingWords
  /** A night in one line. */
  headline(report: PageData['report']): string
  /** The cause of the verdict: the first root error, in this language where its words are known. */
  cause(data: PageData): string | null
  /** What `examine --prompt` prints; empty if no request is to blame. */
  prompt(data: PageData): Promise<string>
  /** The cause of one of several runs. */
  causeOfRun(data: PageData, run: RunOfReport): string
  because(reading: ReportReading, data: PageData): string
  reading(id: string, intervalMs: number, totalMs: number | null): string
  /** The profile's assumptions, in this language if the catalogue has their words. */
  assumptions(run: PageData['report']['run']): string[]
  /** Why something was not tested, as a report says it: in this language where it is one of our sentences. */
  reason(said: string): string
  /** A clause of the specification, as requirements name it. */
  clause(name: string): string
  /** A kind of JSON value as findings name it (`one-of 1, 2`). */
  kind(kind: Values[string] | undefined): string
  stepTitle(step: ReportStep): string
  /** Milliseconds with the language's marks, without unit. */
  ms(value: number): string
  count(value: number): string
  /** Date and time of day, to the second, in the reader's zone. */
  when(iso: string): string
  /** Day and month only. */
  day(iso: string): string
  /** Hours and minutes only. */
  time(iso: string): string
}

export function speech(lang: Lang, words: PageWords): Speech {
  const catalogue = words[lang]
  const findings: Readonly<Record<string, Partial<FindingWords>>> = catalogue.findings
  const readings: Readonly<Record<string, unknown>> = catalogue.readings
  const page: Readonly<Record<string, string>> = catalogue.page
  const say = (sentence: Sentence, values: Values = {}) =>
    visible(fill(page[sentence] ?? sentence, values, lang))
  const finding = (found: ReportFinding): FindingWords => {
    const known = findings[found.code]
    const word = (name: keyof FindingWords) => {
      const sentence = known?.[name]
      return visible(sentence === undefined ? found[name] : fill(sentence, found.values, lang))
    }
    return {
      message: word('message'),
      expected: word('expected'),
      actual: word('actual'),
      hint: word('hint'),
    }
  }
  const clock = new Intl.DateTimeFormat(lang, { dateStyle: 'medium', timeStyle: 'medium' })
  const hours = new Intl.DateTimeFormat(lang, { hour: '2-digit', minute: '2-digit' })
  const calendar = new Intl.DateTimeFormat(lang, { day: '2-digit', month: '2-digit' })
  return {
    lang,
    say,
    finding,
    headline: (report) => headlineOf(report, catalogue.ui, lang),
    cause: (data) => causeOf(data, finding),
    prompt: async ({ exchanges, profile, procedure = [], repeatCommand, report, lang: said }) => {
      const diff = await firstDiff(report, { profile, procedure, exchanges })
      return drawPrompt({ report, diff, repeatCommand }, exchanges, words[said].ui, said).join('\n')
    },
    causeOfRun: ({ report }, run) => {
      const [root] = report.findings.flatMap((found) =>
        (found.occurrences ?? [found])
          .filter((one) => one.run === run.run && one.message === run.cause)
          .map((one) => ({ ...found, values: one.values ?? found.values })),
      )
      return root ? finding(root).message : visible(run.cause ?? '')
    },
    because: (reading, data) => {
      const known = data.because?.find(({ id }) => id === reading.id)
      const sentence = known ? readings[known.code] : undefined
      return visible(
        known && typeof sentence === 'string' ? fill(sentence, known.values, lang) : reading.because,
      )
    },
    reading: (id, intervalMs, totalMs) => {
      const sentence = `reading/${id}`
      return sentence in page ? say(sentence as Sentence, { intervalMs, totalMs }) : visible(id)
    },
    assumptions: ({ assumed, assumptions }) =>
      assumptions.map((said, i) => {
        const { code, values } = assumed?.[i] ?? { code: '', values: {} }
        const sentence = catalogue.ui[`assumption.${code}`]
        return visible(sentence === undefined ? said : fill(sentence, values, lang))
      }),
    reason(said) {
      const { key, step } = reasonsIn(words).get(said) ?? { key: '', step: null }
      return visible(fill(catalogue.ui[key] ?? said, { step }, lang))
    },
    clause: (name) => visible(clauseText(name, catalogue.clauses)),
    kind: (kind) => visible(fill('{kind_kind}', { kind: kind ?? null }, lang)),
    stepTitle: (step) => {
      const number = stepNumber(step.id)
      return number === null ? visible(step.title) : say(`step/${number}`)
    },
    ms: (value) =>
      formatNumber(Math.abs(value) < 100 ? Math.round(value * 10) / 10 : Math.round(value), lang),
    count: (value) => formatNumber(value, lang),
    day: (iso) => (Number.isNaN(Date.parse(iso)) ? visible(iso) : calendar.format(new Date(iso))),
    time: (iso) => (Number.isNaN(Date.parse(iso)) ? '' : hours.format(new Date(iso))),
    when: (iso) => (Number.isNaN(Date.parse(iso)) ? visible(iso) : clock.format(new Date(iso))),
  }
}

const STEPS = [1, 2, 3, 4, 5] as const
const WHY = /^(?:untested|contract\.reason|report\.notReached)\b/
const reasonsOf = new WeakMap<PageWords, Map<string, { readonly key: string; readonly step: number }>>()

/** The sentences of every language that say why, by what they say. */
function reasonsIn(words: PageWords) {
  const known = reasonsOf.get(words)
  if (known) return known
  const reasons = langs.flatMap((lang) =>
    Object.entries(words[lang].ui)
      .filter(([key]) => WHY.test(key))
      .flatMap(([key, sentence]) =>
        STEPS.map((step) => [fill(sentence, { step }, lang), { key, step }] as const),
      ),
  )
  const map = new Map(reasons)
  reasonsOf.set(words, map)
  return map
}

function causeOf({ report }: PageData, finding: (found: ReportFinding) => FindingWords): string | null {
  if (report.cause === null) return null
  const named = report.findings.find(({ message }) => message === report.cause)
  return named ? finding(named).message : visible(report.cause)
}

export const SpeechContext = createContext<Speech | null>(null)

export function useSpeech(): Speech {
  const spoken = useContext(SpeechContext)
  if (!spoken) throw new Error('nothing can be said outside of <App>')
  return spoken
}
