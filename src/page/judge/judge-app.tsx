import { packed } from 'virtual:judge-worker'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { PageData } from '../../report/page-data.js'
import { version } from '../../settings/version.js'
import type { Lang } from '../../words/catalogue.js'
import { type MessageReference, say } from '../../words/errors.js'
import { useDeepLink } from '../data/deep-link.js'
import { makeVisible } from '../data/make-visible.js'
import { useWording } from '../data/wording.js'
import { inflate, loadWords } from '../data/words.js'
import { Frame, mount } from '../frame.js'
import { Prose, Sign, signOf, toneOf } from '../parts/elements.js'
import { ReportView } from '../view/report-view.js'
import { Inputs, type NamedRecording } from './inputs.js'
import {
  type JudgedOnPage,
  type JudgeMessage,
  type JudgeRequest,
  type JudgeState,
  type JudgeWords,
  noFacts,
  type ProfileChoice,
  type RecordingFacts,
} from './protocol.js'

/** The page `judge.html`: it judges a recording that is dropped on it and shows the report. Nothing leaves the browser. */
mount(loadWords<JudgeWords>().then((words) => <JudgeApp words={words} />))

function JudgeApp({ words }: { words: JudgeWords }) {
  return (
    <Frame words={words} lang="en" usesBrowserLang bar={<Bar />} version={version}>
      <Judging words={words} />
    </Frame>
  )
}

function Bar() {
  const { say } = useWording()
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
  const { lang } = useWording()
  const [recording, setRecording] = useState<NamedRecording | null>(null)
  const [profile, setProfile] = useState<ProfileChoice>(null)
  const [facts, setFacts] = useState<RecordingFacts>(noFacts)
  const [refused, refuse] = useState<MessageReference | null>(null)
  const state = useJudgement(recording, { profile, facts, words })
  const link = useDeepLink()
  const outcome = state.kind === 'judged' ? state.outcome : null
  useTitle(outcome)
  const why = refused ?? (state.kind === 'refused' ? state.why : null)
  const shown = why === null ? outcome : null
  const data = useMemo(() => shown && pageDataIn(lang, shown), [shown, lang])
  /** Wraps a setter so that a new input also removes the message about a refused one. */
  const withoutRefusal =
    <T,>(set: (value: T) => void) =>
    (value: T) => {
      refuse(null)
      set(value)
    }
  return (
    <>
      <Inputs
        state={state}
        recording={recording}
        profile={profile}
        facts={facts}
        isQuiet={data !== null}
        setRecording={withoutRefusal(setRecording)}
        setProfile={withoutRefusal(setProfile)}
        setFacts={withoutRefusal(setFacts)}
        refuse={refuse}
      />
      <Notices why={why} outcome={shown} words={words} />
      {data ? <ReportView key={data.report.run.id} data={data} link={link} /> : null}
    </>
  )
}

function pageDataIn(lang: Lang, { data, reports, runs }: JudgedOnPage): PageData {
  // the notices are already shown above the report
  const { notices: _shownAbove, ...report } = reports[lang]
  return { ...data, report, ...(runs && { runs: runs[lang] }), lang }
}

/** Judges the recording, and judges it again whenever the profile or a fact changes. */
function useJudgement(
  recording: NamedRecording | null,
  { profile, facts, words }: Pick<JudgeRequest, 'profile' | 'facts' | 'words'>,
): JudgeState {
  const [state, setState] = useState<JudgeState>({ kind: 'waiting' })
  useEffect(() => {
    if (recording === null) return
    setState({ kind: 'judging', share: 0 })
    const request = { ...recording, profile, facts, words, askedAt: new Date().toISOString() }
    return judgeInWorker(request, (message) => {
      setState(stateAfter(message))
      // lets scripts that automate the page listen
      dispatchEvent(new CustomEvent('homologa:judge', { detail: message }))
    })
  }, [recording, profile, facts])
  return state
}

function stateAfter(message: JudgeMessage): JudgeState {
  if (message.kind === 'progress') return { kind: 'judging', share: message.share }
  if (message.kind !== 'broken') return message
  return { kind: 'refused', why: { key: 'judge.page.broken', values: { detail: message.detail } } }
}

/** The worker's script is a part of this page, so that a page from disk can start it. */
let scriptUrl: Promise<string> | null = null

function loadWorkerScript(): Promise<string> {
  scriptUrl ??= inflate(packed).then((text) =>
    URL.createObjectURL(new Blob([text], { type: 'text/javascript' })),
  )
  return scriptUrl
}

/** Judges in a worker. The last message is the result. Returns a function that cancels the judgement. */
function judgeInWorker(request: JudgeRequest, onMessage: (message: JudgeMessage) => void): () => void {
  let worker: Worker | null = null
  let isOver = false
  const end = () => {
    isOver = true
    worker?.terminate()
  }
  const receive = (message: JudgeMessage) => {
    if (isOver) return
    if (message.kind !== 'progress') end()
    onMessage(message)
  }
  const start = async () => {
    const script = await loadWorkerScript()
    if (isOver) return // cancelled while the script was loading
    worker = new Worker(script)
    worker.onmessage = ({ data }: MessageEvent<JudgeMessage>) => receive(data)
    worker.onerror = ({ message }) => receive({ kind: 'broken', detail: message })
    worker.postMessage(request)
  }
  start().catch((error: unknown) => receive({ kind: 'broken', detail: String(error) }))
  return end
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
  /** The reason why there is no verdict. */
  readonly why: MessageReference | null
  readonly outcome: JudgedOnPage | null
  readonly words: JudgeWords
}

/** The notices above a report, or the reason why there is none. */
function Notices({ why, outcome, words }: NoticesProps) {
  const { lang, say: sayOnPage } = useWording()
  const sentenceOf = (message: MessageReference) => (
    <Prose text={makeVisible(say(message, words[lang], lang))} />
  )
  const { notices = [], kinds = [] } = outcome ?? {}
  return (
    <div class="notices" aria-live="polite">
      {why ? (
        <p class="refused" id="refused">
          <Sign tone="fail" word={sayOnPage('judge/refused')} hideWord /> {sentenceOf(why)}
        </p>
      ) : null}
      {notices.length > 0 ? (
        <ul>
          {notices.map((notice) => (
            <li>
              <Sign tone="info" word={sayOnPage('severity/info')} hideWord /> {sentenceOf(notice)}
            </li>
          ))}
        </ul>
      ) : null}
      {kinds.length > 0 ? (
        <ul class="plain mono">
          {kinds.map((kind) => (
            <li>{makeVisible(kind)}</li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}
