import { useEffect, useMemo, useState } from 'preact/hooks'
import { lifeEvents } from '../../exchange/life-event.js'
import type { LiveNotice, LiveSession, LiveSource, WrittenReport } from '../../report/page-data.js'
import type { Lang } from '../../words/lang.js'
import { durationText } from '../../words/numerals.js'
import { deepLink } from '../data/deep-link.js'
import { visible } from '../data/visible.js'
import { CopyButton } from '../parts/copy-button.js'
import { Prose, Sign, toneOf } from '../parts/elements.js'
import { befall, createSession, type LiveState, timeLeftMs } from './live.js'
import { type Sentence, useSpeech } from './speech.js'

const MOST_SHOWN = 100

/** The applications under examination: their state, the request that is due, and a form to add another. */
export function Sessions(props: { live: LiveState; source: LiveSource; chosen: string | null }) {
  const { live, source, chosen } = props
  const { say, count } = useSpeech()
  const [text, setText] = useState('')
  const found = live.sessions.filter(({ name, id }) =>
    `${name} ${id}`.toLowerCase().includes(text.toLowerCase()),
  )
  return (
    <section class="section sessions" id="sessions" aria-labelledby="sessions-title">
      <h2 id="sessions-title">
        <span>{say('sessions/title')}</span>
        <span class="count">{count(live.sessions.length)}</span>
        <span class="connection" role="status">
          <Sign
            tone={tones[live.connection]}
            word={say(`connection/${live.connection}`, { failures: live.failures })}
          />
        </span>
      </h2>
      <div class="session-tools">
        {live.connection === 'over' ? null : <NewSession source={source} />}
        {live.sessions.length > 8 ? (
          <Field type="search" label="sessions/filter" value={text} set={setText} />
        ) : null}
      </div>
      {live.report ? <Written report={live.report} /> : null}
      {live.sessions.length === 0 ? <p class="aside">{say('sessions/none')}</p> : null}
      <ul class="session-list">
        {found.slice(0, MOST_SHOWN).map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            aheadMs={live.aheadMs}
            isChosen={session.id === chosen}
            source={live.connection === 'over' ? null : source}
          />
        ))}
      </ul>
      {found.length > MOST_SHOWN ? (
        <p class="aside">{say('sessions/more', { left: count(found.length - MOST_SHOWN) })}</p>
      ) : null}
      <Notices notices={live.notices} />
    </section>
  )
}

interface FieldProps {
  readonly label: Sentence
  readonly type?: 'search'
  readonly required?: boolean
  readonly size?: number
  readonly maxLength?: number
  readonly value: string
  readonly set: (text: string) => void
}

/** A field that is named by its placeholder, and to screen readers by a label. */
function Field({ label, set, ...input }: FieldProps) {
  const { say } = useSpeech()
  return (
    <label>
      <span class="unseen">{say(label)}</span>
      <input type="text" {...input} placeholder={say(label)} onInput={(e) => set(e.currentTarget.value)} />
    </label>
  )
}

/** The report as a document of the browser's: the server is gone, and a page may not open a file. */
function Written({ report: { path, html } }: { report: WrittenReport }) {
  const { say } = useSpeech()
  const address = useMemo(() => URL.createObjectURL(new Blob([html], { type: 'text/html' })), [html])
  return (
    <p class="aside">
      <a href={address} target="_blank" rel="noreferrer">
        {say('live/report')}
      </a>{' '}
      <code>{visible(path)}</code> <CopyButton text={() => path} label="copy/path" />
    </p>
  )
}

const tones = { connecting: 'warning', open: 'pass', reconnecting: 'warning', over: 'quiet' } as const

function SessionRow({
  session,
  aheadMs,
  isChosen,
  source,
}: {
  session: LiveSession
  aheadMs: number
  isChosen: boolean
  /** null once the examination is over. */
  source: LiveSource | null
}) {
  const { say } = useSpeech()
  const tone =
    session.state === 'ended' || session.verdict !== 'incomplete' ? toneOf(session.verdict) : 'quiet'
  const word = session.state === 'ended' ? say(`verdict/${session.verdict}`) : say(`session/${session.state}`)
  return (
    <li class={isChosen ? 'chosen' : ''}>
      <a
        href={deepLink({ session: session.id })}
        aria-current={isChosen ? 'true' : undefined}
        data-item="session"
      >
        <span class="session-name">{visible(session.name)}</span>
        <Sign tone={tone} word={session.verdict === 'fail' ? say('verdict/fail') : word} />
        <span class="dots mono">
          <span aria-hidden="true">
            {'●'.repeat(session.stepsPassed)}
            {'○'.repeat(Math.max(0, 5 - session.stepsPassed))}
          </span>
          <span class="unseen">{say('session/steps', { passed: session.stepsPassed })}</span>
        </span>
        <span class="session-news">
          <RunOfSession session={session} />
          {session.awaited ? (
            <Awaited session={session} aheadMs={aheadMs} />
          ) : (
            <Prose text={visible(session.cause ?? '')} />
          )}
        </span>
      </a>
      {session.envFile ? (
        <span class="env-file">
          {say('session/env-file')} <code>{visible(session.envFile)}</code>
        </span>
      ) : null}
      {isChosen && source ? <Life session={session} source={source} /> : null}
    </li>
  )
}

