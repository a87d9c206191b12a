import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import { firstDiff } from '../../report/first-diff.js'
import { headlineOf } from '../../report/night.js'
import type { PageData } from '../../report/page-data.js'
import { drawPrompt } from '../../report/prompt.js'
import type { Report, ReportFinding, ReportReading, ReportStep } from '../../report/report.js'
import type { Values } from '../../rules/finding.js'
import { stepNumber, stepNumbers } from '../../specification/homologation.js'
import { clauseText, fill, type Lang } from '../../words/catalogue.js'
import type en from '../../words/en.json'
import { langs } from '../../words/lang.js'
import { formatNumber } from '../../words/numerals.js'
import { makeVisible } from './make-visible.js'
import type { PageWords } from './words.js'

type RunOfReport = NonNullable<Report['runs']>[number]

/** A key of the catalogue's section `page`, like `verdict/pass`. */
export type SentenceKey = keyof typeof en.page

/** The sentences of a finding. */
interface FindingWords {
  readonly message: string
  readonly expected: string
  readonly actual: string
  readonly hint: string
}

/**
 * Makes the texts of the page in one language. Text that comes from other programs is made safe by `makeVisible`. If the reader's
 * language is not that of the report, sentences are made anew from their codes and values. Components call `useWording`.
 */
export function createWording(lang: Lang, words: PageWords) {
  const catalogue = words[lang]
  const findings: Readonly<Record<string, Partial<FindingWords>>> = catalogue.findings
  const readings: Readonly<Record<string, unknown>> = catalogue.readings
  const page: Readonly<Record<string, string>> = catalogue.page
  const dateAndTime = new Intl.DateTimeFormat(lang, { dateStyle: 'medium', timeStyle: 'medium' })
  const timeOfDay = new Intl.DateTimeFormat(lang, { hour: '2-digit', minute: '2-digit' })
  const dayAndMonth = new Intl.DateTimeFormat(lang, { day: '2-digit', month: '2-digit' })
  let reasons: ReturnType<typeof reasonsIn> | null = null

  const say = (sentence: SentenceKey, values: Values = {}): string =>
    makeVisible(fill(page[sentence] ?? sentence, values, lang))

  const sentencesOf = (finding: ReportFinding): FindingWords => {
    const textOf = (name: keyof FindingWords) => {
      const sentence = findings[finding.code]?.[name]
      return makeVisible(sentence === undefined ? finding[name] : fill(sentence, finding.values, lang))
    }
    return {
      message: textOf('message'),
      expected: textOf('expected'),
      actual: textOf('actual'),
      hint: textOf('hint'),
    }
  }

  return {
    lang,
    say,
    finding: sentencesOf,
    headline: (report: Report): string => headlineOf(report, catalogue.ui, lang),
    /** The cause of the verdict; null if there is none. The report has only the sentence, so its finding is found by the text. */
    cause({ report }: PageData): string | null {
      if (report.cause === null) return null
      const finding = report.findings.find(({ message }) => message === report.cause)
      return finding ? sentencesOf(finding).message : makeVisible(report.cause)
    },
    /** The cause of one of several runs. */
    causeOfRun({ report }: PageData, { run, cause }: RunOfReport): string {
      for (const finding of report.findings) {
        const occurrences = finding.occurrences ?? [finding]
        const found = occurrences.find((occurrence) => occurrence.run === run && occurrence.message === cause)
        if (found) return sentencesOf({ ...finding, values: found.values ?? finding.values }).message
      }
      return makeVisible(cause ?? '')
    },
    /** A prompt for an assistant, as `examine --prompt` prints it; empty if no request is to blame. */
    async prompt({ exchanges, profile, procedure = [], repeatCommand, report, lang: reportLang }: PageData) {
      const diff = await firstDiff(report, { profile, procedure, exchanges })
      const run = { report, diff, repeatCommand }
      return drawPrompt(run, exchanges, words[reportLang].ui, reportLang).join('\n')
    },
    /** The name of a reading. */
    reading(id: string, intervalMs: number, totalMs: number | null): string {
      const sentence = `reading/${id}`
      return sentence in page ? say(sentence as SentenceKey, { intervalMs, totalMs }) : makeVisible(id)
    },
    /** Why a reading has its verdict. */
    because(reading: ReportReading, data: PageData): string {
      const because = data.because?.find(({ id }) => id === reading.id)
      const sentence = because && readings[because.code]
      return makeVisible(
        typeof sentence === 'string' ? fill(sentence, because?.values ?? {}, lang) : reading.because,
      )
    },
    /** The assumptions of the run's profile. */
    assumptions: ({ assumed, assumptions }: Report['run']): string[] =>
      assumptions.map((assumption, index) => {
        const { code, values } = assumed?.[index] ?? { code: '', values: {} }
        const sentence = catalogue.ui[`assumption.${code}`]
        return makeVisible(sentence === undefined ? assumption : fill(sentence, values, lang))
      }),
    /** Translates the reason why something was not tested. The report has only the sentence, so its key is found by the text. */
    reason(sentence: string): string {
      reasons ??= reasonsIn(words)
      const known = reasons.get(sentence)
      if (!known) return makeVisible(sentence)
      return makeVisible(fill(catalogue.ui[known.key] ?? sentence, { step: known.step }, lang))
    },
    /** The name of a clause of the specification. */
    clause: (name: string): string => makeVisible(clauseText(name, catalogue.clauses)),
    /** A kind of JSON value that findings name by a code, like `one-of 1, 2`. The suffix `_kind` makes `fill` translate such a code. */
    kind: (kind: Values[string] | undefined): string =>
      makeVisible(fill('{kind_kind}', { kind: kind ?? null }, lang)),
    stepTitle(step: ReportStep): string {
      const number = stepNumber(step.id)
      return number === null ? makeVisible(step.title) : say(`step/${number}`)
    },
    /** Milliseconds as a number in the language's notation, without unit. */
    ms: (value: number): string =>
      formatNumber(Math.abs(value) < 100 ? Math.round(value * 10) / 10 : Math.round(value), lang),
    /** A whole number in the language's notation. */
    count: (value: number): string => formatNumber(value, lang),
    /** Date and time of day, to the second, in the reader's zone. */
    when: (iso: string): string => formatTime(iso, dateAndTime),
    /** Day and month only. */
    day: (iso: string): string => formatTime(iso, dayAndMonth),
    /** Hours and minutes only. */
    time: (iso: string): string => formatTime(iso, timeOfDay),
  }
}

export type Wording = ReturnType<typeof createWording>

/** Formats a time. A text that is no time is returned as it is. */
function formatTime(iso: string, format: Intl.DateTimeFormat): string {
  return Number.isNaN(Date.parse(iso)) ? makeVisible(iso) : format.format(new Date(iso))
}

/** Matches the keys of sentences that say why something was not tested, like `untested.no-refusal`. */
const reasonKey = /^(?:untested|contract\.reason|report\.notReached)\b/

/** The keys of all such sentences by their text, in every language and for every step that a sentence may name. */
function reasonsIn(words: PageWords) {
  const reasons = new Map<string, { key: string; step: number }>()
  for (const lang of langs) {
    for (const [key, sentence] of Object.entries(words[lang].ui)) {
      if (!reasonKey.test(key)) continue
      for (const step of stepNumbers) reasons.set(fill(sentence, { step }, lang), { key, step })
    }
  }
  return reasons
}

export const WordingContext = createContext<Wording | null>(null)

/** The texts of the page in the reader's language. */
export function useWording(): Wording {
  const wording = useContext(WordingContext)
  if (!wording) throw new Error('useWording must be called inside <Frame>')
  return wording
}
