import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { PageData } from '../../report/page-data.js'
import { version } from '../../settings/version.js'
import type { Lang } from '../../words/catalogue.js'
import { say, type Unsaid } from '../../words/errors.js'
import { useDeepLink } from '../data/deep-link.js'
import { visible } from '../data/visible.js'
import { Frame } from '../frame.js'
import { useSpeech } from '../live/speech.js'
import { Prose, Sign, signOf, toneOf } from '../parts/elements.js'
import { ReportView } from '../view/report-view.js'
import { Desk, type Given } from './inputs.js'
import { judgeInWorker } from './judge-in-worker.js'
import {
  type Course,
  type JudgedOnPage,
  type JudgeNews,
  type JudgeWords,
  noTerms,
  type ProfileChoice,
  type Terms,
} from './protocol.js'

/** A page that judges what is dropped on it, and shows the report in its own place. Nothing leaves it. */
export function JudgeApp({ words }: { words: JudgeWords }) {
  return (
    <Frame words={words} lang="en" asksBrowser bar={<Bar />} version={version}>
      <Judging words={words} />
    </Frame>
  )
}

function Bar() {
  const { say } = useSpeech()
  return (
    <>
      <p class="brand mono">
        <b>homologa</b> <span>judge</span>
      </p>
      <p class="bar-facts mono">
        <span>{say('judge/here')}</span>
      </p>
    </>
  )
}

function Judging({ words }: { words: JudgeWords }) {
  const { lang } = useSpeech()
  const [given, setGiven] = useState<Given | null>(null)
  const [profile, setProfile] = useState<ProfileChoice>(null)
  const [refused, refuse] = useState<Unsaid | null>(null)
  const [terms, setTerms] = useState<Terms>(noTerms)
  const course = useCourse(given, profile, terms, words)
  const link = useDeepLink()
  const outcome = course.is === 'judged' ? course.outcome : null
  const data = useMemo(() => outcome && pageDataIn(lang, outcome), [outcome, lang])
  useTitle(outcome)
  const anew =
    <T,>(set: (one: T) => void) =>
    (one: T) => {
      refuse(null)
      set(one)
    }
  const why = refused ?? (course.is === 'refused' ? course.why : null)
  return (
    <>
      <Desk
        course={course}
        given={given}
        profile={profile}
        terms={terms}
        agree={anew(setTerms)}
        isQuiet={data !== null && why === null}
        give={anew(setGiven)}
        choose={anew(setProfile)}
        refuse={refuse}
      />
      <Notices why={why} outcome={why === null ? outcome : null} words={words} />
      {data && why === null ? <ReportView key={outcome?.data.report.run.id} data={data} link={link} /> : null}
    </>
  )
}

function pageDataIn(lang: Lang, { data, reports, runs }: JudgedOnPage): PageData {
  // The notices are already shown above the report.
  const { notices: _told, ...report } = reports[lang]
  return { ...data, report, ...(runs && { runs: runs[lang] }), lang }
}

/** Judges the recording that was given last, and again whenever the profile or a term changes. */
function useCourse(given: Given | null, profile: ProfileChoice, terms: Terms, words: JudgeWords): Course {
  const [course, setCourse] = useState<Course>({ is: 'waiting' })
  useEffect(() => {
    if (given === null) return
    setCourse({ is: 'judging', share: 0 })
    const order = { ...given, profile, terms, words, askedAt: new Date().toISOString() }
    return judgeInWorker(order, (news) => {
      setCourse(courseOf(news))
      // Lets scripts that automate the page listen.
      dispatchEvent(new CustomEvent('homologa:judge', { detail: news }))
    })
  }, [given, profile, terms])
  return course
}

function courseOf(news: JudgeNews): Course {
  switch (news.is) {
    case 'progress':
      return { is: 'judging', share: news.share }
    case 'broken':
      return { is: 'refused', why: { key: 'judge.page.broken', values: { detail: news.detail } } }
    default:
      return news
  }
}

function useTitle(outcome: JudgedOnPage | null): void {
  const before = useRef(document.title)
  useEffect(() => {
    document.title = outcome
      ? `${signOf(toneOf(outcome.data.report.verdict))} ${outcome.name} · homologa`
      : before.current
  }, [outcome])
}

interface NoticesProps {
  /** The reason for a missing verdict. */
  readonly why: Unsaid | null
  readonly outcome: JudgedOnPage | null
  readonly words: JudgeWords
}

/** Notices shown with a verdict or in place of one. */
export function Notices({ why, outcome, words }: NoticesProps) {
  const { lang, say: sentence } = useSpeech()
  const told = (one: Unsaid) => <Prose text={visible(say(one, words[lang], lang))} />
  const { notices = [], kinds = [] } = outcome ?? {}
  return (
    <div class="notices" aria-live="polite">
      {why ? (
        <p class="refused" id="refused">
          <Sign tone="fail" word={sentence('judge/refused')} hideWord /> {told(why)}
        </p>
      ) : null}
      {notices.length > 0 ? (
        <ul>
          {notices.map((one) => (
            <li>
              <Sign tone="info" word={sentence('severity/info')} hideWord /> {told(one)}
            </li>
          ))}
        </ul>
      ) : null}
      {kinds.length > 0 ? (
        <ul class="plain mono">
          {kinds.map((kind) => (
            <li>{visible(kind)}</li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}