/** The request that is due and the time left. Screen readers do not announce each second. */
export function Awaited({ session, aheadMs }: { session: LiveSession; aheadMs: number }) {
  const { say, lang } = useSpeech()
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 100)
    return () => clearInterval(timer)
  }, [])
  const { awaited } = session
  const left = timeLeftMs(awaited?.until, aheadMs, now)
  const dueIn = timeLeftMs(awaited?.due?.at, aheadMs, now)
  const isDeadline = awaited?.due?.isDeadline === true
  const route = visible(awaited?.route ?? '')
  return (
    <span class="awaited">
      {say('session/awaits', { route })}
      {dueIn === null ? null : dueIn === 0 ? (
        say(isDeadline ? 'session/late' : 'session/due')
      ) : (
        <>
          {say(isDeadline ? 'session/due-within' : 'session/due-in')}
          <span class="mono countdown" role="timer" aria-live="off">
            {remaining(dueIn, lang)}
          </span>
        </>
      )}
      {left === null ? null : (
        <>
          {say('session/silence')}
          <span class="mono countdown" role="timer" aria-live="off">
            {remaining(left, lang)}
          </span>
        </>
      )}
    </span>
  )
}

/** Tenths in the last minute, whole seconds before. */
function remaining(leftMs: number, lang: Lang): string {
  if (leftMs >= 60_000) return durationText(leftMs, lang)
  const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1 }
  return `${(leftMs / 1000).toLocaleString(lang, digits)} s`
}

/** Which run it is, and where its token dies. */
function RunOfSession({ session: { run } }: { session: LiveSession }) {
  const { say } = useSpeech()
  if (!run || (run.number === 1 && run.of === null)) return null
  const { number, of, death } = run
  return (
    <>
      {of === null ? say('session/run', { number }) : say('session/run-of', { number, of })}
      {death === undefined
        ? null
        : ` · ${death === 'never' ? say('session/no-death') : say('session/death', { step: death })}`}
      {' · '}
    </>
  )
}

function NewSession({ source }: { source: LiveSource }) {
  const { say } = useSpeech()
  const [name, setName] = useState('')
  const [told, setTold] = useState<string | null>(null)
  const create = async (event: Event) => {
    event.preventDefault()
    try {
      const { id, envFile } = await createSession(source, name.trim())
      setName('')
      setTold(envFile === null ? say('session/created', { id }) : say('session/created-at', { id, envFile }))
      location.hash = deepLink({ session: id })
    } catch (error) {
      setTold(say('session/not-created', { reason: error instanceof Error ? error.message : '' }))
    }
  }
  return (
    <form class="new-session" onSubmit={create}>
      <Field label="session/name" maxLength={80} value={name} set={setName} />
      <button type="submit">+ {say('session/create')}</button>
      <span role="status">{told === null ? '' : visible(told)}</span>
    </form>
  )
}

/** The lifecycle events that can be applied to the application, and those that were. */
export function Life({ session, source }: { session: LiveSession; source: LiveSource }) {
  const { say } = useSpeech()
  const [told, setTold] = useState('')
  const [path, setPath] = useState('')
  const send = async (event: string) => {
    setTold('')
    await befall(source, session.id, event).catch((error: unknown) =>
      setTold(say('life/refused', { reason: error instanceof Error ? error.message : '' })),
    )
  }
  const takeScope = (event: Event) => {
    event.preventDefault()
    void send(`scope-${path.trim().replace(/^\/+|\/+$/g, '')}`)
  }
  return (
    <details class="life">
      <summary>
        {say('life/title')}
        {session.befell ? ` · ${say('life/befell', { events: visible(session.befell.join(', ')) })}` : ''}
      </summary>
      <div class="life-events">
        {lifeEvents.map((event) => (
          <button key={event} type="button" class="small" onClick={() => void send(event)}>
            {say(`life/${event}`)}
          </button>
        ))}
        <form onSubmit={takeScope}>
          <Field label="life/path" required size={24} maxLength={60} value={path} set={setPath} />
          <button type="submit" class="small">
            {say('life/scope')}
          </button>
        </form>
        <span role="status">{visible(told)}</span>
      </div>
    </details>
  )
}

/** Parameters without effect, each once. They are folded because they are not findings. */
export function Notices({ notices }: { notices: readonly LiveNotice[] }) {
  const { say, count } = useSpeech()
  if (notices.length === 0) return null
  return (
    <details class="notices" open={notices.length < 4}>
      <summary>
        {say('notices/title')} <span class="count">{count(notices.length)}</span>
      </summary>
      <ul>
        {notices.map(({ kind, route, name }) => (
          <li key={`${kind} ${route} ${name}`}>
            {say(`notice/${kind}`, { route: visible(route), name: visible(name) })}
          </li>
        ))}
      </ul>
    </details>
  )
}
